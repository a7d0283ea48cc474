// Tokens of somebody else, of another pool or app client, or in each other's place, at every door through which a
// session comes in. They are not verified: what is told apart here is a mix-up, by claims that contradict.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { adoptSession, getSession, respondToChallenge, SessionError, signIn } from '../src/index.ts'
import { rejection, testClient, type TestClient } from './clients.ts'
import { detailsOf, scriptedUser, told, toldOf } from './identity-js.ts'
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

/** Wrong at every door. */
const MIXED: [string, object][] = [
  ['two tokens of different users', { ...ana, AccessToken: bia.AccessToken }],
  ['tokens in each other’s place', { ...ana, IdToken: ana.AccessToken, AccessToken: ana.IdToken }],
  ['two id tokens', { ...ana, AccessToken: ana.IdToken }],
  ['an id token for another app client', { ...ana, IdToken: jwt({ ...TIMES, aud: 'other' }) }],
  ['an access token of another app client', { ...ana, AccessToken: jwt({ ...TIMES, client_id: 'other' }) }],
  ['an id token of another user pool', { ...ana, IdToken: jwt({ ...TIMES, iss: POOL_2 }) }],
  ['an access token of another user pool', { ...ana, AccessToken: jwt({ ...TIMES, iss: POOL_2 }) }],
  ['an end that is a text', { ...ana, IdToken: jwt({ ...TIMES, exp: '1' }) }],
  ['a beginning that is no number', { ...ana, AccessToken: jwt({ ...TIMES, iat: { valueOf: 1, toString: 1 } }) }],
  ['a user who is no text', { ...ana, IdToken: jwt({ ...TIMES, sub: {} }) }],
]
/** Wrong where ana's session is renewed. */
const AT_RENEWALS: [string, object][] = [...MIXED, ['whole tokens of another user', bia]]

const KEPT = { name: 'SMS_MFA', username: 'ana', challengeSession: 's-1', expiresAtMs: NOW_MS + 1000 } as const
const DOORS: [string, string, (test: TestClient) => Promise<unknown>][] = [
  ['signIn', 'InitiateAuth', ({ client }) => signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH' })],
  ['respondToChallenge', 'RespondToAuthChallenge', ({ client }) => respondToChallenge(client, KEPT, { code: '1' })],
]

test.each(DOORS.flatMap(([name, ...door]) => MIXED.map(([whose, result]) => ({ whose, result, name, door }))))(
  '$whose sign nobody in, by $name',
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
  '$whose renew no session, and nobody is signed out, by $flow',
  async ({ flow: refreshFlow, result }) => {
    const { client, pool, storage } = testClient({ items: storedItems(ana), refreshFlow })
    const before = new Map(storage.items)
    pool.on(refreshFlow === 'REFRESH_TOKEN_AUTH' ? 'InitiateAuth' : refreshFlow, answering(result))
    expect(await rejection(getSession(client, { forceRefresh: true }))).toBeInstanceOf(SessionError)
    expect(storage.items).toEqual(before)
  },
)

test.each(MIXED)('%s in the storage are no session: they are renewed', async (_case, stored) => {
  const { client, pool } = testClient({ items: storedItems(stored) })
  pool.on('GetTokensFromRefreshToken', answering(tokens({ refreshToken: 'refresh-2' })))
  expect(await getSession(client)).toMatchObject({ username: 'ana', refreshToken: 'refresh-2' })
})

test.each(MIXED)('%s are not adopted', async (_case, { IdToken, AccessToken }: Partial<typeof ana>) => {
  const { client, storage } = testClient()
  const given = { idToken: IdToken ?? '', accessToken: AccessToken ?? '' }
  expect(await rejection(adoptSession(client, given))).toBeInstanceOf(SessionError)
  expect(storage.items.size).toBe(0)
})

test.each(MIXED)('%s sign nobody in by the incumbent’s classes', async (_case, result) => {
  const { user, service, Storage } = scriptedUser()
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  service.on('InitiateAuth', answering(result))
  const { by, args } = await toldOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect([by, String(args[0])]).toEqual(['onFailure', expect.stringMatching(/^Error: The tokens are of another /)])
  expect(user.getSignInUserSession()).toBeNull()
  expect(Storage.items.size).toBe(0)
})

test.each(AT_RENEWALS)('%s renew nothing by the incumbent’s classes', async (_case, result) => {
  const { user, service, Storage } = scriptedUser()
  for (const [key, value] of Object.entries(storedItems(tokens({ iat: NOW_SECONDS - 4000 })))) {
    Storage.setItem(key, value)
  }
  const before = new Map(Storage.items)
  service.on('InitiateAuth', answering(result))
  const { args } = await told((callback) => user.getSession(callback))
  expect(String(args[0])).toMatch(/^Error: The tokens are of another /)
  expect(Storage.items).toEqual(before)
})

test.each(MIXED)('%s reach no cookie of a server', async (_case, result) => {
  const { browser } = testServer({ onFault: () => {} })
  const { status } = await browser.signIn(result)
  expect([status, browser.cookies.size]).toEqual([500, 0])
})

test('tokens of another user renew no session on a server', async () => {
  const server = await expiredServer({ onFault: () => {} })
  const before = server.browser.cookieHeader
  const ofBia = tokens({ username: 'bia', iat: NOW_SECONDS + 3600 })
  server.pool.on(REFRESH, answering(ofBia), answering(renewal(1)))
  expect(await server.browser.call(REFRESH)).toMatchObject({ status: 500 })
  expect(server.browser.cookieHeader).toBe(before)
  expect(await server.browser.call(REFRESH)).toMatchObject({ status: 200 })
})
