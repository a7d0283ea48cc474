import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { claimsOf, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import { createEmulator, startEmulator, type Emulator } from '../index.ts'

const AWS = `https://cognito-idp.local.amazonaws.com/${POOL_ID}`
const userPools = [{ id: POOL_ID, clients: [{ id: 'web' }] }]

async function discover(
  { fetch }: Pick<Emulator, 'fetch'>,
  url = 'http://127.0.0.1:9339',
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(new Request(`${url}/${POOL_ID}/.well-known/openid-configuration`, { headers }))
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  return (await answer.json()) as Record<string, unknown>
}

test("the discovery document has the members of the service's document and the emulator's endpoint URLs", async () => {
  expect(await discover(createTestEmulator())).toEqual({
    authorization_endpoint: 'http://127.0.0.1:9339/oauth2/authorize',
    end_session_endpoint: 'http://127.0.0.1:9339/logout',
    id_token_signing_alg_values_supported: ['RS256'],
    issuer: AWS,
    jwks_uri: `http://127.0.0.1:9339/${POOL_ID}/.well-known/jwks.json`,
    response_types_supported: ['code', 'token'],
    revocation_endpoint: 'http://127.0.0.1:9339/oauth2/revoke',
    scopes_supported: ['openid', 'email', 'phone', 'profile'],
    subject_types_supported: ['public'],
    token_endpoint: 'http://127.0.0.1:9339/oauth2/token',
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    userinfo_endpoint: 'http://127.0.0.1:9339/oauth2/userInfo',
  })
})

test.each([
  ['the name of a container', { host: 'cognito:9339' }, {}, 'http://cognito:9339/'],
  [
    'a host name of the service',
    { host: 'cognito-idp.local.amazonaws.com' },
    {},
    'http://cognito-idp.local.amazonaws.com/',
  ],
  ['a host that differs from publicUrl', {}, { publicUrl: 'https://id.test/pool' }, 'https://id.test/pool/'],
])('the discovery document has the right URLs for requests to %s', async (_name, headers, options, url) => {
  const document = await discover(createTestEmulator({}, options), undefined, headers)
  expect(document).toMatchObject({
    issuer: AWS,
    jwks_uri: `${url}${POOL_ID}/.well-known/jwks.json`,
    token_endpoint: `${url}oauth2/token`,
  })
})

test("with issuer: 'emulator', the iss claim is a URL at which the emulator serves the discovery document", async () => {
  const users = [{ username: 'ana', password: 'Senha-123' }]
  const emulator = await startEmulator({
    userPools: [{ id: POOL_ID, clients: [{ id: 'web' }], users }],
    issuer: 'emulator',
  })
  const { AuthenticationResult: tokens } = await signInWithPassword(emulator)
  const { iss } = claimsOf(tokens?.IdToken)
  expect(iss).toBe(`${emulator.url}${POOL_ID}`)
  const response = await fetch(`${String(iss)}/.well-known/openid-configuration`)
  expect(await response.json()).toMatchObject({ issuer: iss, jwks_uri: `${String(iss)}/.well-known/jwks.json` })
  const user = new Request(emulator.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' },
    body: JSON.stringify({ AccessToken: tokens?.AccessToken }),
  })
  expect((await emulator.fetch(user)).status).toBe(200)
  await emulator.close()
})

test("createEmulator requires publicUrl for issuer: 'emulator', and accepts a publicUrl with a path", async () => {
  const emulator = createEmulator({ userPools, issuer: 'emulator', publicUrl: 'http://localhost:8080/cognito-idp/' })
  const site = new Hono().mount('/cognito-idp', (request) => emulator.fetch(request))
  const response = await site.request(`http://localhost:8080/cognito-idp/${POOL_ID}/.well-known/openid-configuration`)
  expect(await response.json()).toMatchObject({ issuer: `http://localhost:8080/cognito-idp/${POOL_ID}` })
  expect(() => createEmulator({ userPools, issuer: 'emulator' })).toThrow('needs publicUrl')
  expect(() => createEmulator({ userPools, publicUrl: 'localhost:8080' })).toThrow(/publicUrl/)
})

test('pools in China have an issuer under amazonaws.com.cn', async () => {
  const emulator = createTestEmulator({ id: 'cn-north-1_Pool1' })
  const url = 'http://127.0.0.1/cn-north-1_Pool1/.well-known/openid-configuration'
  expect(await (await emulator.fetch(new Request(url))).json()).toMatchObject({
    issuer: 'https://cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_Pool1',
  })
})
