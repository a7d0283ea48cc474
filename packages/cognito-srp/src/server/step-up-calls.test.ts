import { expect, test } from 'vitest'

import { failure } from '../../test/scripted-pool.ts'
import { expiredServer, GRANTED, REFRESH, renewal, granting, signedIn } from '../../test/session-handlers.ts'
import { tokens } from '../../test/tokens.ts'
import { withoutSignature } from './page-call.ts'

const CHALLENGE = { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 's-1', ChallengeParameters: {} }
const unsigned = (jwt: string) => withoutSignature({ jwt, claims: { exp: 0 } })
const stepUpOf = (jwt: string) => ({
  AuthFlow: 'USER_AUTH',
  AuthParameters: { USERNAME: 'ana', ACCESS_TOKEN: unsigned(jwt), TARGET_ACR_VALUES: 'a b', MAX_AGE: '60' },
})

test('in a step-up request, the handler replaces the page’s access token with the access token from the cookies', async () => {
  const { browser, pool } = await signedIn()
  pool.on('InitiateAuth', { json: CHALLENGE })
  expect((await browser.call('InitiateAuth', stepUpOf(GRANTED.AccessToken))).body).toEqual(CHALLENGE)
  expect(pool.payload('InitiateAuth')['AuthParameters']).toEqual({
    USERNAME: 'ana',
    ACCESS_TOKEN: GRANTED.AccessToken,
    TARGET_ACR_VALUES: 'a b',
    MAX_AGE: '60',
    SECRET_HASH: expect.any(String),
  })
})

test('if the service’s error contains the access token of a step-up, the page does not receive the token', async () => {
  const { browser, pool } = await signedIn()
  pool.on('InitiateAuth', failure('InvalidParameterException', `Value ${GRANTED.AccessToken} at 'ACCESS_TOKEN'`))
  const answer = await browser.call('InitiateAuth', stepUpOf(GRANTED.AccessToken))
  expect(answer.body).toMatchObject({ message: "Value (removed) at 'ACCESS_TOKEN'" })
})

test('a completed step-up replaces and revokes the previous session', async () => {
  const { browser, pool, sessions } = await signedIn()
  const AuthenticationResult = tokens({ refreshToken: 'refresh-2', more: { acr: 'a' } })
  pool.on('InitiateAuth', { json: { AuthenticationResult } }).on('RevokeToken', { json: {} })
  await browser.call('InitiateAuth', stepUpOf(GRANTED.AccessToken))
  expect(pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-secret' })
  expect(await sessions.readSession(browser.source)).toMatchObject({ accessToken: { claims: { acr: 'a' } } })
})

test('the handler renews an expired session before a step-up, and returns the new cookies even if the step-up fails', async () => {
  const { browser, pool, sessions } = await expiredServer()
  pool.on(REFRESH, granting(1)).on('InitiateAuth', 'drop')
  const answer = await browser.call('InitiateAuth', stepUpOf(tokens().AccessToken))
  expect(answer.status).toBe(502)
  expect(pool.payload('InitiateAuth')).toMatchObject({ AuthParameters: { ACCESS_TOKEN: renewal(1).AccessToken } })
  expect((await sessions.readSession(browser.source))?.accessToken.jwt).toBe(renewal(1).AccessToken)
})

test.each([
  [
    'sends the token of another user',
    async () => ({ ...(await signedIn()), jwt: tokens({ username: 'bia' }).AccessToken }),
  ],
  [
    'sends no session cookie',
    async () => {
      const server = await signedIn()
      server.browser.cookies.clear()
      return { ...server, jwt: GRANTED.AccessToken }
    },
  ],
])('the handler rejects a step-up from a page that %s', async (_case, open) => {
  const { browser, pool, jwt } = await open()
  const answer = await browser.call('InitiateAuth', stepUpOf(jwt))
  expect(answer).toMatchObject({ status: 400, body: { __type: 'NotAuthorizedException' } })
  expect(pool.operations).not.toContain('InitiateAuth')
})
