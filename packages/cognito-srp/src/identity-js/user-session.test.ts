import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ItemStorage, scriptedUser, firstCall } from '../../test/identity-js.ts'
import { failure, deferredResponse } from '../../test/scripted-pool.ts'
import { jwt, NOW_MS, NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'
import {
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserSession,
  type NodeCallback,
} from './index.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const PREFIX = 'CognitoIdentityServiceProvider.web'
const ENDED = { iat: NOW_SECONDS - 4000 }
const RENEWED = { json: { AuthenticationResult: tokens({ refreshToken: undefined }) } }

function signedIn(username = 'ana', result = tokens({ username })): ReturnType<typeof scriptedUser> {
  return scriptedUser({ username, Storage: new ItemStorage(storedItems(result, { username })) })
}

function sessionOf({ IdToken, AccessToken, RefreshToken }: ReturnType<typeof tokens>): CognitoUserSession {
  return new CognitoUserSession({
    IdToken: new CognitoIdToken({ IdToken }),
    AccessToken: new CognitoAccessToken({ AccessToken }),
    ...(RefreshToken && { RefreshToken: new CognitoRefreshToken({ RefreshToken }) }),
  })
}

test('creating a user requires a name and a pool', () => {
  const { Pool } = scriptedUser()
  for (const lacking of [undefined, {}, { Username: 'ana' }, { Username: null, Pool }, { Pool }]) {
    const create = () => new CognitoUser(lacking as never)
    expect(create).toThrow(new Error('Username and Pool information are required.'))
  }
  expect(new CognitoUser({ Username: '', Pool }).getUsername()).toBe('')
})

test('getSession passes the stored session to the callback synchronously, and the same object in later calls', async () => {
  const { user, service } = signedIn()
  const first = await firstCall((callback) => user.getSession(callback))
  expect(first).toMatchObject({ isSync: true, args: [null, expect.any(CognitoUserSession)] })
  expect(user.getSignInUserSession()).toBe(first.args[1])
  expect(await firstCall((callback) => user.getSession(callback))).toEqual(first)
  expect(service.requests).toEqual([])
})

test.each<[string, Record<string, string>, string]>([
  ['the storage is empty', {}, 'Local storage is missing an ID Token, Please authenticate'],
  [
    'the expired session has no refresh token',
    storedItems(tokens({ ...ENDED, refreshToken: undefined })),
    'Cannot retrieve a new session. Please authenticate.',
  ],
])('getSession reports an error before the call returns if %s', async (_case, items, message) => {
  const { user } = scriptedUser({ Storage: new ItemStorage(items) })
  const { args, isSync } = await firstCall((callback) => user.getSession(callback))
  expect([args, isSync]).toEqual([[new Error(message), null], true])
})

test('getSession reports an error if the user has no name', async () => {
  const { user } = signedIn()
  user.username = null as never
  const { args } = await firstCall((callback) => user.getSession(callback))
  expect(args).toEqual([new Error('Username is null. Cannot retrieve a new session'), null])
})

test('the validity of a session depends on the stored clock drift', async () => {
  const items = storedItems(tokens(ENDED), { drift: '4000' })
  const { args } = await firstCall((callback) =>
    scriptedUser({ Storage: new ItemStorage(items) }).user.getSession(callback),
  )
  expect(args).toEqual([null, expect.any(CognitoUserSession)])
})

test('an expired session is renewed and stored with its refresh token', async () => {
  const { user, service, Storage } = signedIn('ana', tokens(ENDED))
  Storage.setItem(`${PREFIX}.ana.deviceKey`, 'device-1')
  service.on('InitiateAuth', RENEWED)
  const options = { clientMetadata: { tenant: '7' } }
  const { args, isSync } = await firstCall((callback) => user.getSession(callback, options))
  expect(isSync).toBe(false)
  expect(args).toEqual([null, user.getSignInUserSession()])
  expect(service.payload('InitiateAuth')).toEqual({
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: 'web',
    AuthParameters: { REFRESH_TOKEN: 'refresh-1', DEVICE_KEY: 'device-1' },
    ClientMetadata: { tenant: '7' },
  })
  expect(Object.fromEntries(Storage.items)).toEqual({
    ...storedItems(tokens()),
    [`${PREFIX}.ana.deviceKey`]: 'device-1',
  })
})

test('parallel calls share one refresh, and a new refresh token is stored', async () => {
  const { user, service, Pool, Storage } = signedIn('ana', tokens(ENDED))
  service.on('InitiateAuth', { json: { AuthenticationResult: tokens({ refreshToken: 'refresh-2' }) } })
  const asking = [user, Pool.getCurrentUser() as CognitoUser].map((each) => firstCall((cb) => each.getSession(cb)))
  for (const { args } of await Promise.all(asking)) expect(args).toEqual([null, expect.any(CognitoUserSession)])
  expect(service.operations).toEqual(['InitiateAuth'])
  expect(Storage.getItem(`${PREFIX}.ana.refreshToken`)).toBe('refresh-2')
  Storage.setItem(`${PREFIX}.ana.refreshToken`, 'refresh-1')
  await firstCall((callback) => user.refreshSession(new CognitoRefreshToken({ RefreshToken: 'refresh-1' }), callback))
  expect(service.operations).toHaveLength(2)
})

test('a rejected refresh is not retried, clears the storage and reports the error', async () => {
  const { user, service, Storage } = signedIn()
  Storage.setItem(user.userDataKey, '{}')
  service.on('InitiateAuth', failure('NotAuthorizedException', 'Refresh Token has been revoked'))
  const nonsense = new CognitoRefreshToken({ RefreshToken: 'nonsense' })
  const { args } = await firstCall((callback) => user.refreshSession(nonsense, callback))
  expect(args).toEqual([expect.objectContaining({ code: 'NotAuthorizedException' }), null])
  expect([...Storage.items]).toEqual([])
  expect(service.requests).toHaveLength(1)
})

test('a rejected refresh token does not clear a session that started during the refresh', async () => {
  const { user, service, Storage } = signedIn('ana', tokens(ENDED))
  const deferred = deferredResponse()
  service.on('InitiateAuth', deferred.script)
  const asking = firstCall((callback) => user.getSession(callback))
  user.setSignInUserSession(sessionOf(tokens({ refreshToken: 'refresh-2' })))
  deferred.send(failure('NotAuthorizedException'))
  await asking
  expect(Storage.getItem(`${PREFIX}.ana.refreshToken`)).toBe('refresh-2')
})

test('a refresh does not restore a session that ended during the refresh', async () => {
  const { user, service, Storage } = signedIn('ana', tokens(ENDED))
  const deferred = deferredResponse()
  service.on('InitiateAuth', deferred.script)
  const asking = firstCall((callback) => user.getSession(callback))
  user.signOut()
  deferred.send(RENEWED)
  expect((await asking).args).toEqual([new Error('The user has signed out.'), null])
  expect([...Storage.items]).toEqual([])
})

test('a refresh without a connection is retried, and the session stays stored if every attempt fails', async () => {
  vi.useFakeTimers({ now: NOW_MS })
  const { user, service, Storage } = signedIn('ana', tokens(ENDED))
  service.on('InitiateAuth', 'drop')
  const before = new Map(Storage.items)
  const asking = firstCall((callback) => user.getSession(callback))
  await vi.runAllTimersAsync()
  const { args } = await asking
  expect(args).toEqual([expect.objectContaining({ message: 'Network error', code: 'NetworkError' }), null])
  expect(service.requests).toHaveLength(7)
  expect(Storage.items).toEqual(before)
})

test('a refresh response without an access token causes an error and does not change the storage', async () => {
  const { user, service, Storage } = signedIn('ana', tokens(ENDED))
  const before = new Map(Storage.items)
  for (const json of [{ AuthenticationResult: { IdToken: jwt({ exp: 1 }) } }, { ChallengeName: 'SMS_MFA' }]) {
    service.on('InitiateAuth', { json })
    const { args } = await firstCall((callback) => user.getSession(callback))
    expect(args).toEqual([new Error('Id token and Access Token must be present.'), null])
  }
  expect(Storage.items).toEqual(before)
})

test('a refresh for an alias stores the tokens under the user name of the last sign-in', async () => {
  const { service, Pool, Storage } = signedIn()
  service.on('InitiateAuth', RENEWED)
  const alias = new CognitoUser({ Username: 'ana@example.com', Pool, Storage })
  const token = new CognitoRefreshToken({ RefreshToken: 'refresh-1' })
  await firstCall((callback) => alias.refreshSession(token, callback))
  expect([alias.getUsername(), alias.userDataKey]).toEqual(['ana', `${PREFIX}.ana.userData`])
  expect([...Storage.items.keys()].filter((key) => key.includes('@'))).toEqual([])
})

test('a refresh for one user does not change another user’s tokens', async () => {
  const { service, Pool, Storage } = signedIn()
  service.on('InitiateAuth', { json: { AuthenticationResult: tokens({ username: 'bia' }) } })
  const bia = new CognitoUser({ Username: 'bia', Pool, Storage })
  const token = new CognitoRefreshToken({ RefreshToken: 'of-bia' })
  await firstCall((callback) => bia.refreshSession(token, callback))
  expect(bia.getUsername()).toBe('bia')
  expect(Storage.getItem(`${PREFIX}.ana.accessToken`)).toBe(tokens().AccessToken)
  expect(Storage.getItem(`${PREFIX}.bia.accessToken`)).toBe(tokens({ username: 'bia' }).AccessToken)
})

test('the pool’s wrapRefreshSessionCallback wraps the callback of refreshSession', async () => {
  const seen: unknown[] = []
  const wrapRefreshSessionCallback =
    (target: NodeCallback.Any): NodeCallback.Any =>
    (error, session) => {
      seen.push(session)
      target(error, session)
    }
  const { user, service } = scriptedUser({ wrapRefreshSessionCallback })
  service.on('InitiateAuth', RENEWED)
  const token = new CognitoRefreshToken({ RefreshToken: 'refresh-1' })
  const { args } = await firstCall((callback) => user.refreshSession(token, callback))
  expect(seen).toEqual([args[1]])
})

test('setSignInUserSession writes the items in the order of amazon-cognito-identity-js', () => {
  const written: string[] = []
  const { user, Storage } = scriptedUser()
  Storage.items.set(user.userDataKey, '{}')
  Storage.setItem = (key, value) => {
    written.push(key)
    Storage.items.set(key, value)
  }
  user.setSignInUserSession(sessionOf(tokens()))
  const items = ['ana.idToken', 'ana.accessToken', 'ana.refreshToken', 'ana.clockDrift', 'LastAuthUser']
  expect(written).toEqual(items.map((item) => `${PREFIX}.${item}`))
  expect(Object.fromEntries(Storage.items)).toEqual(storedItems(tokens()))
  user.setSignInUserSession(sessionOf(tokens({ refreshToken: undefined })))
  expect(Storage.getItem(`${PREFIX}.ana.refreshToken`)).toBe('')
})

test('signing out removes the session synchronously, keeps the device and sends no request', () => {
  const { user, service, Storage, Pool } = signedIn()
  Storage.setItem(`${PREFIX}.ana.deviceKey`, 'device-1')
  Storage.setItem(user.userDataKey, '{}')
  user.signOut()
  expect([...Storage.items]).toEqual([[`${PREFIX}.ana.deviceKey`, 'device-1']])
  expect([user.getSignInUserSession(), Pool.getCurrentUser(), service.requests]).toEqual([null, null, []])
})

test('signing out with a callback revokes the refresh token and removes the session', async () => {
  const { user, service, Storage } = signedIn()
  service.on('RevokeToken', { text: '' })
  const { args, isSync } = await firstCall((callback) => user.signOut(callback))
  expect([args, isSync]).toEqual([[undefined], false])
  expect(service.payload('RevokeToken')).toEqual({ Token: 'refresh-1', ClientId: 'web' })
  expect([...Storage.items]).toEqual([])
})

test('a failed revocation is reported after the session is removed', async () => {
  const { user, service, Storage } = signedIn()
  service.on('RevokeToken', failure('UnsupportedOperationException'))
  const { args } = await firstCall((callback) => user.signOut(callback))
  expect(args).toEqual([expect.objectContaining({ code: 'UnsupportedOperationException' })])
  expect([...Storage.items]).toEqual([])
})

test.each<[string, ReturnType<typeof tokens>]>([
  ['a session without a refresh token', tokens({ refreshToken: undefined })],
  [
    'a session whose access token has no claim origin_jti',
    { ...tokens(), AccessToken: jwt({ exp: NOW_SECONDS + 60 }) },
  ],
])('signing out with a callback synchronously removes %s and sends no request', async (_case, result) => {
  const { user, service, Storage } = signedIn('ana', result)
  const { args, isSync } = await firstCall((callback) => user.signOut(callback))
  expect([args, isSync]).toEqual([[undefined], true])
  expect([[...Storage.items], service.requests]).toEqual([[], []])
})

test('without a session to revoke, signOut passes an error to its callback', async () => {
  const { args } = await firstCall((callback) => scriptedUser().user.signOut(callback))
  expect(args).toEqual([new Error('Local storage is missing an ID Token, Please authenticate')])
})

test('signing out removes the session even if the storage cannot be read', () => {
  const { user, Storage } = signedIn()
  Storage.getItem = () => {
    throw new Error('blocked')
  }
  user.signOut()
  expect([[...Storage.items], user.getSignInUserSession()]).toEqual([[], null])
})

test('signing out without a callback also ends a session that a server keeps', async () => {
  const held = tokens({ refreshToken: PLACEHOLDER_TOKEN })
  for (const answer of [{ text: '' }, failure('InvalidParameterException')]) {
    const { user, service, Storage } = signedIn('ana', held)
    service.on('RevokeToken', answer)
    user.signOut()
    expect([...Storage.items]).toEqual([])
    expect(service.payload('RevokeToken')).toEqual({
      Token: PLACEHOLDER_TOKEN,
      ClientId: 'web',
      AccessToken: held.AccessToken,
    })
    await vi.waitFor(() => expect(service.requests).toHaveLength(1))
  }
  const { user, service } = signedIn('ana', tokens({ ...ENDED, refreshToken: PLACEHOLDER_TOKEN }))
  service.on('InitiateAuth', RENEWED)
  await firstCall((callback) => user.getSession(callback))
  expect(service.payload('InitiateAuth')).toMatchObject({ AccessToken: tokens(ENDED).AccessToken })
})
