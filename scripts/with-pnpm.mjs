// node scripts/with-pnpm.mjs [--tools] <command…>
//
// Runs a shell command with this repository's pnpm, packages and Node, on a machine that has only Node 20 and npm:
// installs what the lockfile says, then runs the command where `node`, `pnpm` and the packages' commands are ours.
// Nothing runs whose bytes this repository does not pin: pnpm by verified-pnpm.mjs, everything else, Node included, by
// the checksums of pnpm-lock.yaml. `tools/` is left out unless asked for: nothing that is served or tested needs it.
// After the first run no network is needed.
import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

import { verifiedPnpm } from './verified-pnpm.mjs'

const withTools = process.argv[2] === '--tools'
const command = process.argv.slice(withTools ? 3 : 2).join(' ')
const install = 'pnpm install --frozen-lockfile --prefer-offline' + (withTools ? '' : ' --filter "!@cognito-srp/tools"')

// Ctrl+C reaches the whole process group. The command closes what it has open; its exit code is then ours. The shell
// between us must wait for it too.
const waiting = process.platform === 'win32' ? '' : 'trap : INT TERM HUP; '
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

try {
  const path = [verifiedPnpm(), fileURLToPath(new URL('../node_modules/.bin', import.meta.url)), process.env['PATH']]
  const child = spawn(`${waiting}${install} && node scripts/check-node.mjs && ${command}`, {
    env: { ...process.env, PATH: path.join(delimiter) },
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
