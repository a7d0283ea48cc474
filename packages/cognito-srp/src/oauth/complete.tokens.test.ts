import { afterEach, expect, test, vi } from 'vitest'

import { MapStorage, rejection } from '../../test/clients.ts'
import { callbackOf, comeBack, hostedWorld, leave, nonceOf } from '../../test/hosted-page.ts'
import { tokenBody, type TokenAnswer } from '../../test/token-endpoint.ts'
import { NOW_SECONDS } from '../../test/tokens.ts'

afterEach(() => vi.unstubAllGlobals())

const OLD = { error: 'invalid_grant', error_description: 'Invalid code' }

test.each<[string, TokenAnswer, object]>([
  [
    'invalid_grant',
    { status: 400, body: OLD },
    { name: 'HostedLoginError', reason: 'code-rejected', error: 'invalid_grant', errorDescription: 'Invalid code' },
  ],
  [
    'unauthorized_client',
    { status: 400, body: { error: 'unauthorized_client' } },
    { name: 'HostedLoginError', reason: 'pool-error', error: 'unauthorized_client' },
  ],
  ['a page of a proxy', { status: 502, body: '<html>' }, { name: 'HostedLoginError', reason: 'pool-error' }],
  ['a success without tokens', { body: {} }, { name: 'SessionError', reason: 'foreign-tokens' }],
  ['a success that is not JSON', { body: '<html>' }, { name: 'SessionError', reason: 'foreign-tokens' }],
  ['a dropped connection', 'drop', { name: 'NetworkError', host: 'auth.example' }],
])('complete rejects and stores nothing after %s at the token endpoint', async (_case, answer, facts) => {
  const storage = new MapStorage()
  const world = hostedWorld({ script: () => answer, client: { storage } })
  await leave(world)
  expect(await rejection(comeBack(world))).toMatchObject(facts)
  expect(storage.items.size).toBe(0)
})

test('complete rejects with a TimeoutError if the token endpoint does not respond', async () => {
  const world = hostedWorld({ script: () => 'hang', client: { timeoutMs: 5 } })
  await leave(world)
  expect(await rejection(comeBack(world))).toMatchObject({ name: 'TimeoutError', host: 'auth.example' })
})

test('complete rejects with the abort reason of its signal', async () => {
  const world = hostedWorld({ script: () => 'hang' })
  await leave(world)
  const controller = new AbortController()
  const address = callbackOf(world.page)
  const completing = world.hosted.complete(address, { signal: controller.signal })
  controller.abort('enough')
  expect(await rejection(completing)).toBe('enough')
})

const FOREIGN = { name: 'SessionError', reason: 'foreign-tokens' }
const INVALID = { name: 'HostedLoginError', reason: 'pool-error' }
const NONCE = { name: 'HostedLoginError', reason: 'nonce-mismatch' }

test.each<[string, (nonce: string) => object, object]>([
  ['with the nonce of another sign-in', () => tokenBody({ nonce: 'other' }), NONCE],
  ['without a nonce', () => tokenBody({}), NONCE],
  ['of another pool', (nonce) => tokenBody({ nonce, iss: 'https://id.example/local_Pool2' }), FOREIGN],
  ['of another app client', (nonce) => tokenBody({ nonce, aud: 'other' }), FOREIGN],
  ['without an issuer', (nonce) => tokenBody({ nonce, iss: undefined }), INVALID],
  ['without an audience', (nonce) => tokenBody({ nonce, aud: undefined }), INVALID],
  ['without a time of issue', (nonce) => tokenBody({ nonce, iat: undefined }), INVALID],
  ['that has expired', (nonce) => tokenBody({ nonce, exp: 1 }), INVALID],
  ['of another user than the access token', (nonce) => tokenBody({ nonce }, { sub: 'bia' }), FOREIGN],
  ['of another sign-in than the access token', (nonce) => tokenBody({ nonce }, { origin_jti: 'other' }), FOREIGN],
  ['that is an access token', (nonce) => tokenBody({ nonce, token_use: 'access' }), FOREIGN],
  ['without a signature algorithm', (nonce) => unsigned(tokenBody({ nonce })), INVALID],
])('complete rejects an id token %s, and stores nothing', async (_case, body, facts) => {
  const storage = new MapStorage()
  const world = hostedWorld({ script: () => ({ body: body(nonceOf(world.page)) }), client: { storage } })
  await leave(world)
  const error = await rejection(comeBack(world))
  expect(error).toMatchObject(facts)
  expect(JSON.stringify(error)).not.toMatch(/eyJ|refresh-1|code-1/)
  expect(storage.items.size).toBe(0)
})

function unsigned(body: Record<string, unknown>): object {
  const [, claims] = String(body['id_token']).split('.')
  return { ...body, id_token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.` }
}

test.each([
  ['resolves', 0, 30, { returnTo: '/' }],
  ['rejects', 0, 31, INVALID],
  ['resolves', 300, 330, { returnTo: '/' }],
])(
  'complete %s if maxAgeSeconds is %i and the user signed in %i seconds before the tokens were issued',
  async (_outcome, maxAgeSeconds, age, facts) => {
    const world = hostedWorld({
      script: () => ({ body: tokenBody({ nonce: nonceOf(world.page), auth_time: NOW_SECONDS - age }) }),
    })
    await leave(world, { maxAgeSeconds })
    const outcome = await comeBack(world).catch((error: unknown) => error)
    expect(outcome).toMatchObject(facts)
  },
)

test('a user can sign in on a device whose clock is a day ahead', async () => {
  const world = hostedWorld()
  world.clock.nowMs += 86_400_000
  await leave(world)
  expect(await comeBack(world)).toMatchObject({ session: { clockDriftSeconds: 86_400 } })
})
