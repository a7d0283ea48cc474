import { expect, test } from 'vitest'

import { ANA, call, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import { answerIn, authorizePath, CALLBACK, createPageVisitor, ORIGIN, post } from '../../test/page-visitor.ts'

const emulator = createTestEmulator({
  clients: [
    { id: 'web', callbackUrls: [CALLBACK] },
    { id: 'half', callbackUrls: [CALLBACK], readAttributes: ['name'] },
  ],
  users: [{ ...ANA, attributes: { ...ANA.attributes, email_verified: 'true', name: 'Ana' } }],
})

async function accessToken(scope: string, clientId = 'web'): Promise<string> {
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath({ scope, client_id: clientId }))
  const { code = '' } = answerIn(await visitor.submit({ username: 'ana', password: ANA.password }))
  const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: CALLBACK, code }
  return (await post(emulator, '/oauth2/token', form)).body['access_token'] ?? ''
}
const userInfo = (authorization?: string, method = 'GET') =>
  emulator.fetch(
    new Request(`${ORIGIN}/oauth2/userInfo`, { method, ...(authorization && { headers: { authorization } }) }),
  )

test('/oauth2/userInfo returns the attributes that the scopes allow, with booleans as strings', async () => {
  const bearer = `Bearer ${await accessToken('openid email')}`
  for (const method of ['GET', 'POST']) {
    const answer = (await (await userInfo(bearer, method)).json()) as object
    expect(answer).toEqual({
      sub: expect.stringMatching(/^[\da-f-]{36}$/),
      email: 'ana@example.com',
      email_verified: 'true',
      username: 'ana',
    })
  }
  const all = await (await userInfo(`Bearer ${await accessToken('openid')}`)).json()
  expect(all).toMatchObject({ name: 'Ana', phone_number: '+5511987654321' })
  const readable = await (await userInfo(`Bearer ${await accessToken('openid', 'half')}`)).json()
  expect(Object.keys(readable as object)).toEqual(['sub', 'name', 'username'])
})

test('/oauth2/userInfo rejects a missing token, a forged or revoked token, and a token without the openid scope', async () => {
  const none = await userInfo()
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([
    400,
    'Bearer error="invalid_request", error_description="Bad OAuth2 request at UserInfo Endpoint"',
  ])
  const forged = await userInfo('Bearer a.b.c')
  expect([forged.status, await forged.json()]).toMatchObject([401, { error: 'invalid_token' }])
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  const narrow = await userInfo(`Bearer ${result?.AccessToken}`)
  expect([narrow.status, await narrow.json()]).toEqual([
    401,
    { error: 'invalid_token', error_description: 'Access token does not contain openid scope' },
  ])
  const ended = await accessToken('openid')
  await call(emulator, 'AdminUserGlobalSignOut', { UserPoolId: POOL_ID, Username: 'ana' })
  const { status, headers } = await userInfo(`Bearer ${ended}`)
  expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('globally signed out')])
})
