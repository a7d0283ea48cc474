// node scripts/with-pnpm.mjs [--tools] <command…>
//
// Runs a shell command with this repository's pnpm, packages and Node, on a machine that has only Node 20 and npm:
// installs what the lockfile says, then runs the command where `node`, `pnpm` and the packages' commands are ours.
// `tools/` is left out unless asked for: nothing that is served or tested needs it. After the first run no network is
// needed. The command is a child of `npx` and not of `pnpm run`, see docs/decisions (the server is not started by pnpm).
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const withTools = process.argv[2] === '--tools'
const command = process.argv.slice(withTools ? 3 : 2).join(' ')
const install = 'pnpm install --frozen-lockfile --prefer-offline' + (withTools ? '' : ' --filter "!@cognito-srp/tools"')

// npm itself where it runs this script: Windows starts no `npx` without a shell.
const npm = process.env['npm_execpath'] ?? ''
const [program, parameters] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm, 'exec']] : ['npx', []]

const child = spawn(
  program,
  [
    ...parameters,
    '--yes',
    '--prefer-offline',
    `--package=${packageManager}`,
    '-c',
    `${install} && node scripts/check-node.mjs && ${command}`,
  ],
  { stdio: 'inherit' },
)

// Ctrl+C reaches the whole process group. The command closes what it has open; its exit code is then ours.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
child.once('error', (error) => {
  console.error(`npm could not be started (${error.message}). It comes with Node: install Node with npm and try again.`)
  process.exitCode = 1
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
