import { expect, test } from 'vitest'

import { jwt, NOW_SECONDS, tokens } from '../../test/tokens.ts'
import { GRANTED, REFRESH, granting, HOUR_MS, signedIn, testServer } from '../../test/session-handlers.ts'
import { SessionError } from '../errors.ts'
import type { TokensToAdopt } from '../session/session.ts'

// These tests cover servers that redeem an authorization code from the pool's hosted pages and pass the tokens to createSession.

function exchanged({ IdToken, AccessToken, RefreshToken }: ReturnType<typeof tokens>): TokensToAdopt {
  return { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken }
}

test('createSession starts the same session as a sign-in through the handler', async () => {
  const [hosted, own] = [testServer(), testServer()]
  await own.browser.signIn(GRANTED)
  const { session, setCookies } = await hosted.sessions.createSession(exchanged(GRANTED))
  hosted.browser.keep(setCookies)
  expect(hosted.pool.requests).toEqual([])
  expect(session).toEqual(await own.sessions.readSession(own.browser.source))
  expect(await hosted.sessions.readSession(hosted.browser.source)).toEqual(session)
  expect((await hosted.browser.send('/auth/session')).text).toBe((await own.browser.send('/auth/session')).text)
  const attributes = (line = '') => line.replace(/=[^;]*/, '=')
  const own0 = (await own.browser.signIn(GRANTED)).headers.getSetCookie()[0]
  expect(attributes(setCookies[0])).toBe(attributes(own0))
})

test('a page can use, renew and end a session that createSession started', async () => {
  const { browser, pool, sessions, clock } = testServer()
  pool
    .on('GetUser', { json: { Username: 'ana' } })
    .on(REFRESH, granting(1))
    .on('RevokeToken', { json: {} })
  browser.keep((await sessions.createSession(exchanged(GRANTED))).setCookies)
  expect(await browser.call('GetUser')).toMatchObject({ body: { Username: 'ana' } })
  expect(pool.payload('GetUser')).toEqual({ AccessToken: GRANTED.AccessToken })
  clock.nowMs += HOUR_MS
  expect(await browser.call(REFRESH)).toMatchObject({ status: 200 })
  expect(pool.payload(REFRESH)).toMatchObject({ RefreshToken: 'refresh-secret' })
  expect(await browser.call('RevokeToken')).toMatchObject({ status: 200 })
  expect(pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-2' })
  expect(browser.received.join()).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]/)
})

test('createSession with a request ends the session in the request’s cookies', async () => {
  const { browser, pool, sessions } = await signedIn()
  pool.on('RevokeToken', { json: {} })
  const copied = browser.copy()
  const bia = tokens({ username: 'bia', refreshToken: 'refresh-of-bia' })
  const { setCookies } = await sessions.createSession(exchanged(bia), browser.source)
  browser.keep(setCookies)
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'bia' })
  expect(await sessions.readSession(copied.source)).toBeNull()
  expect(pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-secret' })
})

test('createSession with the tokens of the current session does not revoke them', async () => {
  const { browser, pool, sessions } = await signedIn()
  const { setCookies } = await sessions.createSession(exchanged(GRANTED), browser.source)
  browser.keep(setCookies)
  expect(pool.operations).not.toContain('RevokeToken')
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
})

test('if the previous session cannot be revoked, createSession reports the error and still resolves', async () => {
  const faults: unknown[] = []
  const { browser, pool, sessions } = await signedIn({ onFault: (fault) => faults.push(fault) })
  pool.on('RevokeToken', 'drop')
  const bia = tokens({ username: 'bia', refreshToken: 'refresh-of-bia' })
  expect(await sessions.createSession(exchanged(bia), browser.source)).toMatchObject({ session: { username: 'bia' } })
  expect(faults).toMatchObject([{ name: 'NetworkError' }])
})

const TIMES = { iat: NOW_SECONDS, exp: NOW_SECONDS + 60 }

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['no id token', { accessToken: GRANTED.AccessToken }],
  ['strings that are not tokens', { idToken: 'a', accessToken: 'b' }],
  ['the field names of the token endpoint', { id_token: GRANTED.IdToken, access_token: GRANTED.AccessToken }],
  ['tokens of two users', { ...exchanged(GRANTED), accessToken: tokens({ username: 'bia' }).AccessToken }],
  ['tokens of another app client', { idToken: jwt({ ...TIMES, aud: 'other' }), accessToken: GRANTED.AccessToken }],
  ['a token without an expiry', { idToken: jwt({ iat: NOW_SECONDS }), accessToken: GRANTED.AccessToken }],
])('createSession rejects %s with a SessionError', async (_case, given) => {
  const { sessions } = testServer()
  await expect(sessions.createSession(given as TokensToAdopt)).rejects.toBeInstanceOf(SessionError)
})
