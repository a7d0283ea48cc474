import { expect, test } from 'vitest'

import { POOL_ID } from '../../test/caller.ts'
import { answerIn, authorizePath, CALLBACK, createPageVisitor, ORIGIN, post } from '../../test/page-visitor.ts'
import { CONTINUE_AS_BIA, createWithSchool, SCHOOL, signInAtSchool, visitSchool } from '../../test/school-provider.ts'
import { startEmulator, type Emulator } from '../index.ts'

const ISSUER = `${ORIGIN}/test-provider/${POOL_ID}/School`
const open = (emulator: Emulator, path: string, init: RequestInit = {}) =>
  emulator.fetch(new Request(`${ISSUER}${path}`, init))
const REQUEST = { client_id: 'emulator', redirect_uri: `${ORIGIN}/oauth2/idpresponse`, response_type: 'code' }
const pageOf = (parameters: Record<string, string> = {}) =>
  `/test-provider/${POOL_ID}/School/authorize?${new URLSearchParams({ ...REQUEST, ...parameters })}`

test('a test provider has its own issuer', async () => {
  const emulator = createWithSchool()
  const description = await (await open(emulator, '/.well-known/openid-configuration')).json()
  expect(description).toMatchObject({ issuer: ISSUER, jwks_uri: `${ISSUER}/jwks` })
})

test('a test provider publishes its public key, but not its private key', async () => {
  const { keys } = (await (await open(createWithSchool(), '/jwks')).json()) as { keys: object[] }
  expect(keys).toEqual([expect.objectContaining({ kty: 'EC', alg: 'ES256', kid: expect.any(String) })])
  expect(keys[0]).not.toHaveProperty('d')
})

test.each([
  ['client id', { client_id: 'other' }],
  ['redirect URI', { redirect_uri: CALLBACK }],
])('a test provider rejects an authorization request with an unregistered %s', async (_case, parameters) => {
  const response = await createPageVisitor(createWithSchool()).open(pageOf(parameters))
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
})

test('the page of a test provider returns status 404 if the pool or the provider does not exist', async () => {
  const visitor = createPageVisitor(createWithSchool())
  for (const path of [`/test-provider/${POOL_ID}/Nowhere/authorize`, '/test-provider/other_Pool1/School/authorize']) {
    expect((await visitor.open(path)).status).toBe(404)
  }
})

test('the page of a test provider rejects a form from another origin, and a form with a wrong CSRF token', async () => {
  const visitor = createPageVisitor(createWithSchool())
  const submit = async (values: Record<string, string>, headers: Record<string, string> = {}) => {
    await visitor.open(pageOf())
    return (await visitor.submit(values, { ...CONTINUE_AS_BIA, headers })).status
  }
  expect(await submit({}, { origin: 'http://evil.test' })).toBe(403)
  expect(await submit({ _csrf: 'x' })).toBe(403)
})

test('a code from a test provider can be redeemed once, and only with the right client secret and PKCE verifier', async () => {
  const emulator = createWithSchool()
  const path = `/test-provider/${POOL_ID}/School/token`
  const redeem = (code: string, changes: Record<string, string> = {}) =>
    post(emulator, path, {
      grant_type: 'authorization_code',
      client_id: 'emulator',
      client_secret: 'emulator',
      redirect_uri: REQUEST.redirect_uri,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      code,
      ...changes,
    })
  const issue = async () => {
    const visitor = createPageVisitor(emulator, [])
    await visitor.open(pageOf({ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }))
    return answerIn(await visitor.submit({}, CONTINUE_AS_BIA))['code'] ?? ''
  }
  const code = await issue()
  expect(await redeem(code, { client_secret: 'other' })).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  })
  expect(await redeem(code)).toMatchObject({ status: 200, body: { id_token: expect.any(String) } })
  expect(await redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const wrong = { code_verifier: 'x' }
  expect(await redeem(await issue(), wrong)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const info = await open(emulator, '/userinfo', { headers: { authorization: 'Bearer x' } })
  expect(info.status).toBe(401)
})

test("crossOriginOpenerPolicy sets the Cross-Origin-Opener-Policy header of the test provider's page", async () => {
  const headerOf = async (emulator: Emulator) =>
    (await createPageVisitor(emulator).open(pageOf())).headers.get('cross-origin-opener-policy')
  const crossOriginOpenerPolicy = 'same-origin'
  expect(await headerOf(createWithSchool({ identityProviders: [{ ...SCHOOL, crossOriginOpenerPolicy }] }))).toBe(
    crossOriginOpenerPolicy,
  )
  expect(await headerOf(createWithSchool())).toBeNull()
})

test("a sign-in at a test provider succeeds after the emulator's clock was advanced by a day", async () => {
  const emulator = createWithSchool({}, {})
  emulator.clock.advance(86_400)
  expect(await signInAtSchool(emulator)).toHaveProperty('code')
})

test('a sign-in at a test provider expires after five minutes', async () => {
  const emulator = createWithSchool({}, {})
  const visitor = await visitSchool(emulator)
  emulator.clock.advance(300)
  expect((await visitor.submit({}, CONTINUE_AS_BIA)).status).toBe(400)
  expect(visitor.html).toContain('Invalid state')
})

test('users can sign in at a test provider if a proxy serves the emulator at another address', async () => {
  const proxy = 'https://proxy.example'
  const emulator = createWithSchool({}, { publicUrl: proxy, allowedHosts: ['proxy.example'] })
  const visitor = createPageVisitor(emulator, [proxy])
  await visitor.open(`${proxy}${authorizePath({ identity_provider: 'School' })}`)
  expect(answerIn(await visitor.submit({}, CONTINUE_AS_BIA))).toHaveProperty('code')
})

test('tests can request incorrect responses from a test provider over HTTP', async () => {
  const emulator = createWithSchool()
  const send = (method: string, body?: object) =>
    emulator.fetch(
      new Request(`${ORIGIN}/_emulator/provider-answers`, { method, ...(body && { body: JSON.stringify(body) }) }),
    )
  expect((await send('POST', { answer: 'nonsense' })).status).toBe(400)
  expect((await send('POST', { provider: 'School', times: 2, answer: 'cancelled' })).status).toBe(204)
  expect(await signInAtSchool(emulator)).toMatchObject({ error: 'access_denied' })
  expect((await send('DELETE')).status).toBe(204)
  expect(await signInAtSchool(emulator)).toHaveProperty('code')
})

test.each(['the discovery document', 'explicit URLs'])(
  'users can sign in at a provider outside the emulator if the emulator gets the endpoints from %s',
  async (how) => {
    const outside = await startEmulator({
      issuer: 'emulator',
      userPools: [
        {
          id: 'local_Outside',
          clients: [{ id: 'pool', secret: 'segredo', callbackUrls: [REQUEST.redirect_uri] }],
          users: [{ username: 'caio', password: 'Senha-123', attributes: { email: 'caio@outside.example' } }],
        },
      ],
    })
    const { url } = outside
    const urls = {
      authorize_url: `${url}oauth2/authorize`,
      token_url: `${url}oauth2/token`,
      attributes_url: `${url}oauth2/userInfo`,
      jwks_uri: `${url}local_Outside/.well-known/jwks.json`,
      attributes_request_method: 'POST' as const,
    }
    const details = {
      client_id: 'pool',
      client_secret: 'segredo',
      authorize_scopes: 'openid email',
      oidc_issuer: `${url}local_Outside`,
      ...(how === 'explicit URLs' && urls),
    }
    const emulator = createWithSchool({ identityProviders: [{ name: 'School', details }] }, {})
    const isOwn = (request: Request) => request.url.startsWith(`${ORIGIN}/`)
    const visitor = createPageVisitor(
      { fetch: async (request) => (isOwn(request) ? emulator.fetch(request) : fetch(request)) },
      [ORIGIN, new URL(url).origin],
    )
    await visitor.open(authorizePath({ identity_provider: 'School' }))
    expect(answerIn(await visitor.submit({ username: 'caio', password: 'Senha-123' }))).toHaveProperty('code')
    await outside.close()
  },
)
