import { execFileSync, spawn } from 'node:child_process'

const ROUTES = {
  'node route': '/node',
  'edge route': '/edge',
  'server sessions': '/sessions',
  'server component': '/server',
  middleware: '/middleware',
}

const server = spawn('next', ['start', '--hostname', '127.0.0.1', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const address = await new Promise((resolve) => {
    server.stdout.on('data', (text) => {
      process.stdout.write(text)
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)
      if (found) resolve(found[0])
    })
  })
  for (const [environment, path] of Object.entries(ROUTES)) {
    const response = await fetch(`${address}${path}`)
    const [line] = /\{"signIn[^}]*\}/.exec((await response.text()).replaceAll('&quot;', '"')) ?? [
      `{"status":${response.status}}`,
    ]
    console.log(JSON.stringify({ environment, ...JSON.parse(line) }))
  }
  for (const path of ['', 'hosted']) {
    execFileSync('node', [process.env.OPEN_PAGE, `${address}/`, path], { stdio: 'inherit' })
  }
} finally {
  server.kill()
}
