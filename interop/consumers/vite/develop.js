import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'vite'

// Tests Vite's development server, which prepares dependencies differently from the build.
const server = await createServer({ server: { host: '127.0.0.1', port: 0 }, logLevel: 'warn' })
await server.listen()
let failure = 0
for (const path of ['', 'hosted.html']) {
  const page = spawn(process.execPath, [process.env.OPEN_PAGE, server.resolvedUrls.local[0], path], {
    stdio: 'inherit',
  })
  const [code] = await once(page, 'exit')
  failure ||= code
}
await server.close()
process.exit(failure)
