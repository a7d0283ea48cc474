import { expect, test, vi } from 'vitest'

import { rejection, testClient, type MapStorage } from '../../test/clients.ts'
import { listen } from '../../test/recorded-events.ts'
import { jwt, NOW_MS, NOW_SECONDS, storedItems, tokens, type TokenOptions } from '../../test/tokens.ts'
import { SessionError } from '../errors.ts'
import { adoptSession } from './accounts.ts'
import type { TokensToAdopt } from './session.ts'
import { getSession } from './get-session.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const ana = tokens()
const bia = tokens({ username: 'bia', refreshToken: 'refresh-of-bia', originJti: 'origin-of-bia' })

const stored = (storage: MapStorage) => Object.fromEntries(storage.items)
const whole = (username: string, result: typeof ana) => ({
  ...storedItems(result, { username }),
  [`${PREFIX}.${username}.clockDriftSeconds`]: '0',
})

function adoptable(options: TokenOptions = {}): TokensToAdopt {
  const { IdToken, AccessToken, RefreshToken } = tokens(options)
  return { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken }
}

test('adoptSession stores tokens, sends events and replaces the previous user, like a sign-in', async () => {
  const { client, storage } = testClient({ items: storedItems(bia, { username: 'bia' }) })
  const events = listen(client)
  const { generation } = client.state
  const session = await adoptSession(client, adoptable())
  expect(session).toEqual(await getSession(client))
  expect(session).toMatchObject({ username: 'ana', refreshToken: 'refresh-1', clockDriftSeconds: 0 })
  expect(stored(storage)).toEqual(whole('ana', ana))
  expect(client.state.generation).toBe(generation + 1)
  await vi.waitFor(() => expect(events).toHaveLength(2))
  expect(events[1]).toEqual({ type: 'signedIn', username: 'ana' })
})

test('a refresh token that is null counts as missing', async () => {
  const { client, storage } = testClient()
  const nothing = { ...adoptable(), refreshToken: null } as unknown as TokensToAdopt
  expect(await adoptSession(client, nothing)).not.toHaveProperty('refreshToken')
  expect(storage.getItem(`${PREFIX}.ana.refreshToken`)).toBeNull()
})

test('the age of adopted tokens does not count as clock drift, but a time of issue in the future does', async () => {
  const old = testClient()
  const oldSession = await adoptSession(old.client, adoptable({ iat: NOW_SECONDS - 3000, refreshToken: undefined }))
  expect(oldSession.clockDriftSeconds).toBe(0)
  old.clock.nowMs = NOW_MS + 601_000
  expect(await rejection(getSession(old.client))).toMatchObject({
    message: 'Cannot retrieve a new session. Please authenticate.',
  })
  const behind = await adoptSession(testClient().client, adoptable({ iat: NOW_SECONDS + 500 }))
  expect(behind.clockDriftSeconds).toBe(-500)
})

test('expired adopted tokens are renewed, or rejected if they cannot be renewed', async () => {
  const iat = NOW_SECONDS - 3600
  const { client, pool, storage } = testClient()
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: ana } })
  const error = await rejection(adoptSession(client, adoptable({ iat, refreshToken: undefined })))
  expect(error).toBeInstanceOf(SessionError)
  expect(storage.items.size).toBe(0)
  await adoptSession(client, adoptable({ iat }))
  expect((await getSession(client)).accessToken.jwt).toBe(ana.AccessToken)
})

const TIMES = { iat: NOW_SECONDS, exp: NOW_SECONDS + 60 }

test('the user name comes from the id token if the access token has none', async () => {
  const [idToken, accessToken] = [jwt({ ...TIMES, 'cognito:username': 'cyd' }), jwt(TIMES)]
  expect((await adoptSession(testClient().client, { idToken, accessToken })).username).toBe('cyd')
})

test.each([
  ['undefined', undefined, 'Id token and Access Token must be present.'],
  ['one token', { idToken: ana.IdToken }, 'Id token and Access Token must be present.'],
  ['numbers', { idToken: 1, accessToken: 2 }, 'The id token has no readable times'],
  ['two access tokens', { ...adoptable(), idToken: ana.AccessToken }, 'The id token has'],
  ['two id tokens', { ...adoptable(), accessToken: ana.IdToken }, 'The access token has'],
  ['tokens of two users', { ...adoptable(), accessToken: bia.AccessToken }, 'The access token has'],
  [
    'tokens of two sign-ins',
    { ...adoptable(), accessToken: tokens({ originJti: 'origin-2' }).AccessToken },
    'from different sign-ins',
  ],
  ['tokens without a user', { idToken: jwt(TIMES), accessToken: jwt(TIMES) }, 'contain no user name'],
  [
    'tokens whose user name is a number',
    { idToken: jwt({ ...TIMES, 'cognito:username': 7 }), accessToken: jwt(TIMES) },
    'contain no user name',
  ],
  [
    'tokens with an empty user name',
    { idToken: jwt({ ...TIMES, 'cognito:username': '' }), accessToken: jwt(TIMES) },
    'contain no user name',
  ],
])('adopting %s throws and changes nothing', async (_case, given, message) => {
  const { client, storage } = testClient({ items: storedItems(bia, { username: 'bia' }) })
  const error = await rejection(adoptSession(client, given as TokensToAdopt))
  expect(error).toBeInstanceOf(SessionError)
  expect(error).toMatchObject({ message: expect.stringContaining(message), reason: 'foreign-tokens' })
  expect(stored(storage)).toEqual(storedItems(bia, { username: 'bia' }))
})
