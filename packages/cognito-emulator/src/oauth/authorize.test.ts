import { expect, test } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import { answerIn, authorizePath, CALLBACK, createPageVisitor, ORIGIN, post } from '../../test/page-visitor.ts'

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const GOODBYE = 'http://localhost:5173/bye?from=pool'

const emulator = createTestEmulator({
  domain: 'quiz',
  clients: [
    {
      id: 'web',
      callbackUrls: [CALLBACK, `${CALLBACK}?tenant=1`, 'myapp://signed-in'],
      logoutUrls: [GOODBYE],
      oauthScopes: ['openid', 'email', 'bank/read'],
    },
    { id: 'page', callbackUrls: [CALLBACK], oauthFlows: ['implicit'] },
    { id: 'simple', callbackUrls: [CALLBACK], defaultRedirectUri: CALLBACK },
    { id: 'api' },
  ],
  resourceServers: [{ identifier: 'bank', scopes: [{ name: 'read' }] }],
})

const right = { username: 'ana', password: ANA.password }
const open = (path: string, headers: Record<string, string> = {}) =>
  emulator.fetch(new Request(`${ORIGIN}${path}`, { headers }))

test.each<[string, Record<string, string>]>([
  ['an unknown client', { client_id: 'nobody' }],
  ['no client', { client_id: '' }],
  ['a client without pages', { client_id: 'api' }],
  ['an address with a slash more', { redirect_uri: `${CALLBACK}/` }],
  ['another port', { redirect_uri: CALLBACK.replace('5173', '5174') }],
  ['another query', { redirect_uri: `${CALLBACK}?tenant=2` }],
  ['another case', { redirect_uri: CALLBACK.replace('localhost', 'LOCALHOST') }],
  ['a user before the host', { redirect_uri: CALLBACK.replace('localhost', 'web@localhost') }],
  ['a fragment', { redirect_uri: `${CALLBACK}#x` }],
  ['a deeper path', { redirect_uri: `${CALLBACK}/../callback` }],
  ['a script', { redirect_uri: 'javascript:alert(1)' }],
  ['no address', { redirect_uri: '' }],
])('%s is shown to the person and sent nowhere', async (_case, parameters) => {
  for (const path of ['/oauth2/authorize', '/login', '/signup', '/forgotPassword']) {
    const response = await open(authorizePath(parameters).replace('/oauth2/authorize', path))
    expect(response.headers.get('location')).toBeNull()
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
})

test.each<[string, Record<string, string>, string]>([
  ['no response type', { response_type: '' }, 'invalid_request'],
  ['a response type that is none', { response_type: 'id_token' }, 'invalid_request'],
  ['a grant that is not the client’s', { response_type: 'token' }, 'unauthorized_client'],
  ['a scope that is not the client’s', { scope: 'openid profile' }, 'invalid_scope'],
  ['a scope that nobody made', { scope: 'openid bank/write' }, 'invalid_scope'],
  ['email without openid', { scope: 'email' }, 'invalid_scope'],
  ['a challenge without a method', { code_challenge: CHALLENGE }, 'invalid_request'],
  ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
  ['a plain challenge', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'invalid_request'],
  ['a malformed challenge', { code_challenge: 'x', code_challenge_method: 'S256' }, 'invalid_request'],
  ['another provider', { identity_provider: 'Google' }, 'invalid_request'],
  ['prompts that exclude each other', { prompt: 'none login' }, 'invalid_request'],
  ['nobody signed in where no page may be shown', { prompt: 'none' }, 'login_required'],
])('of %s the application hears at its address', async (_case, parameters, error) => {
  const response = await open(authorizePath({ state: 'um dois', ...parameters }))
  expect(response.status).toBe(302)
  expect(response.headers.get('location')?.startsWith(`${CALLBACK}?`)).toBe(true)
  expect(answerIn(response)).toEqual({ error, error_description: expect.any(String), state: 'um dois' })
})

test('a parameter that is given twice is refused', async () => {
  expect(answerIn(await open(`${authorizePath()}&scope=openid&scope=email`))['error']).toBe('invalid_request')
  expect((await open(`${authorizePath()}&redirect_uri=http://evil.test/`)).headers.get('location')).toBeNull()
})

test('an address keeps its query, and need not be http', async () => {
  for (const redirectUri of [`${CALLBACK}?tenant=1`, 'myapp://signed-in']) {
    const visitor = createPageVisitor(emulator)
    await visitor.open(authorizePath({ redirect_uri: redirectUri }))
    const location = (await visitor.submit(right)).headers.get('location') ?? ''
    expect(location.startsWith(redirectUri.includes('?') ? `${redirectUri}&code=` : `${redirectUri}?code=`)).toBe(true)
  }
})

test('a client with a default address need not name it', async () => {
  const visitor = createPageVisitor(emulator)
  await visitor.open('/oauth2/authorize?response_type=code&client_id=simple')
  expect((await visitor.submit(right)).headers.get('location')?.startsWith(`${CALLBACK}?code=`)).toBe(true)
})

test('the implicit grant brings tokens in the fragment, and none to refresh them by', async () => {
  const visitor = createPageVisitor(emulator)
  await visitor.open(
    authorizePath({ client_id: 'page', response_type: 'token', nonce: 'n', state: 's', scope: 'openid' }),
  )
  const response = await visitor.submit(right)
  expect(new URL(response.headers.get('location') ?? '').search).toBe('')
  const answer = answerIn(response)
  expect(Object.keys(answer)).toEqual(['id_token', 'access_token', 'token_type', 'expires_in', 'state'])
  expect(claimsOf(answer['id_token'])).toMatchObject({ nonce: 'n', aud: 'page' })
})

test('the request may come as a form', async () => {
  const visitor = createPageVisitor(emulator)
  const [path = '', body = ''] = authorizePath({ login_hint: '"><b>ana' }).split('?')
  await visitor.open(path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
  expect(visitor.html).toContain('value="&quot;&gt;&lt;b&gt;ana"')
})

test('signing out ends the session of the browser and leads to a registered address', async () => {
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath())
  await visitor.submit(right)
  const cookie = visitor.cookies.get('cognito') ?? ''
  const response = await visitor.open(`/logout?client_id=web&logout_uri=${encodeURIComponent(GOODBYE)}`)
  expect(response.headers.get('location')).toBe(GOODBYE)
  expect(visitor.cookies.has('cognito')).toBe(false)
  visitor.cookies.set('cognito', cookie)
  expect(answerIn(await visitor.open(authorizePath({ prompt: 'none' })))['error']).toBe('login_required')
})

test('signing out may lead back to the sign-in, as another person', async () => {
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath())
  await visitor.submit(right)
  await visitor.open(authorizePath({ state: 's' }).replace('/oauth2/authorize', '/logout'))
  expect(visitor.html).toContain('name="password"')
  expect(answerIn(await visitor.submit(right))).toMatchObject({ state: 's' })
})

test.each([
  ['an address that is not registered', `client_id=web&logout_uri=${encodeURIComponent(`${GOODBYE}&x=1`)}`],
  ['an address with a slash more', `client_id=web&logout_uri=${encodeURIComponent('http://localhost:5173/bye/')}`],
  ['no client', `logout_uri=${encodeURIComponent(GOODBYE)}`],
  ['a callback address', `client_id=web&logout_uri=${encodeURIComponent(CALLBACK)}`],
  ['nothing to go to', 'client_id=web'],
])('signing out leads nowhere for %s', async (_case, query) => {
  const response = await open(`/logout?${query}`)
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
})

test('at a pool’s own domain only its clients are known', async () => {
  const at = (host: string) => open(authorizePath(), { host })
  expect((await at('quiz.auth.local.amazoncognito.com')).status).toBe(302)
  expect((await at('other.auth.local.amazoncognito.com')).status).toBe(400)
})

test('a client of other providers only has no page to sign in on', async () => {
  const create = { UserPoolId: POOL_ID, ClientName: 'other', CallbackURLs: [CALLBACK], AllowedOAuthFlows: ['code'] }
  await call(emulator, 'CreateIdentityProvider', {
    UserPoolId: POOL_ID,
    ProviderName: 'Google',
    ProviderType: 'Google',
    ProviderDetails: { client_id: 'a', client_secret: 'b', authorize_scopes: 'openid' },
  })
  const { UserPoolClient } = await call<{ UserPoolClient: { ClientId: string } }>(emulator, 'CreateUserPoolClient', {
    ...create,
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthScopes: ['openid'],
    SupportedIdentityProviders: ['Google'],
  })
  const response = await open(authorizePath({ client_id: UserPoolClient.ClientId }))
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('Login pages unavailable.')])
})

test('beside a site, pages are served by the names, to the origins and in the sizes of that site', async () => {
  const closed = createTestEmulator(
    { clients: [{ id: 'web', callbackUrls: [CALLBACK] }] },
    { sameOrigin: true, allowedHosts: ['quiz.test'], maxBodyBytes: 100 },
  )
  const ask = (url: string, headers: Record<string, string> = {}) => closed.fetch(new Request(url, { headers }))
  expect((await ask(`http://quiz.test${authorizePath()}`)).status).toBe(302)
  expect((await ask(`http://evil.test${authorizePath()}`)).status).toBe(421)
  const userInfo = await ask('http://quiz.test/oauth2/userInfo', { origin: 'http://evil.test' })
  expect([userInfo.status, userInfo.headers.get('access-control-allow-origin')]).toEqual([403, null])
  expect(await post(closed, '/oauth2/token', { grant_type: 'x'.repeat(100) })).toMatchObject({ status: 413 })
})
