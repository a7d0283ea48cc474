// node scripts/with-pnpm.mjs [--tools] <command…>
//
// Runs a shell command with this repository's pnpm, Node and packages, on a machine that has only Node 20 and npm: installs
// what pnpm-lock.yaml says, then runs the command. Only bytes that a lockfile pins are run. `tools/` is installed only for
// --tools: nothing that is served or tested needs it. After the first run no network is needed.
import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'

import { bootstrap } from './bootstrap.mjs'

const withTools = process.argv[2] === '--tools'
const command = process.argv.slice(withTools ? 3 : 2).join(' ')
const install = 'pnpm install --frozen-lockfile --prefer-offline' + (withTools ? '' : ' --filter "!@cognito-srp/tools"')

// Ctrl+C reaches the whole process group. The command then closes what it has open and exits; its status becomes ours. The
// shell between the two processes must wait for it too.
const waiting = process.platform === 'win32' ? '' : 'trap : INT TERM HUP; '
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

try {
  const PATH = [bootstrap(), process.env['PATH']].join(delimiter)
  const child = spawn(`${waiting}${install} && ${command}`, {
    env: { ...process.env, PATH },
    shell: true,
    stdio: 'inherit',
  })
  child.once('exit', (code) => {
    process.exitCode = code ?? 1
  })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
