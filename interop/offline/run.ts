// Runs each program in programs/ with multiple major versions of Node. The programs verify tokens of the pool
// us-east-1_Offline1 or call the pool at the service's own addresses, as in production. Only `--import
// @cognito-srp/emulator/offline` redirects the programs to the emulator. Each program prints the user that it accepts
// and the errors that it throws for invalid input.
// Usage: node --conditions=@cognito-srp/source interop/offline/run.ts (after building @cognito-srp/emulator)

import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { globSync } from 'node:fs'
import { promisify } from 'node:util'

import { startEmulator } from '../../packages/cognito-emulator/src/index.ts'

const NODES = ['node-22', 'node-24', 'node-26']
const USER_POOL_ID = 'us-east-1_Offline1'
const CLIENT_ID = 'web'
const PASSWORD = 'Senha-123'

/** The errors with which each program rejects a forged token, the wrong kind of token or a wrong password. */
const REFUSALS: Readonly<Record<string, string>> = {
  'amplify-next.js': 'UserUnAuthenticatedException',
  'aws-jwt-verify.js': 'JwtInvalidSignatureError, CognitoJwtInvalidTokenUseError',
  'aws-sdk.js': 'NotAuthorizedException',
  'jose.js': 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'jwks-rsa.cjs': 'invalid signature',
  'next-app.js': 'UserUnAuthenticatedException',
  'undici.js': 'another signature',
}

const emulator = await startEmulator({
  userPools: [{ id: USER_POOL_ID, clients: [{ id: CLIENT_ID }], users: [{ username: 'ana', password: PASSWORD }] }],
})
const tokens = await signIn()
const env = {
  COGNITO_EMULATOR_URL: emulator.url,
  USER_POOL_ID,
  CLIENT_ID,
  PASSWORD,
  ACCESS_TOKEN: tokens.AccessToken,
  ID_TOKEN: tokens.IdToken,
  REFRESH_TOKEN: tokens.RefreshToken,
  FORGED_TOKEN: forge(tokens.AccessToken),
}

await promisify(execFile)('node_modules/node-24/bin/node', ['node_modules/next/dist/bin/next', 'build', 'next-app'], {
  cwd: import.meta.dirname,
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
})

let failed = 0
for (const node of NODES) {
  for (const program of globSync('*.{js,cjs}', { cwd: `${import.meta.dirname}/programs` }).sort()) {
    const outcome = await run(node, program)
    const expected = JSON.stringify({ accepted: 'ana', refused: REFUSALS[program] })
    if (outcome !== expected) failed += 1
    console.log(`${outcome === expected ? 'good' : 'BAD'}  ${node}  ${program}: ${outcome}`)
  }
}
await emulator.close()
console.log(`${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function run(node: string, program: string): Promise<string> {
  const parameters = ['--import', '@cognito-srp/emulator/offline', `programs/${program}`]
  try {
    const { stdout } = await promisify(execFile)(`node_modules/${node}/bin/node`, parameters, {
      cwd: import.meta.dirname,
      env: { ...process.env, ...env },
      timeout: 60_000,
    })
    return stdout.trim().split('\n').at(-1) ?? '' // Next first prints that it reads its configuration
  } catch (error) {
    return String(error)
  }
}

type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string }

async function signIn(): Promise<Tokens> {
  const response = await fetch(emulator.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' },
    body: JSON.stringify({
      ClientId: CLIENT_ID,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'ana', PASSWORD },
    }),
  })
  return ((await response.json()) as { AuthenticationResult: Tokens }).AuthenticationResult
}

/** Returns a token with the same claims and key id, signed with another key. */
function forge(token: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signed = token.slice(0, token.lastIndexOf('.'))
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
}
