// Tests that every function that accepts tokens rejects tokens of another user, pool or app client, and swapped tokens. The
// client does not verify tokens, but contradictory claims reveal a mix-up.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { adoptSession, getSession, respondToChallenge, SessionError, signIn } from '../src/index.ts'
import { rejection, testClient, type TestClient } from './clients.ts'
import { detailsOf, scriptedUser, firstCall, firstCallOf } from './identity-js.ts'
import type { ScriptedAnswer } from './scripted-pool.ts'
import { expiredServer, REFRESH, renewal, testServer } from './session-handlers.ts'
import { jwt, NOW_MS, NOW_SECONDS, storedItems, tokens } from './tokens.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ana = tokens()
const bia = tokens({ username: 'bia' })
const TIMES = { iat: NOW_SECONDS, exp: NOW_SECONDS + 3600, sub: 'sub-of-ana' }
const POOL_2 = 'https://cognito-idp.local.amazonaws.com/local_Pool2'
const answering = (AuthenticationResult: object): ScriptedAnswer => ({ json: { AuthenticationResult } })

/** Tokens that every function must reject. */
const MIXED: [string, object][] = [
  ['two tokens of different users', { ...ana, AccessToken: bia.AccessToken }],
  ['swapped tokens', { ...ana, IdToken: ana.AccessToken, AccessToken: ana.IdToken }],
  ['two id tokens', { ...ana, AccessToken: ana.IdToken }],
  ['an id token for another app client', { ...ana, IdToken: jwt({ ...TIMES, aud: 'other' }) }],
  ['an access token of another app client', { ...ana, AccessToken: jwt({ ...TIMES, client_id: 'other' }) }],
  ['an id token of another user pool', { ...ana, IdToken: jwt({ ...TIMES, iss: POOL_2 }) }],
  ['an access token of another user pool', { ...ana, AccessToken: jwt({ ...TIMES, iss: POOL_2 }) }],
  ['an id token whose expiry is a string', { ...ana, IdToken: jwt({ ...TIMES, exp: '1' }) }],
  [
    'an access token whose time of issue is not a number',
    { ...ana, AccessToken: jwt({ ...TIMES, iat: { valueOf: 1, toString: 1 } }) },
  ],
  ['an id token whose user is not a string', { ...ana, IdToken: jwt({ ...TIMES, sub: {} }) }],
]
/** Tokens that must be rejected when ana's session is renewed. */
const AT_RENEWALS: [string, object][] = [...MIXED, ['valid tokens of another user', bia]]

const KEPT = { name: 'SMS_MFA', username: 'ana', challengeSession: 's-1', expiresAtMs: NOW_MS + 1000 } as const
const DOORS: [string, string, (test: TestClient) => Promise<unknown>][] = [
  ['signIn', 'InitiateAuth', ({ client }) => signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH' })],
  ['respondToChallenge', 'RespondToAuthChallenge', ({ client }) => respondToChallenge(client, KEPT, { code: '1' })],
]

test.each(DOORS.flatMap(([name, ...door]) => MIXED.map(([whose, result]) => ({ whose, result, name, door }))))(
  '$name rejects $whose',
  async ({ result, door: [operation, enter] }) => {
    const tried = testClient()
    tried.pool.on(operation, answering(result))
    const error = await rejection(enter(tried))
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({ reason: 'foreign-tokens' })
    expect(tried.storage.items.size).toBe(0)
  },
)

const RENEWALS = ['GetTokensFromRefreshToken', 'REFRESH_TOKEN_AUTH'] as const

test.each(RENEWALS.flatMap((flow) => AT_RENEWALS.map(([whose, result]) => ({ flow, whose, result }))))(
  'a refresh by $flow rejects $whose and keeps the session',
  async ({ flow: refreshFlow, result }) => {
    const { client, pool, storage } = testClient({ items: storedItems(ana), refreshFlow })
    const before = new Map(storage.items)
    pool.on(refreshFlow === 'REFRESH_TOKEN_AUTH' ? 'InitiateAuth' : refreshFlow, answering(result))
    expect(await rejection(getSession(client, { forceRefresh: true }))).toBeInstanceOf(SessionError)
    expect(storage.items).toEqual(before)
  },
)

test.each(MIXED)('a session with %s in the storage is renewed', async (_case, stored) => {
  const { client, pool } = testClient({ items: storedItems(stored) })
  pool.on('GetTokensFromRefreshToken', answering(tokens({ refreshToken: 'refresh-2' })))
  expect(await getSession(client)).toMatchObject({ username: 'ana', refreshToken: 'refresh-2' })
})

test.each(MIXED)('adoptSession rejects %s', async (_case, { IdToken, AccessToken }: Partial<typeof ana>) => {
  const { client, storage } = testClient()
  const given = { idToken: IdToken ?? '', accessToken: AccessToken ?? '' }
  expect(await rejection(adoptSession(client, given))).toBeInstanceOf(SessionError)
  expect(storage.items.size).toBe(0)
})

test.each(MIXED)('a sign-in with the identity-js classes rejects %s', async (_case, result) => {
  const { user, service, Storage } = scriptedUser()
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  service.on('InitiateAuth', answering(result))
  const { by, args } = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect([by, String(args[0])]).toEqual(['onFailure', expect.stringMatching(/^Error: The tokens belong to another /)])
  expect(user.getSignInUserSession()).toBeNull()
  expect(Storage.items.size).toBe(0)
})

test.each(AT_RENEWALS)('a refresh with the identity-js classes rejects %s', async (_case, result) => {
  const { user, service, Storage } = scriptedUser()
  for (const [key, value] of Object.entries(storedItems(tokens({ iat: NOW_SECONDS - 4000 })))) {
    Storage.setItem(key, value)
  }
  const before = new Map(Storage.items)
  service.on('InitiateAuth', answering(result))
  const { args } = await firstCall((callback) => user.getSession(callback))
  expect(String(args[0])).toMatch(/^Error: The tokens belong to another /)
  expect(Storage.items).toEqual(before)
})

test.each(MIXED)('a server does not put %s into cookies', async (_case, result) => {
  const { browser } = testServer({ onFault: () => {} })
  const { status } = await browser.signIn(result)
  expect([status, browser.cookies.size]).toEqual([500, 0])
})

test('a server does not renew a session with tokens of another user', async () => {
  const server = await expiredServer({ onFault: () => {} })
  const before = server.browser.cookieHeader
  const ofBia = tokens({ username: 'bia', iat: NOW_SECONDS + 3600 })
  server.pool.on(REFRESH, answering(ofBia), answering(renewal(1)))
  expect(await server.browser.call(REFRESH)).toMatchObject({ status: 500 })
  expect(server.browser.cookieHeader).toBe(before)
  expect(await server.browser.call(REFRESH)).toMatchObject({ status: 200 })
})
