import { expect, test } from 'vitest'

import { answerTo, CALLBACK, hostedServer } from '../../test/hosted-servers.ts'
import { ORIGIN, SECRET, TestBrowser } from '../../test/session-handlers.ts'
import { tokenBody, type TokenScript } from '../../test/token-endpoint.ts'
import { tokens } from '../../test/tokens.ts'
import { memoryStore, type HostedRoutesConfig } from './index.ts'

test('callback starts a session and redirects to the path that login received as returnTo', async () => {
  const server = hostedServer({ handler: { clientSecret: 'client-secret' } })
  const request = await server.login('?returnTo=/account%3Ftab=1')
  expect(Object.fromEntries(request)).toMatchObject({
    response_type: 'code',
    client_id: 'web',
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  })
  expect(await server.comeBack(answerTo(request))).toBe('/account?tab=1')
  expect(await server.sessions.readSession(server.browser.source)).toMatchObject({ username: 'ana' })
  expect((await server.browser.send('/auth/session')).body).toMatchObject({ session: { idToken: expect.any(String) } })
  expect([...server.browser.cookies.keys()].every((name) => name.startsWith('__Host-session.'))).toBe(true)
})

test('the page receives no signed token, authorization code, PKCE verifier, nonce or secret', async () => {
  const server = hostedServer({ handler: { clientSecret: 'client-secret' } })
  const request = await server.login()
  const cookies = server.browser.cookieHeader
  const response = await server.handle(
    new Request(`${CALLBACK}?${new URLSearchParams({ code: 'code-1', state: request.get('state') ?? '' })}`, {
      headers: { cookie: cookies },
    }),
  )
  server.browser.keep(response.headers.getSetCookie())
  await server.browser.send('/auth/session')
  const verifier = server.requests[0]?.body.get('code_verifier') ?? ''
  expect(verifier).toHaveLength(43)
  const seen = [cookies, ...response.headers.values(), await response.text(), ...server.browser.received].join()
  expect(seen).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]/)
  for (const secret of [verifier, request.get('nonce') ?? '?', 'code-1', 'refresh-1', 'client-secret', SECRET]) {
    expect(seen).not.toContain(secret)
  }
})

test('callback redirects with status 303 and forbids referrers and caching', async () => {
  const server = hostedServer()
  const { code, state } = answerTo(await server.login())
  const { status, headers } = await server.browser.send(`/callback?code=${code}&state=${state}`)
  expect([status, headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
    303,
    'no-referrer',
    'no-store',
  ])
})

test.each([
  ['a client secret', 'client-secret'],
  ['no client secret', undefined],
])('callback exchanges the code with the PKCE verifier and %s', async (_case, clientSecret) => {
  const server = hostedServer({ handler: { clientSecret } })
  const request = await server.login()
  await server.comeBack(answerTo(request))
  const [{ url, body } = { url: '', body: new URLSearchParams() }] = server.requests
  expect([url, body.get('client_secret') ?? undefined]).toEqual(['https://auth.example/oauth2/token', clientSecret])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.get('code_verifier') ?? ''))
  expect(request.get('code_challenge')).toBe(Buffer.from(digest).toString('base64url'))
  expect([body.get('client_id'), body.get('redirect_uri')]).toEqual(['web', CALLBACK])
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  `/${'a'.repeat(512)}`,
  `/${'ã'.repeat(256)}`,
])('login ignores the returnTo %j, which points to another site or is too long', async (returnTo) => {
  const server = hostedServer()
  const request = await server.login(`?returnTo=${encodeURIComponent(returnTo)}`)
  expect(await server.comeBack(answerTo(request))).toBe('/')
})

test('the options passed to login change the authorization request and override the query parameter returnTo', async () => {
  const options = { provider: 'Google', lang: 'pt-BR', acrValues: ['a', 'b'], maxAgeSeconds: 60, returnTo: '/own' }
  const server = hostedServer({ options })
  const request = await server.login('?returnTo=/other')
  expect(Object.fromEntries(request)).toMatchObject({
    identity_provider: 'Google',
    lang: 'pt-BR',
    acr_values: 'a b',
    max_age: '60',
  })
  expect(await server.comeBack(answerTo(request))).toBe('/own')
})

const LOGIN_COOKIE =
  /^__Host-session-login-[\w-]{43}\.0=1\.[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/

test('the cookie of a pending sign-in is encrypted, expires after ten minutes and is bound to the host', async () => {
  const response = await hostedServer().hosted.login(new Request(`${ORIGIN}/login?returnTo=/account`))
  const lines = response.headers.getSetCookie()
  expect(lines).toEqual([expect.stringMatching(LOGIN_COOKIE)])
  expect(response.headers.get('cache-control')).toBe('no-store')
  const insecure = hostedServer({ handler: { cookie: { insecure: true, name: 'dev' } } })
  const [line] = (await insecure.hosted.login(new Request(`${ORIGIN}/login`))).headers.getSetCookie()
  expect(line).toMatch(/^dev-login-[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('if a browser has five pending sign-ins, a new sign-in removes the oldest sign-in', async () => {
  const server = hostedServer()
  const requests: URLSearchParams[] = []
  for (let index = 0; index < 6; index++) requests.push(await server.login())
  expect(server.browser.cookies.size).toBe(5)
  const [oldest, ...others] = requests
  expect(await server.comeBack(answerTo(oldest ?? new URLSearchParams()))).toBe('/?loginError=state-mismatch')
  expect(await server.comeBack(answerTo(others.at(-1) ?? new URLSearchParams()))).toBe('/')
})

test('five pending sign-ins with the longest returnTo leave room for the session in a Cookie header of 8 kB', async () => {
  const server = hostedServer()
  for (let index = 0; index < 5; index++) await server.login(`?returnTo=/${'a'.repeat(511)}`)
  const request = await server.login(`?returnTo=/${'a'.repeat(511)}`)
  expect(server.browser.cookieHeader.length).toBeLessThan(6500)
  expect(await server.comeBack(answerTo(request))).toBe(`/${'a'.repeat(511)}`)
})

test('callback works on a server whose clock is one minute behind the clock of the server that handled login', async () => {
  const server = hostedServer()
  const request = await server.login()
  server.clock.nowMs -= 60_000
  expect(await server.comeBack(answerTo(request))).toBe('/')
})

test('two tabs that open login at the same time can both sign in', async () => {
  const server = hostedServer({ script: () => ({ body: tokenBody({ nonce: nonces.shift() }) }) })
  const [one, other] = [server.browser.copy(), server.browser.copy()]
  const first = await server.login('?returnTo=/one', one)
  const second = await server.login('?returnTo=/two', other)
  const nonces = [first.get('nonce'), second.get('nonce')]
  for (const { cookies } of [one, other]) for (const [name, value] of cookies) server.browser.cookies.set(name, value)
  expect(await server.comeBack(answerTo(first))).toBe('/one')
  expect(await server.comeBack(answerTo(second))).toBe('/two')
})

test.each<[string, (request: URLSearchParams) => Record<string, string | null>]>([
  ['an unknown state', () => ({ code: 'code-1', state: 'other' })],
  ['no state', () => ({ code: 'code-1' })],
  ['no parameters', () => ({})],
  ['another issuer', (request) => ({ ...answerTo(request), iss: 'https://id.example/local_Pool2' })],
  ['no code', (request) => ({ state: request.get('state') })],
])('callback with %s redirects with loginError=state-mismatch and sends no code', async (_case, parameters) => {
  const server = hostedServer()
  const request = await server.login()
  expect(await server.comeBack(parameters(request))).toBe('/?loginError=state-mismatch')
  expect(server.requests).toEqual([])
})

test('callback does not exchange the code if another browser opens the callback address', async () => {
  const server = hostedServer()
  const request = await server.login()
  const stranger = new TestBrowser({ handle: server.handle })
  expect(await server.comeBack(answerTo(request), stranger)).toBe('/?loginError=state-mismatch')
  await server.login('', stranger)
  expect(await server.comeBack(answerTo(request), stranger)).toBe('/?loginError=state-mismatch')
  expect(server.requests).toEqual([])
})

test('callback rejects a cookie whose value belongs to another sign-in', async () => {
  const server = hostedServer()
  const [first, second] = [await server.login(), await server.login()]
  const { cookies } = server.browser
  const nameOf = (request: URLSearchParams) => `__Host-session-login-${request.get('state')}.0`
  cookies.set(nameOf(first), cookies.get(nameOf(second)) ?? '')
  expect(await server.comeBack(answerTo(first))).toBe('/?loginError=state-mismatch')
})

test('callback exchanges a code only once, even if requests are repeated, concurrent or sent with a copied cookie', async () => {
  const server = hostedServer({ handler: { store: memoryStore() } })
  const request = await server.login()
  const copies = [server.browser.copy(), server.browser.copy()]
  const outcomes = await Promise.all(copies.map((copy) => server.comeBack(answerTo(request), copy)))
  expect(new Set(outcomes)).toEqual(new Set(['/', '/?loginError=state-mismatch']))
  expect(await server.comeBack(answerTo(request))).toBe('/?loginError=state-mismatch')
  for (const copy of copies) expect(await server.comeBack(answerTo(request), copy)).toBe('/?loginError=state-mismatch')
  expect(server.requests).toHaveLength(1)
})

test('callback redirects with loginError=timeout if the sign-in takes longer than ten minutes', async () => {
  const server = hostedServer()
  const request = await server.login()
  server.clock.nowMs += 600_001
  expect(await server.comeBack(answerTo(request))).toBe('/?loginError=timeout')
  expect(server.requests).toEqual([])
})

test.each<[string, Record<string, string>, string]>([
  ['access_denied', {}, 'cancelled'],
  ['invalid_request', { error_description: '<b>' }, 'pool-error'],
])(
  'after an authorization response with error=%s, callback redirects with loginError and removes the cookie',
  async (error, more, reason) => {
    const server = hostedServer({ errorPath: '/sign-in?from=pool#top' })
    const state = (await server.login()).get('state')
    expect(await server.comeBack({ error, state, ...more })).toBe(`/sign-in?from=pool&loginError=${reason}#top`)
    expect(server.browser.cookies.size).toBe(0)
  },
)

test.each<[string, TokenScript, string, number]>([
  ['a rejected code', () => ({ status: 400, body: { error: 'invalid_grant' } }), 'code-rejected', 0],
  ['a wrong secret', () => ({ status: 400, body: { error: 'invalid_client' } }), 'pool-error', 0],
  ['the nonce of another sign-in', () => ({ body: tokenBody({ nonce: 'other' }) }), 'nonce-mismatch', 0],
  ['a dropped connection', () => 'drop', 'failed', 1],
  ['tokens of another pool', () => ({ body: tokenBody({ iss: 'https://id.example/local_Pool2' }) }), 'failed', 1],
])('after %s, callback redirects with loginError and starts no session', async (_case, script, reason, faults) => {
  const server = hostedServer({ script })
  const request = await server.login()
  expect(await server.comeBack(answerTo(request))).toBe(`/?loginError=${reason}`)
  expect(await server.sessions.readSession(server.browser.source)).toBeNull()
  expect(server.faults).toHaveLength(faults)
})

test('callback passes the error to onError, and the response from onError deletes the sign-in’s cookie', async () => {
  const errors: unknown[] = []
  const server = hostedServer({
    onError(error) {
      errors.push(error)
      return Response.redirect(`${ORIGIN}/chosen`)
    },
  })
  const state = (await server.login()).get('state')
  expect(await server.comeBack({ error: 'access_denied', state })).toBe(`${ORIGIN}/chosen`)
  expect(errors).toMatchObject([{ name: 'HostedLoginError', reason: 'cancelled' }])
  expect(server.browser.cookies.size).toBe(0)
})

test.each<[string, HostedRoutesConfig['onError']]>([
  [
    'throws',
    () => {
      throw new Error('The log is full.')
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('The log is full.')
    },
  ],
])('if onError %s, callback reports the error to onFault and redirects to errorPath', async (_case, onError) => {
  const server = hostedServer({ onError })
  expect(await server.comeBack({ code: '1', state: 'x' })).toBe('/?loginError=state-mismatch')
  expect(server.faults).toMatchObject([{ message: 'The log is full.' }])
})

test('a new sign-in ends the previous user’s session', async () => {
  const server = hostedServer()
  const bia = tokens({ username: 'bia', refreshToken: 'refresh-of-bia' })
  const given = { idToken: bia.IdToken, accessToken: bia.AccessToken, refreshToken: 'refresh-of-bia' }
  server.browser.keep((await server.sessions.createSession(given)).setCookies)
  await server.comeBack(answerTo(await server.login()))
  expect(server.pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-of-bia' })
  expect(await server.sessions.readSession(server.browser.source)).toMatchObject({ username: 'ana' })
})

test('logout ends the session, revokes the refresh token and redirects to Cognito’s /logout', async () => {
  const server = hostedServer()
  await server.comeBack(answerTo(await server.login()))
  const copy = server.browser.copy()
  const { status, headers } = await server.browser.send('/logout', { method: 'POST', headers: { origin: ORIGIN } })
  const logoutUri = encodeURIComponent(`${ORIGIN}/bye`)
  expect([status, headers.get('location')]).toEqual([
    303,
    `https://auth.example/logout?client_id=web&logout_uri=${logoutUri}`,
  ])
  expect(server.browser.cookies.size).toBe(0)
  expect(await server.sessions.readSession(copy.source)).toBeNull()
  expect(server.pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-1' })
})

test('logout rejects a form from another site, and the user stays signed in', async () => {
  const server = hostedServer()
  await server.comeBack(answerTo(await server.login()))
  const headers = { origin: 'https://evil.example', cookie: server.browser.cookieHeader }
  const response = await server.hosted.logout(new Request(`${ORIGIN}/logout`, { method: 'POST', headers }))
  expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
  expect(await server.sessions.readSession(server.browser.source)).toMatchObject({ username: 'ana' })
})
