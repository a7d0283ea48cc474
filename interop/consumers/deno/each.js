import { spawnSync } from 'node:child_process'

for (const program of ['sign-in.js', 'sign-in.cjs', 'on-a-server.js']) {
  const parameters = ['run', '--allow-net', '--allow-env', '--allow-read', program]
  const { status } = spawnSync('node_modules/.bin/deno', parameters, { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
