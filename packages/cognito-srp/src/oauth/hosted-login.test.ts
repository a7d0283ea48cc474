import { afterEach, expect, test, vi } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { CALLBACK, DOMAIN, HostedPage, hostedWorld, leave, requestOf } from '../../test/hosted-page.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { createCognitoClient } from '../client.ts'
import { createHostedLogin } from './index.ts'

afterEach(() => vi.unstubAllGlobals())

const VALID = { domain: 'auth.example', redirectUri: CALLBACK }

test('createHostedLogin works without a browser page', () => {
  const { client } = testClient()
  expect(createHostedLogin(client, VALID)).toBeTypeOf('object')
})

test('redirect, popup, complete and signOut reject with a ConfigurationError on a server', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens()) })
  const stored = storage.items.size
  const hosted = createHostedLogin(client, { ...VALID, signOutUri: 'https://app.example/bye' })
  const outcomes = [
    hosted.redirect(),
    hosted.popup(),
    hosted.complete(`${CALLBACK}?code=1&state=x`),
    hosted.signOut({ scope: 'revoke' }),
  ]
  for (const outcome of outcomes) expect(await rejection(outcome)).toMatchObject({ name: 'ConfigurationError' })
  expect([pool.requests, storage.items.size]).toEqual([[], stored])
})

test('redirect sends an authorization request with PKCE, a state and a nonce', async () => {
  const world = hostedWorld()
  await leave(world)
  expect(world.page.left[0]?.startsWith(`${DOMAIN}/oauth2/authorize?`)).toBe(true)
  expect(Object.fromEntries(requestOf(world.page))).toEqual({
    response_type: 'code',
    client_id: 'web',
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('every authorization request contains a new state, nonce and code challenge, but never the code verifier', async () => {
  const world = hostedWorld()
  const values: (string | null)[] = []
  for (let index = 0; index < 2; index++) {
    await leave(world)
    for (const name of ['state', 'nonce', 'code_challenge']) values.push(requestOf(world.page).get(name))
  }
  expect(new Set(values).size).toBe(6)
  const [kept = ''] = world.page.session.items.values()
  const verifiers = (JSON.parse(kept) as { verifier: string }[]).map(({ verifier }) => verifier)
  expect(new Set(verifiers).size).toBe(2)
  for (const verifier of verifiers) expect(world.page.left.join()).not.toContain(verifier)
})

test('redirect sends its options, except returnTo, as parameters of the authorization request', async () => {
  const world = hostedWorld({ scopes: ['openid', 'aws.cognito.signin.user.admin'] })
  await leave(world, {
    provider: 'Google',
    prompt: 'login',
    loginHint: 'ana@example.com',
    lang: 'pt-BR',
    acrValues: ['urn:cognito:loa:3', 'urn:cognito:loa:2'],
    maxAgeSeconds: 0,
    returnTo: '/account',
  })
  expect(Object.fromEntries(requestOf(world.page))).toMatchObject({
    scope: 'openid aws.cognito.signin.user.admin',
    identity_provider: 'Google',
    prompt: 'login',
    login_hint: 'ana@example.com',
    lang: 'pt-BR',
    acr_values: 'urn:cognito:loa:3 urn:cognito:loa:2',
    max_age: '0',
  })
  expect(world.page.left.join()).not.toContain('account')
})

test.each<[string, Record<string, unknown>]>([
  ['an unknown option', { acr_values: [] }],
  ['timeoutMs, which only popup has', { timeoutMs: 1000 }],
  ['an empty provider', { provider: '' }],
  ['a provider that is not a string', { provider: 1 }],
  ['an unknown prompt', { prompt: 'maybe' }],
  ['an empty loginHint', { loginHint: '' }],
  ['a lang that is not a language', { lang: 'pt&x=1' }],
  ['acrValues that are not a list', { acrValues: 'urn:cognito:loa:3' }],
  ['an array-like object as acrValues', { acrValues: { 0: 'a', length: 1 } }],
  ['no level in acrValues', { acrValues: [] }],
  ['a level with a space', { acrValues: ['a b'] }],
  ['a negative maxAgeSeconds', { maxAgeSeconds: -1 }],
  ['a fraction as maxAgeSeconds', { maxAgeSeconds: 0.5 }],
  ['an infinite maxAgeSeconds', { maxAgeSeconds: Infinity }],
  ['a maxAgeSeconds that is a string', { maxAgeSeconds: '60' }],
  ['another site as returnTo', { returnTo: 'https://evil.example/' }],
  ['a returnTo without a slash', { returnTo: 'account' }],
  ['a returnTo that names a host', { returnTo: '//evil.example' }],
  ['a returnTo that names a host after a backslash', { returnTo: '/\\evil.example' }],
  ['a returnTo that names a host after a tab', { returnTo: '/\t/evil.example' }],
  ['a returnTo that names a host after a dot', { returnTo: '/.//evil.example' }],
  ['an unreadable returnTo', { returnTo: '//[' }],
  ['an empty returnTo', { returnTo: '' }],
])('with %s, redirect and popup reject with a ConfigurationError and open nothing', async (_case, options) => {
  const { hosted, page } = hostedWorld()
  expect(await rejection(hosted.redirect(options))).toMatchObject({ name: 'ConfigurationError' })
  if (!('timeoutMs' in options)) {
    expect(await rejection(hosted.popup(options))).toMatchObject({ name: 'ConfigurationError' })
  }
  expect([page.left, page.popups]).toEqual([[], []])
})

test.each([0, -1, Number.NaN, Infinity, 600_001])(
  'popup rejects with a ConfigurationError if timeoutMs is %d',
  async (timeoutMs) => {
    const { hosted, page } = hostedWorld()
    expect(await rejection(hosted.popup({ timeoutMs }))).toMatchObject({ name: 'ConfigurationError' })
    expect(page.popups).toEqual([])
  },
)

test.each<[string, Record<string, unknown>]>([
  ['an unknown option', { clientId: 'web' }],
  ['no domain', { domain: undefined }],
  ['a domain with a path', { domain: 'https://auth.example/oauth2' }],
  ['a domain with a query', { domain: 'https://auth.example?x=1' }],
  ['a domain over plain HTTP', { domain: 'http://auth.example' }],
  ['a domain with another scheme', { domain: 'ftp://auth.example' }],
  ['a domain with a user name', { domain: 'https://ana@auth.example' }],
  ['no redirectUri', { redirectUri: undefined }],
  ['a redirectUri that is a path', { redirectUri: '/callback' }],
  ['a redirectUri over plain HTTP', { redirectUri: 'http://app.example/callback' }],
  ['a redirectUri with a fragment', { redirectUri: `${CALLBACK}#x` }],
  ['a redirectUri of a native app', { redirectUri: 'myapp://callback' }],
  ['a signOutUri that is a path', { signOutUri: '/' }],
  ['scopes without openid', { scopes: ['email'] }],
  ['a scope with a space', { scopes: ['openid', 'a b'] }],
  ['scopes that are not a list', { scopes: 'openid' }],
])('createHostedLogin with %s throws a ConfigurationError', (_case, config) => {
  const { client } = testClient()
  expect(() => createHostedLogin(client, { ...VALID, ...config })).toThrow(
    expect.objectContaining({ name: 'ConfigurationError' }) as Error,
  )
})

test.each([
  ['auth.example', 'https://auth.example'],
  ['auth.example:8443', 'https://auth.example:8443'],
  ['https://auth.example', 'https://auth.example'],
  ['https://auth.example/', 'https://auth.example'],
  ['http://localhost:9229', 'http://localhost:9229'],
  ['http://pool.localhost:9229', 'http://pool.localhost:9229'],
  ['http://127.0.0.1:9229/', 'http://127.0.0.1:9229'],
  ['http://[::1]:9229', 'http://[::1]:9229'],
])('with the domain %s, redirect opens the hosted pages at %s', async (domain, origin) => {
  const world = hostedWorld({ domain })
  await leave(world)
  expect(world.page.left[0]?.startsWith(`${origin}/oauth2/authorize?`)).toBe(true)
})

test.each([
  ['a client with a secret', { clientSecret: 'secret' }],
  ['a client whose server keeps the session', { endpoint: '/auth/' }],
])('for %s, createHostedLogin throws an error that recommends createHostedRoutes', (_case, config) => {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', ...config })
  expect(() => createHostedLogin(client, VALID)).toThrow(/createHostedRoutes/)
})

test('redirect rejects with a ConfigurationError if redirectUri is on a different origin from the page', async () => {
  const page = new HostedPage('https://www.app.example/')
  const { hosted } = hostedWorld({ page })
  const error = await rejection(hosted.redirect())
  expect(error).toMatchObject({
    name: 'ConfigurationError',
    message: 'redirectUri must be on the same origin as the page (https://www.app.example).',
  })
})

test('redirect and popup reject with a ConfigurationError if the page has no crypto.subtle', async () => {
  const { hosted, page } = hostedWorld()
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const facts = {
    name: 'ConfigurationError',
    message: 'A hosted login requires a browser page over HTTPS or on localhost.',
  }
  expect(await rejection(hosted.redirect())).toMatchObject(facts)
  expect(await rejection(hosted.popup())).toMatchObject(facts)
  expect([page.left, page.popups.map(({ closed }) => closed)]).toEqual([[], [true]])
})

const LOGOUT = `${DOMAIN}/logout?client_id=web&logout_uri=https%3A%2F%2Fapp.example%2Fbye`

test('signOut removes the tokens, revokes them, and then opens /logout', async () => {
  const world = hostedWorld({ client: { items: storedItems(tokens()) } })
  const order: string[] = []
  world.pool.on('RevokeToken', () => {
    order.push(`${world.storage.items.size} items, ${world.page.left.length} addresses`)
    return { json: {} }
  })
  await world.hosted.signOut({ scope: 'revoke' })
  expect(order).toEqual(['0 items, 0 addresses'])
  expect(world.page.left).toEqual([LOGOUT])
})

test('signOut without a scope opens /logout without a request to the pool, whether or not a user is signed in', async () => {
  for (const items of [{}, storedItems(tokens())]) {
    const world = hostedWorld({ client: { items } })
    await world.hosted.signOut()
    expect(world.page.left).toEqual([LOGOUT])
    expect(world.pool.operations).toEqual([])
    expect(world.storage.items.size).toBe(0)
  }
})

test('if the revocation fails, signOut still opens /logout and rejects with the revocation error', async () => {
  const world = hostedWorld({ client: { items: storedItems(tokens()) } })
  world.pool.on('RevokeToken', 'drop')
  expect(await rejection(world.hosted.signOut({ scope: 'revoke' }))).toMatchObject({ name: 'NetworkError' })
  expect(world.page.left).toEqual([LOGOUT])
  expect(world.storage.items.size).toBe(0)
})

test('if the scope is unknown or signOutUri is missing, signOut rejects with a ConfigurationError and the user stays signed in', async () => {
  const world = hostedWorld({ client: { items: storedItems(tokens()) } })
  const stored = world.storage.items.size
  const outcomes = [
    world.hosted.signOut({ scope: 'all' as 'local' }),
    world.reopen({ signOutUri: undefined }).signOut(),
  ]
  for (const outcome of outcomes) expect(await rejection(outcome)).toMatchObject({ name: 'ConfigurationError' })
  expect([world.page.left, world.storage.items.size]).toEqual([[], stored])
})
