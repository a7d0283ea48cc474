import { expect, test } from 'vitest'

import { GRANTED, signedIn } from '../../test/session-handlers.ts'
import { jwt, NOW_SECONDS, tokens } from '../../test/tokens.ts'
import { HELD_BY_SERVER } from '../service/token-requests.ts'

const SECRETS = [GRANTED.AccessToken, GRANTED.IdToken, 'refresh-secret', 'client-secret', 'c2lnbmF0dXJl']
const unsigned = (token: string) => `${token.split('.').slice(0, 2).join('.')}.`

function expectNoSecret(text: string): void {
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
}

test('another app client than the one of the server is refused', async () => {
  const { browser, pool } = await signedIn()
  for (const ClientId of ['other', 7, { web: 1 }]) {
    const answer = await browser.call('GetUser', { ClientId })
    expect(answer).toMatchObject({ status: 400, body: { __type: 'ResourceNotFoundException' } })
  }
  expect(pool.operations).toEqual(['RespondToAuthChallenge'])
})

const BIA = tokens({ username: 'bia' }).AccessToken

test.each<[string, unknown, boolean]>([
  ["the page's own, without signature", unsigned(GRANTED.AccessToken), true],
  ['none', undefined, true],
  ['one that nobody can read', 'x.y.z', true],
  ['one that is no text', { jwt: BIA }, true],
  ['an older one of the same user', tokens({ iat: NOW_SECONDS - 9000 }).AccessToken, true],
  ['one of somebody else', BIA, false],
  ['one of somebody else without signature', unsigned(BIA), false],
  ['one of the same name, deleted and made again', jwt({ exp: NOW_SECONDS + 9, sub: 'x', username: 'ana' }), false],
])('the access token in a body counts for nothing but whom it names: %s', async (_case, AccessToken, isServed) => {
  const { browser, pool } = await signedIn()
  pool.on('GetUser', { json: { Username: 'ana' } })
  const answer = await browser.call('GetUser', { AccessToken, RefreshToken: 'x', Token: 'x' })
  if (isServed) {
    expect(pool.payload('GetUser')).toEqual({ AccessToken: GRANTED.AccessToken })
  } else {
    expect(answer.body).toEqual({ __type: 'NotAuthorizedException', message: 'Access Token has been revoked' })
    expect(pool.operations).not.toContain('GetUser')
  }
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('a refresh or sign-out for somebody else neither renews nor ends the session that is here', async () => {
  const { browser, pool, sessions } = await signedIn()
  const AccessToken = unsigned(BIA)
  const before = browser.cookieHeader
  for (const [operation, body] of [
    ['GetTokensFromRefreshToken', { RefreshToken: HELD_BY_SERVER, AccessToken }],
    ['InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: {}, AccessToken }],
  ] as const) {
    expect((await browser.call(operation, body)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    })
  }
  expect(await browser.call('RevokeToken', { Token: HELD_BY_SERVER, AccessToken })).toMatchObject({ status: 200 })
  expect(browser.cookieHeader).toBe(before)
  expect(pool.operations).toEqual(['RespondToAuthChallenge'])
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
})

test('what a page adopts after a reload is what a sign-in gave it', async () => {
  const { browser } = await signedIn()
  const { text, body, headers } = await browser.send('/auth/session')
  expect(body).toEqual({
    session: {
      idToken: unsigned(GRANTED.IdToken),
      accessToken: unsigned(GRANTED.AccessToken),
      refreshToken: HELD_BY_SERVER,
    },
  })
  expectNoSecret(text)
  expect(headers.get('content-type')).toBe('application/json')
})
