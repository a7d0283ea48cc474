import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmulator } from '@cognito-srp/emulator'

import { pack } from './pack.ts'

/** Packages of the npm registry, each with a runtime of its own, and the command that runs a script with it. */
const RUNTIMES = [
  { packageName: 'node@20.19.0', command: 'node' },
  { packageName: 'node@22.12.0', command: 'node' },
  { packageName: 'node@24.0.0', command: 'node' },
  { packageName: 'node@24.21.0', command: 'node' },
  { packageName: 'bun@1.4.5', command: 'bun' },
  { packageName: 'deno@2.9.6', command: 'deno run --allow-all' },
]
const SIGN_INS_PER_FORMAT = 20
const run = promisify(execFile)

/** Runs in the runtime under test: signs in over and over with the installed package, right and wrong passwords in turn. */
function program(endpoint: string): string {
  return `
import { createRequire } from 'node:module'
const formats = {
  esm: await import('@cognito-srp/client'),
  cjs: createRequire(import.meta.url)('@cognito-srp/client'),
}
for (const [format, { createCognitoClient, signIn }] of Object.entries(formats)) {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', endpoint: ${JSON.stringify(endpoint)} })
  for (let turn = 0; turn < ${SIGN_INS_PER_FORMAT}; turn += 1) {
    const { name } = await signIn(client, { username: 'ana', password: 'Senha-123' })
    if (name !== 'SIGNED_IN') throw new Error(format + ': ' + name)
  }
  const refused = await signIn(client, { username: 'ana', password: 'wrong' }).catch((error) => error.code)
  if (refused !== 'NotAuthorizedException') throw new Error(format + ': a wrong password gave ' + refused)
}
console.log('done')
`
}

/** Packs the package as it would be published and installs it into the folder. */
async function installPackage(folder: string): Promise<void> {
  const tarball = await pack(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: folder })
}

const users = [{ username: 'ana', password: 'Senha-123' }]
const emulator = await startEmulator({ userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }], users }] })
const folder = await mkdtemp(join(tmpdir(), 'cognito-srp-node-'))
try {
  await installPackage(folder)
  const script = join(folder, 'sign-in.mjs')
  await writeFile(script, program(emulator.url))
  for (const { packageName, command } of RUNTIMES) {
    const { stdout } = await run('npx', [
      '-y',
      '--prefer-offline',
      `--package=${packageName}`,
      '-c',
      `${command} ${script}`,
    ])
    if (stdout.trim() !== 'done') throw new Error(`${packageName} printed ${stdout}`)
    console.log(`${packageName}: ${SIGN_INS_PER_FORMAT} sign-ins as ESM and as CommonJS, wrong passwords refused`)
  }
} finally {
  await rm(folder, { recursive: true })
  await emulator.close()
}
