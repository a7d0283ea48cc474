import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { startEmulator } from '@cognito-srp/emulator'

const NODE_VERSIONS = ['20.19.0', '22.12.0', '24.0.0', '24.21.0']
const SIGN_INS_PER_FORMAT = 20
const DIST = resolve(import.meta.dirname, '../dist')
const run = promisify(execFile)

/** Runs in the Node under test: signs in over and over with the built package, right and wrong passwords in turn. */
function program(endpoint: string): string {
  return `
import { createRequire } from 'node:module'
const formats = {
  esm: await import(${JSON.stringify(pathToFileURL(join(DIST, 'index.js')).href)}),
  cjs: createRequire(import.meta.url)(${JSON.stringify(join(DIST, 'index.cjs'))}),
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
console.log(process.version)
`
}

const users = [{ username: 'ana', password: 'Senha-123' }]
const emulator = await startEmulator({ userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }], users }] })
const folder = await mkdtemp(join(tmpdir(), 'cognito-srp-node-'))
try {
  const script = join(folder, 'sign-in.mjs')
  await writeFile(script, program(emulator.url))
  for (const version of NODE_VERSIONS) {
    const { stdout } = await run('npx', ['-y', '--prefer-offline', `--package=node@${version}`, '-c', `node ${script}`])
    console.log(
      `node ${stdout.trim()}: ${SIGN_INS_PER_FORMAT} sign-ins as ESM and as CommonJS, wrong passwords refused`,
    )
  }
} finally {
  await rm(folder, { recursive: true })
  await emulator.close()
}
