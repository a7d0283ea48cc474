// node scripts/with-pnpm.mjs [--tools] <command…>
//
// Runs a shell command with this repository's pnpm, Node and packages, on a machine that has only Node 20 and npm. The
// script first installs the packages in pnpm-lock.yaml, and runs only code that a lockfile pins. `tools/` is installed
// only with --tools, because neither the servers nor the tests need it. The network is needed only for the first run and
// after a lockfile changes.
import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'

import { bootstrap } from './bootstrap.mjs'

const withTools = process.argv[2] === '--tools'
const command = process.argv.slice(withTools ? 3 : 2).join(' ')
const install = 'pnpm install --frozen-lockfile --prefer-offline' + (withTools ? '' : ' --filter "!@cognito-srp/tools"')

// Ctrl+C reaches the whole process group. The command then shuts down, and this script exits with its status. The shell
// between this script and the command must also wait for the command.
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
