import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
for (const name of Object.keys(dependencies)) {
  for (const program of ['stack.js', 'sign-in.js', 'sign-in.cjs', 'on-a-server.js']) {
    const { status } = spawnSync(`node_modules/${name}/bin/node`, [program], { stdio: 'inherit' })
    if (status !== 0) process.exit(1)
  }
}
