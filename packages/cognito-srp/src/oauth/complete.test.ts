import { afterEach, expect, test, vi } from 'vitest'

import { rejection } from '../../test/clients.ts'
import { CALLBACK, callbackOf, comeBack, DOMAIN, hostedWorld, leave, nonceOf } from '../../test/hosted-page.ts'
import { tokenBody } from '../../test/token-endpoint.ts'
import { getSession } from '../session/get-session.ts'
import { onAuthChange } from '../session/events.ts'
import type { AuthEvent } from '../session/session.ts'

afterEach(() => vi.unstubAllGlobals())

test('complete stores the session that it returns, and emits a signedIn event', async () => {
  const world = hostedWorld()
  const events: AuthEvent[] = []
  const stop = onAuthChange(world.client, (event) => events.push(event))
  await leave(world, { returnTo: '/account?tab=1#name' })
  const result = await comeBack(world)
  expect(result).toMatchObject({
    session: { username: 'ana', refreshToken: 'refresh-1' },
    returnTo: '/account?tab=1#name',
  })
  expect(await getSession(world.client)).toEqual(result?.session)
  expect(events).toEqual([{ type: 'signedIn', username: 'ana' }])
  stop()
})

test('the token request contains the code, the code verifier and the exact redirect URI, but no client secret', async () => {
  const world = hostedWorld({ redirectUri: `${CALLBACK}?tenant=1` })
  await leave(world)
  const sent = new URL(world.page.left[0] ?? '').searchParams
  const address = `${CALLBACK}?${new URLSearchParams({ tenant: '1', code: 'code-1', state: sent.get('state') ?? '' })}`
  world.page.open(address)
  await world.hosted.complete(address)
  const [request] = world.requests
  expect(request?.url).toBe(`${DOMAIN}/oauth2/token`)
  expect(request?.headers['authorization']).toBeUndefined()
  expect(Object.fromEntries(request?.body ?? [])).toEqual({
    grant_type: 'authorization_code',
    client_id: 'web',
    redirect_uri: `${CALLBACK}?tenant=1`,
    code: 'code-1',
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  })
  const verifier = request?.body.get('code_verifier') ?? ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  expect(sent.get('code_challenge')).toBe(Buffer.from(digest).toString('base64url'))
  expect(world.page.address).toBe(`${CALLBACK}?tenant=1`)
})

test('getSession refreshes the tokens from a hosted login', async () => {
  const world = hostedWorld()
  await leave(world)
  await comeBack(world)
  const renewed = tokenBody({ nonce: undefined })
  world.pool.on('GetTokensFromRefreshToken', {
    json: { AuthenticationResult: { IdToken: renewed['id_token'], AccessToken: renewed['access_token'] } },
  })
  expect(await getSession(world.client, { forceRefresh: true })).toMatchObject({ username: 'ana' })
  expect(world.pool.payload('GetTokensFromRefreshToken')).toMatchObject({ RefreshToken: 'refresh-1' })
})

test.each([
  'https://app.example/',
  'https://app.example/callback',
  'https://app.example/callback?tenant=1&state=x',
  'https://app.example/other?code=1&state=x',
  'https://other.example/callback?code=1&state=x',
  '/callback?code=1&state=x',
  '',
])('complete returns null for %j, which contains no authorization response to redirectUri', async (address) => {
  const world = hostedWorld()
  expect(await world.hosted.complete(address)).toBeNull()
})

test.each([
  ['undefined', undefined],
  ['null', null],
  ['a URL object', new URL(`${CALLBACK}?code=1&state=x`)],
])('complete rejects with a ConfigurationError if the address is %s', async (_case, address) => {
  const { hosted } = hostedWorld()
  expect(await rejection(hosted.complete(address as never))).toMatchObject({ name: 'ConfigurationError' })
})

test('before the code exchange, complete removes only the parameters of the authorization response from the URL and the history', async () => {
  const seen: string[] = []
  const world = hostedWorld({
    script: () => {
      seen.push(...world.page.history)
      return { body: tokenBody({ nonce: nonceOf(world.page) }) }
    },
  })
  await leave(world)
  const address = callbackOf(world.page, { tab: 'a', iss: 'https://id.example/local_Pool1' })
  world.page.open(address)
  await world.hosted.complete(address)
  expect(seen).toEqual(['https://app.example/', `${CALLBACK}?tab=a`])
})

test('complete removes the code and the state from the URL even if the sign-in fails', async () => {
  const world = hostedWorld()
  world.page.open(`${CALLBACK}?code=1&state=unknown`)
  await rejection(world.hosted.complete(world.page.address))
  expect(world.page.history).toEqual(['https://app.example/', CALLBACK])
})

test.each<[string, (address: string) => string]>([
  ['of another browser', (address) => address.replace(/state=[^&]*/, 'state=other')],
  ['without a state', (address) => address.replace(/&state=[^&]*/, '')],
  ['with an empty state', (address) => address.replace(/state=[^&]*/, 'state=')],
  ['with two states', (address) => `${address}&state=other`],
  ['with two codes', (address) => `${address}&code=other`],
  ['of another issuer', (address) => `${address}&iss=https%3A%2F%2Fid.example%2Flocal_Pool2`],
])('complete rejects an authorization response %s with state-mismatch and sends no code', async (_case, change) => {
  const world = hostedWorld()
  await leave(world)
  const address = change(callbackOf(world.page))
  world.page.open(address)
  const error = await rejection(world.hosted.complete(address))
  expect(error).toMatchObject({ name: 'HostedLoginError', reason: 'state-mismatch' })
  expect(world.requests).toEqual([])
})

test('complete does not send the code of a sign-in that another tab or browser started', async () => {
  const [world, other] = [hostedWorld(), hostedWorld()]
  await leave(other)
  const address = callbackOf(other.page)
  world.page.show()
  expect(await rejection(world.hosted.complete(address))).toMatchObject({ reason: 'state-mismatch' })
  expect([world.requests, other.requests]).toEqual([[], []])
})

test('complete sends a code only once, even if the callback URL is opened twice', async () => {
  const world = hostedWorld()
  await leave(world)
  const address = callbackOf(world.page)
  expect(await comeBack(world)).not.toBeNull()
  for (const hosted of [world.hosted, world.reopen()]) {
    expect(await rejection(hosted.complete(address))).toMatchObject({ reason: 'state-mismatch' })
  }
  expect(world.requests).toHaveLength(1)
})

// React’s StrictMode runs effects twice.
test('during the code exchange, a second call to complete with the current URL returns the result of the first call', async () => {
  const world = hostedWorld()
  await leave(world)
  world.page.open(callbackOf(world.page))
  const [first, second] = [world.hosted.complete(world.page.address), world.hosted.complete(world.page.address)]
  expect(await second).toBe(await first)
  expect(await first).not.toBeNull()
  expect(world.requests).toHaveLength(1)
  expect(await world.hosted.complete(world.page.address)).toBeNull()
})

test('during the code exchange, a second call to complete with the callback URL returns the result of the first call', async () => {
  const world = hostedWorld()
  await leave(world)
  const address = callbackOf(world.page)
  world.page.open(address)
  const [first, second] = [world.hosted.complete(address), world.hosted.complete(address)]
  expect(await second).toBe(await first)
  expect(await first).not.toBeNull()
  expect(world.requests).toHaveLength(1)
})

test('a tab can complete two pending sign-ins, each with its own returnTo', async () => {
  const world = hostedWorld()
  await leave(world, { returnTo: '/one' })
  const [first, nonce] = [callbackOf(world.page), nonceOf(world.page)]
  await leave(world, { returnTo: '/two' })
  expect(await comeBack(world)).toMatchObject({ returnTo: '/two' })
  const other = hostedWorld({ page: world.page, script: () => ({ body: tokenBody({ nonce }) }) })
  expect(await other.hosted.complete(first)).toMatchObject({ returnTo: '/one' })
})

test('a tab stores at most five pending sign-ins', async () => {
  const world = hostedWorld()
  const addresses: string[] = []
  for (let index = 0; index < 6; index++) {
    await leave(world)
    addresses.push(callbackOf(world.page))
  }
  expect(await rejection(world.hosted.complete(addresses[0] ?? ''))).toMatchObject({ reason: 'state-mismatch' })
  expect(await rejection(world.hosted.complete(addresses[1] ?? ''))).toMatchObject({ reason: 'nonce-mismatch' })
})

test.each([
  [600_000, 'resolves', { returnTo: '/' }],
  [600_001, 'rejects with timeout', { name: 'HostedLoginError', reason: 'timeout' }],
  [-600_000, 'resolves', { returnTo: '/' }],
  [-600_001, 'rejects with timeout', { name: 'HostedLoginError', reason: 'timeout' }],
])('if the clock changes by %i ms between redirect and complete, complete %s', async (delayMs, _outcome, facts) => {
  const world = hostedWorld()
  await leave(world)
  world.clock.nowMs += delayMs
  const outcome = await comeBack(world).catch((error: unknown) => error)
  expect(outcome).toMatchObject(facts)
})

test.each<[string, Record<string, string>, object]>([
  ['access_denied', {}, { reason: 'cancelled', error: 'access_denied' }],
  [
    'invalid_request',
    { error_description: 'Google Error - 400' },
    { reason: 'pool-error', error: 'invalid_request', errorDescription: 'Google Error - 400' },
  ],
  ['login_required', {}, { reason: 'pool-error', error: 'login_required' }],
])(
  'complete rejects the authorization response error=%s with a HostedLoginError that contains the reason and the pool’s error',
  async (error, more, facts) => {
    const world = hostedWorld()
    await leave(world)
    expect(await rejection(comeBack(world, { code: '', error, ...more }))).toMatchObject({
      name: 'HostedLoginError',
      ...facts,
    })
    expect(world.requests).toEqual([])
  },
)

test('complete rejects with state-mismatch if an error response has an unknown state', async () => {
  const world = hostedWorld()
  const error = await rejection(world.hosted.complete(`${CALLBACK}?error=access_denied&state=x`))
  expect(error).toMatchObject({ reason: 'state-mismatch' })
})

test('complete ignores a stored returnTo that points to another site', async () => {
  const world = hostedWorld()
  await leave(world, { returnTo: '/account' })
  const [key, kept] = [...world.page.session.items][0] ?? ['', '']
  world.page.session.setItem(key, kept.replace('/account', '//evil.example'))
  expect(await comeBack(world)).toMatchObject({ returnTo: '/' })
})

test('complete rejects with state-mismatch if the stored sign-ins are corrupted', async () => {
  for (const damaged of ['{', 'null', '[{"state":1}]', '{"state":"x"}']) {
    const world = hostedWorld()
    await leave(world)
    const [key = ''] = world.page.session.items.keys()
    world.page.session.setItem(key, damaged)
    expect(await rejection(comeBack(world))).toMatchObject({ reason: 'state-mismatch' })
  }
})

test('redirect and complete reject with a StorageError if sessionStorage is blocked', async () => {
  const world = hostedWorld({
    storage: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
  })
  expect(await rejection(world.hosted.redirect())).toMatchObject({ name: 'StorageError' })
  const error = await rejection(world.hosted.complete(`${CALLBACK}?code=1&state=x`))
  expect(error).toMatchObject({ name: 'StorageError' })
})
