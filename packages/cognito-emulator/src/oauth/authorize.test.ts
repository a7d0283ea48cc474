import { expect, test } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import { answerIn, authorizePath, CALLBACK, createPageVisitor, ORIGIN, post } from '../../test/page-visitor.ts'

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const LOGOUT_URL = 'http://localhost:5173/bye?from=pool'

const emulator = createTestEmulator({
  domain: 'quiz',
  clients: [
    {
      id: 'web',
      callbackUrls: [CALLBACK, `${CALLBACK}?tenant=1`, 'myapp://signed-in'],
      logoutUrls: [LOGOUT_URL],
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
  ['an empty client id', { client_id: '' }],
  ['a client that has no callback URLs', { client_id: 'api' }],
  ['a redirect URI with an extra trailing slash', { redirect_uri: `${CALLBACK}/` }],
  ['a redirect URI with a different port', { redirect_uri: CALLBACK.replace('5173', '5174') }],
  ['a redirect URI with a different query', { redirect_uri: `${CALLBACK}?tenant=2` }],
  ['a redirect URI in different case', { redirect_uri: CALLBACK.replace('localhost', 'LOCALHOST') }],
  ['a redirect URI with a user name', { redirect_uri: CALLBACK.replace('localhost', 'web@localhost') }],
  ['a redirect URI with a fragment', { redirect_uri: `${CALLBACK}#x` }],
  ['a redirect URI with a relative path', { redirect_uri: `${CALLBACK}/../callback` }],
  ['a javascript: redirect URI', { redirect_uri: 'javascript:alert(1)' }],
  ['an empty redirect URI', { redirect_uri: '' }],
])('a request with %s gets an error page and no redirect', async (_case, parameters) => {
  for (const path of ['/oauth2/authorize', '/login', '/signup', '/forgotPassword']) {
    const response = await open(authorizePath(parameters).replace('/oauth2/authorize', path))
    expect(response.headers.get('location')).toBeNull()
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
})

test.each<[string, Record<string, string>, string]>([
  ['no response type', { response_type: '' }, 'invalid_request'],
  ['an unsupported response type', { response_type: 'id_token' }, 'invalid_request'],
  ['a grant that the client does not allow', { response_type: 'token' }, 'unauthorized_client'],
  ['a scope that the client does not allow', { scope: 'openid profile' }, 'invalid_scope'],
  ['a scope that does not exist', { scope: 'openid bank/write' }, 'invalid_scope'],
  ['email without openid', { scope: 'email' }, 'invalid_scope'],
  ['a challenge without a method', { code_challenge: CHALLENGE }, 'invalid_request'],
  ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
  ['a plain challenge', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'invalid_request'],
  ['a malformed challenge', { code_challenge: 'x', code_challenge_method: 'S256' }, 'invalid_request'],
  ['another provider', { identity_provider: 'Google' }, 'invalid_request'],
  ['conflicting prompts', { prompt: 'none login' }, 'invalid_request'],
  ['prompt none and no signed-in user', { prompt: 'none' }, 'login_required'],
])('a request with %s redirects to the application with an error', async (_case, parameters, error) => {
  const response = await open(authorizePath({ state: 'um dois', ...parameters }))
  expect(response.status).toBe(302)
  expect(response.headers.get('location')?.startsWith(`${CALLBACK}?`)).toBe(true)
  expect(answerIn(response)).toEqual({ error, error_description: expect.any(String), state: 'um dois' })
})

test('/oauth2/authorize rejects a repeated parameter', async () => {
  expect(answerIn(await open(`${authorizePath()}&scope=openid&scope=email`))['error']).toBe('invalid_request')
  expect((await open(`${authorizePath()}&redirect_uri=http://evil.test/`)).headers.get('location')).toBeNull()
})

test('a redirect URI keeps its query and can have a custom scheme', async () => {
  for (const redirectUri of [`${CALLBACK}?tenant=1`, 'myapp://signed-in']) {
    const visitor = createPageVisitor(emulator)
    await visitor.open(authorizePath({ redirect_uri: redirectUri }))
    const location = (await visitor.submit(right)).headers.get('location') ?? ''
    expect(location.startsWith(redirectUri.includes('?') ? `${redirectUri}&code=` : `${redirectUri}?code=`)).toBe(true)
  }
})

test('redirect_uri is optional for a client with a default redirect URI', async () => {
  const visitor = createPageVisitor(emulator)
  await visitor.open('/oauth2/authorize?response_type=code&client_id=simple')
  expect((await visitor.submit(right)).headers.get('location')?.startsWith(`${CALLBACK}?code=`)).toBe(true)
})

test('the implicit grant returns tokens in the fragment, without a refresh token', async () => {
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

test('/oauth2/authorize accepts a POST request with a form', async () => {
  const visitor = createPageVisitor(emulator)
  const [path = '', body = ''] = authorizePath({ login_hint: '"><b>ana' }).split('?')
  await visitor.open(path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
  expect(visitor.html).toContain('value="&quot;&gt;&lt;b&gt;ana"')
})

test('/logout ends the browser session and redirects to a registered URL', async () => {
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath())
  await visitor.submit(right)
  const cookie = visitor.cookies.get('cognito') ?? ''
  const response = await visitor.open(`/logout?client_id=web&logout_uri=${encodeURIComponent(LOGOUT_URL)}`)
  expect(response.headers.get('location')).toBe(LOGOUT_URL)
  expect(visitor.cookies.has('cognito')).toBe(false)
  visitor.cookies.set('cognito', cookie)
  expect(answerIn(await visitor.open(authorizePath({ prompt: 'none' })))['error']).toBe('login_required')
})

test('/logout with authorization parameters shows the sign-in page again', async () => {
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath())
  await visitor.submit(right)
  await visitor.open(authorizePath({ state: 's' }).replace('/oauth2/authorize', '/logout'))
  expect(visitor.html).toContain('name="password"')
  expect(answerIn(await visitor.submit(right))).toMatchObject({ state: 's' })
})

test.each([
  ['a URL that is not registered', `client_id=web&logout_uri=${encodeURIComponent(`${LOGOUT_URL}&x=1`)}`],
  [
    'a URL with an extra trailing slash',
    `client_id=web&logout_uri=${encodeURIComponent('http://localhost:5173/bye/')}`,
  ],
  ['no client id', `logout_uri=${encodeURIComponent(LOGOUT_URL)}`],
  ['a callback URL', `client_id=web&logout_uri=${encodeURIComponent(CALLBACK)}`],
  ['no URL and no authorization parameters', 'client_id=web'],
])('/logout with %s does not redirect', async (_case, query) => {
  const response = await open(`/logout?${query}`)
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
})

test("an authorization request to the pool's domain succeeds, and a request to another domain fails", async () => {
  const at = (host: string) => open(authorizePath(), { host })
  expect((await at('quiz.auth.local.amazoncognito.com')).status).toBe(302)
  expect((await at('other.auth.local.amazoncognito.com')).status).toBe(400)
})

test("a request to a pool's domain with a client of another pool gets an error page and no redirect", async () => {
  const client = { callbackUrls: [CALLBACK], logoutUrls: [LOGOUT_URL] }
  const userPools = [
    { id: POOL_ID, domain: 'quiz', clients: [{ id: 'web', ...client }] },
    { id: 'local_Pool2', domain: 'bank', clients: [{ id: 'bank', ...client }] },
  ]
  const pools = createTestEmulator({}, { userPools })
  const logout = (clientId: string) => `/logout?client_id=${clientId}&logout_uri=${encodeURIComponent(LOGOUT_URL)}`
  for (const path of [(clientId: string) => authorizePath({ client_id: clientId }), logout]) {
    const ask = (clientId: string) =>
      pools.fetch(new Request(`${ORIGIN}${path(clientId)}`, { headers: { host: 'bank.auth.local.amazoncognito.com' } }))
    expect((await ask('bank')).status).toBe(302)
    const response = await ask('web')
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  }
})

test("/oauth2/authorize shows an error page if the client's only identity provider was deleted", async () => {
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
  await call(emulator, 'DeleteIdentityProvider', { UserPoolId: POOL_ID, ProviderName: 'Google' })
  const response = await open(authorizePath({ client_id: UserPoolClient.ClientId }))
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('Login pages unavailable.')])
})

test('sameOrigin, allowedHosts and maxBodyBytes apply to the pages and OAuth endpoints', async () => {
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
