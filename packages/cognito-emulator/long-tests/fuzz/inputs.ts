import { hugeText, mutate, mutateText, toHeader, toPath, type Random } from '@cognito-srp/testing/fuzz-inputs'

import { allOperations } from '../../src/operations/all.ts'
import { serviceModel } from '../../src/service-model/model.ts'
import { sampleOf } from './samples.ts'
import type { World } from './world.ts'

/** A call to the service's API. The body can be any text. */
export type Call = { operation: string; body: string }

/** A request with any method, path and headers. */
export type Visit = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  /** If true, the connection breaks after the body, as if the client had disconnected. */
  breaksOff?: true
}

const OPERATIONS = Object.keys(allOperations)

/** Operations that make accounts or tokens unusable for later inputs. They are rarely chosen. */
const ENDINGS = /Delete|Disable|SignOut|Revoke|AdminSetUserPassword|AdminReset/

const FLOWS = 'USER_PASSWORD_AUTH CUSTOM_AUTH USER_AUTH REFRESH_TOKEN_AUTH'.split(' ')
const SRP_A = ['1', '0', 'ab12'.repeat(192), 'f'.repeat(768), 'xyz', '-1', `0${'ff'.repeat(384)}`]
const FIRST_FACTORS = 'PASSWORD PASSWORD_SRP EMAIL_OTP SMS_OTP WEB_AUTHN x'.split(' ')

/**
 * Average number of sign-ins per SRP handshake. More handshakes would take too long, because exponentiations are slow.
 */
const HANDSHAKE_ONE_IN = 40

/** The operation that removes the most data. */
const DEEPEST_ENDING = 'DeleteUserPool'

/** Creates a call to a random operation. Most members have suitable values, and some of them are then mutated. */
export function makeOperation(random: Random, world: World): Call {
  const drawn = random.pick(OPERATIONS)
  const isSpared = ENDINGS.test(drawn) && !random.oneIn(drawn === DEEPEST_ENDING ? 100 : 10)
  const operation = isSpared ? random.pick(OPERATIONS.filter((name) => !ENDINGS.test(name))) : drawn
  const input = sampleOf(random, world, serviceModel.operations[operation] ?? '') as Record<string, unknown>
  if (random.oneIn(8)) input['AccessToken'] = withOtherClaims(random, input['AccessToken'])
  return { operation, body: bodyOf(random, input) }
}

/** Changes the claims of an access token without signing the token again. */
function withOtherClaims(random: Random, accessToken: unknown): unknown {
  const [header, claims, signature] = String(accessToken).split('.')
  if (claims === undefined || signature === undefined) return accessToken
  const changed = mutate(random, JSON.parse(Buffer.from(claims, 'base64url').toString()))
  return `${header}.${Buffer.from(JSON.stringify(changed) ?? '').toString('base64url')}.${signature}`
}

/** Creates the first request of a sign-in. */
export function makeSignIn(random: Random, world: World): Call {
  const parameters: Record<string, unknown> = {
    USERNAME: random.pick(world.valuesOf('Username')),
    PASSWORD: random.pick(world.valuesOf('Password')),
    ...(random.oneIn(3) && { REFRESH_TOKEN: random.pick(world.valuesOf('RefreshToken')) }),
    ...(random.oneIn(8) && { DEVICE_KEY: random.pick(world.valuesOf('DeviceKey')) }),
    ...(random.oneIn(3) && {
      PREFERRED_CHALLENGE: random.pick(FIRST_FACTORS.filter((name) => name !== 'PASSWORD_SRP')),
    }),
    ...(random.oneIn(20) && { SECRET_HASH: 'c2VncmVkbw==' }),
  }
  const isHandshake = random.oneIn(HANDSHAKE_ONE_IN)
  const input = {
    ClientId: random.pick(world.valuesOf('ClientId')),
    AuthFlow: isHandshake ? 'USER_SRP_AUTH' : random.pick(FLOWS),
    AuthParameters: isHandshake ? { ...parameters, SRP_A: random.pick(SRP_A) } : parameters,
  }
  return { operation: 'InitiateAuth', body: bodyOf(random, input) }
}

/** Creates an answer to a challenge from an earlier response, sometimes with the name of another challenge. */
export async function makeAnswer(random: Random, world: World): Promise<Call> {
  const asked = random.pick(random.oneIn(6) ? world.challenges : world.challenges.slice(-4)) ?? {}
  const other = random.oneIn(6) ? random.pick(world.challenges) : asked
  const input = {
    ClientId: random.oneIn(9) ? random.pick(world.valuesOf('ClientId')) : asked['ClientId'],
    ChallengeName: other?.['ChallengeName'] ?? 'PASSWORD',
    Session: asked['Session'],
    ChallengeResponses: await world.responsesTo(asked),
  }
  return { operation: 'RespondToAuthChallenge', body: bodyOf(random, input) }
}

const PATHS = [
  '/',
  '/local_Open1/.well-known/jwks.json',
  '/local_None1/.well-known/jwks.json',
  '/local_Open1/.well-known/openid-configuration',
  '/_emulator/outbox',
  '/_emulator/clock',
  '/_emulator/faults',
  '/_emulator/sessions',
  '/health',
  '/nowhere',
]
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'PATCH']
const HEADERS: Record<string, readonly string[]> = {
  'X-Amz-Target': ['AWSCognitoIdentityProviderService.GetUser', 'x', '__proto__', 'AWSCognitoIdentityProviderService.'],
  Origin: ['http://localhost', 'null', 'https://example.com', '//'],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'none'],
  'Content-Type': ['application/x-amz-json-1.1', 'text/plain', 'multipart/form-data'],
  'X-Emulator-Admin-Key': ['', 'x'],
  Host: ['localhost', '127.x.0.1', 'a b', '[::1', 'example.com', ''],
  'Access-Control-Request-Method': ['PUT', 'x'],
}
const CONTROLS = [{ advanceSeconds: 1 }, { operation: 'GetUser', times: 1, fault: { kind: 'throttle' } }, {}]

/** Creates a request to a random path, which can be one of the emulator's controls. */
export function makeVisit(random: Random): Visit {
  const method = random.pick(METHODS)
  const chosen = random.pick(PATHS)
  const path = random.oneIn(4) ? `/${toPath(mutateText(random, chosen))}` : chosen
  const headers: Record<string, string> = {}
  for (let count = random.below(4); count > 0; count -= 1) {
    const name = random.pick(Object.keys(HEADERS))
    headers[name] = toHeader(random.oneIn(4) ? mutateText(random, name) : random.pick(HEADERS[name] ?? ['']))
  }
  const visit = { method, path: random.oneIn(8) ? `${path}?${toPath(random.bytes())}` : path, headers }
  if (method === 'GET' || method === 'HEAD') return visit
  return { ...visit, body: bodyOf(random, random.pick(CONTROLS)), ...(random.oneIn(20) && { breaksOff: true }) }
}

function bodyOf(random: Random, input: object): string {
  if (random.oneIn(3_000)) return hugeText(random)
  if (random.oneIn(50)) return random.bytes()
  const text = JSON.stringify(random.oneIn(3) ? mutate(random, input) : input) ?? ''
  if (random.oneIn(500))
    return text.replace(/""|"[^"]+"$/, `"${random.pick(['x', '[', 'ã', '\\u0000']).repeat(20_000)}"`)
  return random.oneIn(20) ? mutateText(random, text) : text
}
