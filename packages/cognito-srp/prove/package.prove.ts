import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { pack } from './pack.ts'

const PACKAGE = resolve(import.meta.dirname, '..')
const TOOLS = resolve(PACKAGE, '../../tools')
const run = promisify(execFile)

/** A program of a user without lib.dom and without Node's types. */
const CONSUMER = `
import { createCognitoClient, respondToChallenge, signIn, type Session } from '@cognito-srp/client'
import { tracePasswordClaim } from '@cognito-srp/client/srp'
const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web' })
export async function session(): Promise<Session | undefined> {
  const step = await signIn(client, { username: 'ana', password: 'Senha-123' })
  if (step.name === 'WEB_AUTHN') void step.options.challenge
  if (step.name === 'SMS_MFA') void respondToChallenge(client, step, { code: '123456' })
  return step.name === 'SIGNED_IN' ? step.session : undefined
}
export const trace: unknown = tracePasswordClaim
`

/** Installs the tarball beside its dependencies and compiles the consumer's program against it, nothing skipped. */
async function compileConsumer(folder: string, tarball: string): Promise<void> {
  const installed = join(folder, 'node_modules/@cognito-srp/client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed])
  await cp(join(PACKAGE, 'node_modules/big-integer'), join(folder, 'node_modules/big-integer'), {
    recursive: true,
    dereference: true,
  })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'consumer.ts'), CONSUMER)
  const strict = ['--ignoreConfig', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--noEmit']
  const platform = ['--lib', 'ES2022', '--target', 'ES2022', '--types', '']
  for (const resolution of [
    ['--module', 'nodenext'],
    ['--module', 'preserve'],
  ]) {
    await run(join(PACKAGE, 'node_modules/.bin/tsc'), [...strict, ...platform, ...resolution, 'consumer.ts'], {
      cwd: folder,
    })
  }
}

const folder = await mkdtemp(join(PACKAGE, 'node_modules', '.package-'))
try {
  const tarball = await pack(folder)
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: TOOLS })
  await run('pnpm', ['exec', 'publint', '--strict', tarball], { cwd: TOOLS })
  console.log('publint --strict: nothing to say')
  await run('pnpm', ['exec', 'attw', tarball], { cwd: TOOLS })
  console.log('are the types wrong: no, in any resolution')
  await compileConsumer(folder, tarball)
  console.log('a program without lib.dom and Node types compiles, ESM and bundler')
} catch (error) {
  console.error(error instanceof Error && 'stdout' in error ? `${error.message}\n${String(error.stdout)}` : error)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}
