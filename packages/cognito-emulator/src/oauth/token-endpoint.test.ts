import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { ANA, call, claimsOf, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import { answerIn, authorizePath, CALLBACK, createPageVisitor, ORIGIN, post } from '../../test/page-visitor.ts'

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' // RFC 7636, appendix B, with its challenge
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
const OTHER_CALLBACK = 'http://localhost:5173/other'

const emulator = createTestEmulator({
  clients: [
    { id: 'web', callbackUrls: [CALLBACK, OTHER_CALLBACK] },
    { id: 'other', callbackUrls: [CALLBACK] },
    { id: 'server', secret: 'segredo', callbackUrls: [CALLBACK], refreshTokenRotation: { graceSeconds: 0 } },
    { id: 'robot', secret: 'lata', oauthFlows: ['client_credentials'], oauthScopes: ['bank/read', 'bank/write'] },
    { id: 'lost', secret: 'lata', oauthFlows: ['client_credentials'], oauthScopes: ['bank/gone', 'openid'] },
    { id: 'page', callbackUrls: [CALLBACK], oauthFlows: ['implicit'], explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] },
    { id: 'half', callbackUrls: [CALLBACK], readAttributes: ['email', 'phone_number', 'phone_number_verified'] },
    { id: 'keeper', callbackUrls: [CALLBACK], revocation: false },
  ],
  resourceServers: [{ identifier: 'bank', scopes: [{ name: 'read' }, { name: 'write' }] }],
})

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })
const token = (form: Record<string, string>, headers?: Record<string, string>) =>
  post(emulator, '/oauth2/token', form, headers)

async function codeFor(parameters: Record<string, string> = {}): Promise<string> {
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath(parameters))
  return answerIn(await visitor.submit({ username: 'ana', password: ANA.password }))['code'] ?? ''
}
const redemption = (code: string) => ({
  grant_type: 'authorization_code',
  client_id: 'web',
  redirect_uri: CALLBACK,
  code,
})
async function signedIn(parameters: Record<string, string> = {}): Promise<Record<string, string>> {
  return (await token(redemption(await codeFor(parameters)))).body
}
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } }
const getUser = (body: Record<string, string>) => call(emulator, 'GetUser', { AccessToken: body['access_token'] })

test('redeeming a code returns tokens with the requested scopes, the nonce and the access token hash', async () => {
  const { status, body } = await token(redemption(await codeFor({ scope: 'openid email', nonce: 'n-0S6_WzA2Mj' })))
  expect(status).toBe(200)
  expect(body).toEqual({
    id_token: expect.any(String),
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 3600,
    token_type: 'Bearer',
  })
  const hash = createHash('sha256').update(body['access_token'] ?? '')
  const id = claimsOf(body['id_token'])
  expect(id).toMatchObject({
    aud: 'web',
    nonce: 'n-0S6_WzA2Mj',
    at_hash: hash.digest().subarray(0, 16).toString('base64url'),
    email: 'ana@example.com',
    email_verified: true,
  })
  expect(id).not.toHaveProperty('phone_number')
  expect(claimsOf(body['access_token'])).toMatchObject({ scope: 'openid email', client_id: 'web', username: 'ana' })
  await expect(getUser(body)).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})

test('redeeming a code with only the admin scope returns an access token that can call GetUser, but no id token', async () => {
  const body = await signedIn({ scope: 'aws.cognito.signin.user.admin' })
  expect(body).not.toHaveProperty('id_token')
  await expect(getUser(body)).resolves.toMatchObject({ Username: 'ana' })
})

test('a code that was requested with a PKCE challenge can be redeemed with the matching verifier', async () => {
  const { status } = await token({ ...redemption(await codeFor(PKCE)), code_verifier: VERIFIER })
  expect(status).toBe(200)
})

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['no verifier', PKCE, {}],
  ['an empty verifier', PKCE, { code_verifier: '' }],
  ['a wrong verifier', PKCE, { code_verifier: VERIFIER.replace('d', 'e') }],
  ['the challenge as a verifier', PKCE, { code_verifier: CHALLENGE }],
  ['a verifier for a code without a challenge', {}, { code_verifier: VERIFIER }],
  ['another client', {}, { client_id: 'other' }],
  ['another redirect URI of the client', {}, { redirect_uri: OTHER_CALLBACK }],
  ['a redirect URI with an extra trailing slash', {}, { redirect_uri: `${CALLBACK}/` }],
  ['a made-up code', {}, { code: crypto.randomUUID() }],
])('redeeming a code with %s fails and uses up the code in the request', async (_case, asked, given) => {
  const code = await codeFor(asked)
  expect(await token({ ...redemption(code), ...given })).toEqual(invalidGrant)
  const rightly = { ...redemption(code), ...(asked['code_challenge'] && { code_verifier: VERIFIER }) }
  expect((await token(rightly)).status).toBe(given['code'] === undefined ? 400 : 200)
})

test('the token request must repeat the redirect_uri of the authorization request', async () => {
  const { redirect_uri: _named, ...form } = redemption(await codeFor())
  expect(await token(form)).toEqual(invalidGrant)
})

test('redeeming a code twice revokes its tokens', async () => {
  const code = await codeFor({ scope: 'openid aws.cognito.signin.user.admin' })
  const { body } = await token(redemption(code))
  await expect(getUser(body)).resolves.toMatchObject({ Username: 'ana' })
  expect(await token(redemption(code))).toEqual(invalidGrant)
  await expect(getUser(body)).rejects.toMatchObject({ code: 'NotAuthorizedException' })
  const refreshed = { grant_type: 'refresh_token', client_id: 'web', refresh_token: body['refresh_token'] ?? '' }
  expect((await token(refreshed)).body['error']).toBe('invalid_grant')
})

test('two concurrent redemptions of a code revoke its tokens', async () => {
  const code = await codeFor()
  const answers = await Promise.all([token(redemption(code)), token(redemption(code))])
  const bought = answers.find(({ status }) => status === 200)?.body ?? {}
  expect(answers).toContainEqual(invalidGrant)
  expect(bought).toHaveProperty('access_token')
  const refreshed = { grant_type: 'refresh_token', client_id: 'web', refresh_token: bought['refresh_token'] ?? '' }
  expect((await token(refreshed)).body['error']).toBe('invalid_grant')
})

test('a refresh returns tokens with the scopes of the sign-in', async () => {
  const { refresh_token: refreshToken = '' } = await signedIn({ scope: 'openid email', nonce: 'n' })
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const { status, body } = await token({ ...form, client_id: 'web' })
  expect([status, Object.keys(body)]).toEqual([200, ['id_token', 'access_token', 'expires_in', 'token_type']])
  expect(claimsOf(body['access_token'])['scope']).toBe('openid email')
})

test("refreshing tokens with another client's refresh token fails", async () => {
  const { refresh_token: refreshToken = '' } = await signedIn()
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  expect((await token({ ...form, client_id: 'other' })).body['error']).toBe('invalid_grant')
  expect((await token({ ...form, client_id: 'page' })).body).toEqual({ error: 'unauthorized_client' })
})

test('redeeming a code fails if the client cannot read all attributes of a scope', async () => {
  const redeem = async (scope: string) => {
    const code = await codeFor({ client_id: 'half', scope })
    return token({ ...redemption(code), client_id: 'half' })
  }
  expect(await redeem('openid email')).toEqual(invalidGrant)
  const { body } = await redeem('openid phone')
  expect(claimsOf(body['id_token'])).toMatchObject({ phone_number: ANA.attributes.phone_number })
})

test('a client with rotation gets a new refresh token, and the old token stops working', async () => {
  const code = await codeFor({ client_id: 'server' })
  const { client_id: _public, ...form } = redemption(code)
  const { body } = await token(form, basic('server', 'segredo'))
  const refresh = { grant_type: 'refresh_token', refresh_token: body['refresh_token'] ?? '' }
  const next = await token(refresh, basic('server', 'segredo'))
  expect(next.body['refresh_token']).not.toBe(body['refresh_token'])
  expect((await token(refresh, basic('server', 'segredo'))).body['error']).toBe('invalid_grant')
})

test('the token endpoint can refresh tokens from a sign-in through the API', async () => {
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const form = { grant_type: 'refresh_token', client_id: 'web', refresh_token: result?.RefreshToken ?? '' }
  const { body } = await token(form)
  expect(claimsOf(body['id_token'])).toMatchObject({ 'cognito:username': 'ana' })
  expect(claimsOf(body['access_token'])['scope']).toBe('aws.cognito.signin.user.admin')
})

test("client_credentials returns a token with all of the client's scopes, or with only the requested scopes", async () => {
  const form = { grant_type: 'client_credentials' }
  const all = await token(form, basic('robot', 'lata'))
  expect(Object.keys(all.body)).toEqual(['access_token', 'expires_in', 'token_type'])
  expect(claimsOf(all.body['access_token'])).toMatchObject({
    sub: 'robot',
    client_id: 'robot',
    token_use: 'access',
    scope: 'bank/read bank/write',
  })
  const inBody = await token({ ...form, client_id: 'robot', client_secret: 'lata', scope: 'bank/read' })
  expect(claimsOf(inBody.body['access_token'])['scope']).toBe('bank/read')
  await expect(getUser(all.body)).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})

test.each<[string, Record<string, string>, Record<string, string>, number, string]>([
  ['a missing grant type', {}, {}, 400, 'invalid_request'],
  ['the grant type password', { grant_type: 'password', client_id: 'web' }, {}, 400, 'unsupported_grant_type'],
  ['a missing client id', { grant_type: 'refresh_token', refresh_token: 'x' }, {}, 400, 'invalid_request'],
  ['an unknown client', { grant_type: 'refresh_token', client_id: 'nobody' }, {}, 400, 'invalid_client'],
  ['a missing client secret', { grant_type: 'client_credentials', client_id: 'robot' }, {}, 400, 'invalid_client'],
  ['a wrong client secret', { grant_type: 'client_credentials' }, basic('robot', 'ferro'), 400, 'invalid_client'],
  ['a client secret for a public client', { grant_type: 'refresh_token' }, basic('web', 'x'), 400, 'invalid_client'],
  [
    'a bearer token instead of client credentials',
    { grant_type: 'refresh_token' },
    { authorization: 'Bearer x' },
    400,
    'invalid_client',
  ],
  [
    'two different client ids',
    { grant_type: 'refresh_token', client_id: 'web' },
    basic('robot', 'lata'),
    400,
    'invalid_request',
  ],
  ['a missing code', { grant_type: 'authorization_code', client_id: 'web' }, {}, 400, 'invalid_request'],
  ['a missing refresh token', { grant_type: 'refresh_token', client_id: 'web' }, {}, 400, 'invalid_request'],
  [
    'a grant that the client does not allow',
    { grant_type: 'authorization_code', client_id: 'page', code: 'x' },
    {},
    400,
    'unauthorized_client',
  ],
  [
    'client_credentials for a public client',
    { grant_type: 'client_credentials', client_id: 'web' },
    {},
    400,
    'unauthorized_client',
  ],
  [
    'a scope that the client does not allow',
    { grant_type: 'client_credentials', scope: 'bank/all' },
    basic('robot', 'lata'),
    400,
    'invalid_scope',
  ],
  [
    'the scope openid for client_credentials',
    { grant_type: 'client_credentials', scope: 'openid' },
    basic('lost', 'lata'),
    400,
    'invalid_scope',
  ],
  [
    'client_credentials for a client without scopes of a resource server',
    { grant_type: 'client_credentials' },
    basic('lost', 'lata'),
    400,
    'invalid_scope',
  ],
])('the token endpoint rejects %s', async (_case, form, headers, status, error) => {
  expect(await token(form, headers)).toMatchObject({ status, body: { error } })
})

test('the token endpoint rejects GET, JSON, repeated parameters and large bodies', async () => {
  const send = async (init: RequestInit) => emulator.fetch(new Request(`${ORIGIN}/oauth2/token`, init))
  const json = await send({ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }])
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const twice = await send({ method: 'POST', headers: type, body: 'grant_type=x&grant_type=y' })
  expect(await twice.json()).toMatchObject({ error: 'invalid_request' })
  const long = await send({ method: 'POST', headers: type, body: 'x'.repeat(70_000) })
  expect([long.status, await long.json()]).toMatchObject([413, { error: 'invalid_request' }])
  expect((await send({ method: 'GET' })).status).toBe(405)
})

test('CORS allows pages on any origin to call the token, revoke and userInfo endpoints', async () => {
  const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' }
  for (const path of ['/oauth2/token', '/oauth2/revoke', '/oauth2/userInfo']) {
    const init = { method: 'OPTIONS', headers: { ...preflight, 'access-control-request-headers': 'authorization' } }
    const { status, headers } = await emulator.fetch(new Request(`${ORIGIN}${path}`, init))
    expect([status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-headers')]).toEqual([
      204,
      '*',
      'authorization',
    ])
  }
})

test('/oauth2/revoke ends the session of a refresh token', async () => {
  const body = await signedIn({ scope: 'openid aws.cognito.signin.user.admin' })
  const revoke = (form: Record<string, string>, headers?: Record<string, string>) =>
    post(emulator, '/oauth2/revoke', form, headers)
  const refreshToken = body['refresh_token'] ?? ''
  expect(await revoke({ client_id: 'other', token: refreshToken })).toEqual({ status: 200, body: {} })
  await expect(getUser(body)).resolves.toHaveProperty('Username')
  expect(await revoke({ client_id: 'web', token: refreshToken })).toEqual({ status: 200, body: {} })
  await expect(getUser(body)).rejects.toMatchObject({ code: 'NotAuthorizedException' })
  expect(await revoke({ client_id: 'web', token: refreshToken })).toEqual({ status: 200, body: {} })
  expect(await revoke({ client_id: 'web', token: body['access_token'] ?? '' })).toEqual({
    status: 400,
    body: { error: 'unsupported_token_type' },
  })
  expect(await revoke({ client_id: 'web' })).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  expect(await revoke({ client_id: 'keeper', token: 'x' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  })
  expect(await revoke({ token: 'x' }, basic('server', 'x'))).toEqual({ status: 401, body: { error: 'invalid_client' } })
})

test('an authorization code becomes invalid after five minutes, or when the user is disabled', async () => {
  const late = await codeFor()
  emulator.clock.advance(301)
  expect(await token(redemption(late))).toEqual(invalidGrant)
  const orphan = await codeFor()
  await call(emulator, 'AdminDisableUser', { UserPoolId: POOL_ID, Username: 'ana' })
  expect(await token(redemption(orphan))).toEqual(invalidGrant)
})
