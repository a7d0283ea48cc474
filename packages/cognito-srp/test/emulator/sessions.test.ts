import { afterEach, expect, test } from 'vitest'

import {
  deleteUser,
  getAccessToken,
  getSession,
  getUser,
  globalSignOut,
  revokeToken,
  signIn,
  signOut,
} from '../../src/index.ts'
import { MapStorage, rejection } from '../clients.ts'
import { REQUEST, startPool, type TestPool } from './pool.ts'

const ROTATING = { clients: [{ id: 'web', refreshTokenRotation: { graceSeconds: 0 } }] }
let pool: TestPool

afterEach(() => pool.emulator.close())

test('a session is renewed after each of five expiries, with either refresh flow', async () => {
  pool = await startPool()
  for (const refreshFlow of ['GetTokensFromRefreshToken', 'REFRESH_TOKEN_AUTH'] as const) {
    const client = pool.createClient({ refreshFlow })
    await signIn(client, REQUEST)
    const seen = new Set<string>()
    for (let expiry = 0; expiry < 5; expiry += 1) {
      seen.add(await getAccessToken(client))
      pool.advance(3600)
    }
    expect(seen.size).toBe(5)
    expect(await getUser(client)).toMatchObject({ username: 'ana' })
  }
})

test('if refresh tokens rotate without a grace period, two tabs with five calls each stay signed in after each of twenty expiries', async () => {
  pool = await startPool(ROTATING)
  const storage = new MapStorage()
  const tabs = [pool.createClient({ storage }), pool.createClient({ storage })]
  await Promise.all(tabs.slice(0, 1).map((tab) => signIn(tab, REQUEST)))
  const seen = new Set<string | undefined>()
  for (let expiry = 0; expiry < 20; expiry += 1) {
    pool.advance(3600)
    const calls = tabs.flatMap((tab) => Array.from({ length: 5 }, () => getSession(tab)))
    for (const { refreshToken } of await Promise.all(calls)) seen.add(refreshToken)
    expect(seen.size).toBe(expiry + 1)
  }
})

test('after a lost response, the client repeats the refresh within the pool’s grace period', async () => {
  pool = await startPool({ clients: [{ id: 'web', refreshTokenRotation: { graceSeconds: 60 } }] })
  const client = pool.createClient()
  await signIn(client, REQUEST)
  const before = await getSession(client)
  pool.advance(3600)
  pool.emulator.faults.order({ operation: 'GetTokensFromRefreshToken', fault: { kind: 'drop-answer' } })
  const after = await getSession(client)
  expect(after.username).toBe('ana')
  expect(after.refreshToken).not.toBe(before.refreshToken)
})

test('the pre token generation trigger receives the clientMetadata of a refresh', async () => {
  const heard: unknown[] = []
  pool = await startPool({
    triggers: {
      preTokenGeneration: ({ triggerSource, request }) => {
        heard.push([triggerSource, request.clientMetadata])
      },
    },
  })
  const client = pool.createClient({ clientMetadata: () => ({ tenant: 'escola' }) })
  await signIn(client, REQUEST)
  await getAccessToken(client, { forceRefresh: true })
  await getSession(client, { forceRefresh: true, clientMetadata: { tenant: 'outra' } })
  expect(heard).toEqual([
    ['TokenGeneration_Authentication', undefined],
    ['TokenGeneration_RefreshTokens', { tenant: 'escola' }],
    ['TokenGeneration_RefreshTokens', { tenant: 'outra' }],
  ])
})

test('the client waits for the requested time before it repeats a throttled refresh', async () => {
  pool = await startPool()
  const client = pool.createClient()
  await signIn(client, REQUEST)
  pool.advance(3600)
  pool.emulator.faults.order({ fault: { kind: 'throttle', retryAfterSeconds: 1 } })
  const startedMs = Date.now()
  await getSession(client)
  expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1000)
})

test('after the refresh token is revoked, the next refresh signs the user out', async () => {
  pool = await startPool()
  const client = pool.createClient()
  await signIn(client, REQUEST)
  await revokeToken(client)
  pool.advance(3600)
  expect(await rejection(getAccessToken(client))).toMatchObject({ message: 'No user logged in' })
  expect(await rejection(getUser(client))).toMatchObject({ message: 'User is not authenticated' })
})

test('signing out with the scope revoke invalidates the refresh token and its access tokens', async () => {
  pool = await startPool()
  const storage = new MapStorage()
  const client = pool.createClient({ storage })
  await signIn(client, REQUEST)
  const copy = pool.createClient({ storage: new MapStorage(Object.fromEntries(storage.items)) })
  await signOut(client, { scope: 'revoke' })
  expect(await rejection(getUser(copy))).toMatchObject({ code: 'NotAuthorizedException' })
  expect(await rejection(getSession(copy, { forceRefresh: true }))).toMatchObject({ code: 'NotAuthorizedException' })
})

test.each([
  ['globalSignOut', globalSignOut],
  ['signOut with the scope global', (client: Parameters<typeof signOut>[0]) => signOut(client, { scope: 'global' })],
])('%s ends the sessions on all devices', async (_name, end) => {
  pool = await startPool()
  const [here, elsewhere] = [pool.createClient(), pool.createClient()]
  await signIn(here, REQUEST)
  await signIn(elsewhere, REQUEST)
  pool.advance(2)
  await end(here)
  expect(await rejection(getSession(here))).toMatchObject({ code: 'SessionError' })
  expect(await rejection(getSession(elsewhere, { forceRefresh: true }))).toMatchObject({
    code: 'NotAuthorizedException',
  })
})

test('a deleted user is signed out and cannot sign in again', async () => {
  pool = await startPool()
  const client = pool.createClient()
  await signIn(client, REQUEST)
  await deleteUser(client)
  expect(await rejection(getSession(client))).toMatchObject({ code: 'SessionError' })
  expect(await rejection(signIn(client, REQUEST))).toMatchObject({ code: 'UserNotFoundException' })
})

test('if the client’s clock is two hours ahead, the session contains the drift and the user stays signed in', async () => {
  pool = await startPool()
  const client = pool.createClient({ now: () => Date.now() + 7_200_000 })
  const signedIn = await signIn(client, { ...REQUEST, flow: 'USER_PASSWORD_AUTH' })
  if (signedIn.name !== 'SIGNED_IN') throw new Error(`Got ${signedIn.name}.`)
  const { session } = signedIn
  expect(session.clockDriftSeconds).toBeGreaterThanOrEqual(7199)
  expect((await getSession(client)).accessToken).toEqual(session.accessToken)
})

test.each([
  ['amazon-cognito-identity-js stored the drift in seconds', '7200'],
  ['Amplify stored the drift in negated milliseconds', '-7200000'],
  ['Amplify stored the drift of an earlier clock', '-40'],
])('if the client’s clock is two hours ahead and %s, the stored tokens are usable', async (_case, clockDrift) => {
  pool = await startPool()
  const [now, storage] = [() => Date.now() + 7_200_000, new MapStorage()]
  await signIn(pool.createClient({ now, storage }), { ...REQUEST, flow: 'USER_PASSWORD_AUTH' })
  storage.items.set('CognitoIdentityServiceProvider.web.ana.clockDrift', clockDrift)
  storage.items.delete('CognitoIdentityServiceProvider.web.ana.clockDriftSeconds')
  const client = pool.createClient({ now, storage })
  const { clockDriftSeconds, refreshToken } = await getSession(client)
  expect(Math.abs(clockDriftSeconds - 7200)).toBeLessThan(10)
  expect(await getUser(client)).toMatchObject({ username: 'ana' })
  expect(refreshToken).toBe(storage.items.get('CognitoIdentityServiceProvider.web.ana.refreshToken'))
})
