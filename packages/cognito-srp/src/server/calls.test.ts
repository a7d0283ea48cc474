import { expect, test } from 'vitest'

import { GRANTED, signedIn } from '../../test/session-handlers.ts'
import { jwt, NOW_SECONDS, tokens } from '../../test/tokens.ts'
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'

const SECRETS = [GRANTED.AccessToken, GRANTED.IdToken, 'refresh-secret', 'client-secret', 'c2lnbmF0dXJl']
const unsigned = (token: string) => `${token.split('.').slice(0, 2).join('.')}.`

function expectNoSecret(text: string): void {
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
}

test('a request with the id of another app client is rejected', async () => {
  const { browser, pool } = await signedIn()
  for (const ClientId of ['other', 7, { web: 1 }]) {
    const answer = await browser.call('GetUser', { ClientId })
    expect(answer).toMatchObject({ status: 400, body: { __type: 'ResourceNotFoundException' } })
  }
  expect(pool.operations).toEqual(['RespondToAuthChallenge'])
})

const BIA = tokens({ username: 'bia' }).AccessToken

test.each<[string, unknown, boolean]>([
  ['the page’s own token without its signature in the body is served', unsigned(GRANTED.AccessToken), true],
  ['no token in the body is served', undefined, true],
  ['an unreadable token in the body is served', 'x.y.z', true],
  ['a token that is not a string in the body is served', { jwt: BIA }, true],
  ['an older token of the same user in the body is served', tokens({ iat: NOW_SECONDS - 9000 }).AccessToken, true],
  ['a token of another user in the body is rejected', BIA, false],
  ['an unsigned token of another user in the body is rejected', unsigned(BIA), false],
  [
    'a token of a deleted user with the same name in the body is rejected',
    jwt({ exp: NOW_SECONDS + 9, sub: 'x', username: 'ana' }),
    false,
  ],
])('a request with %s', async (_case, AccessToken, isServed) => {
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

test('a refresh or sign-out with another user’s token does not renew or end the current session', async () => {
  const { browser, pool, sessions } = await signedIn()
  const AccessToken = unsigned(BIA)
  const before = browser.cookieHeader
  for (const [operation, body] of [
    ['GetTokensFromRefreshToken', { RefreshToken: PLACEHOLDER_TOKEN, AccessToken }],
    ['InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: {}, AccessToken }],
  ] as const) {
    expect((await browser.call(operation, body)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    })
  }
  expect(await browser.call('RevokeToken', { Token: PLACEHOLDER_TOKEN, AccessToken })).toMatchObject({ status: 200 })
  expect(browser.cookieHeader).toBe(before)
  expect(pool.operations).toEqual(['RespondToAuthChallenge'])
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
})

test('after a reload, a page gets the same session as after the sign-in', async () => {
  const { browser } = await signedIn()
  const { text, body, headers } = await browser.send('/auth/session')
  expect(body).toEqual({
    session: {
      idToken: unsigned(GRANTED.IdToken),
      accessToken: unsigned(GRANTED.AccessToken),
      refreshToken: PLACEHOLDER_TOKEN,
    },
  })
  expectNoSecret(text)
  expect(headers.get('content-type')).toBe('application/json')
})
