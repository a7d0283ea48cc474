import { afterEach, expect, test, vi } from 'vitest'

import { failure, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import {
  HOUR_MS,
  REFRESH,
  expiredServer,
  granting,
  readAccessToken,
  renewal,
  testServer,
} from '../../test/session-handlers.ts'
import { NOW_MS, NOW_SECONDS, tokens } from '../../test/tokens.ts'

afterEach(() => vi.useRealTimers())

test('readSession returns tokens that renewSession renewed, and does not renew tokens itself', async () => {
  const server = await expiredServer()
  const { browser, pool, sessions } = server
  pool.on(REFRESH, granting(1))
  expect(await sessions.readSession(browser.source, { includeExpired: true })).toMatchObject({
    username: 'ana',
    isExpired: true,
    expiresAtMs: NOW_MS + HOUR_MS,
  })
  expect(await sessions.readSession(browser.source)).toBeNull()
  expect(pool.operations).toEqual(['RespondToAuthChallenge'])
  const { setCookies } = await sessions.renewSession(browser.source)
  expect(await sessions.readSession(browser.source)).toMatchObject({ isExpired: false })
  browser.keep(setCookies)
  expect(await sessions.readSession(browser.source)).toMatchObject({ isExpired: false })
})

test('a refresh that returns the same tokens leaves the session readable', async () => {
  const { browser, pool, sessions } = await expiredServer()
  pool.on(REFRESH, { json: { AuthenticationResult: tokens() } })
  expect(await browser.call(REFRESH)).toMatchObject({ status: 200 })
  const session = await sessions.readSession(browser.source, { includeExpired: true })
  expect(session).toMatchObject({ username: 'ana', isExpired: true })
})

test('the store contains no readable token', async () => {
  const kept: string[] = []
  const store = { get: () => null, set: (key: string, value: string) => kept.push(key, value) }
  const { browser, pool } = await expiredServer({ store })
  pool.on(REFRESH, granting(1)).on('RevokeToken', {})
  await browser.call(REFRESH)
  await browser.call('RevokeToken')
  expect(kept.length).toBeGreaterThan(4)
  const granted = [tokens(), renewal(1)].flatMap(({ IdToken, AccessToken, RefreshToken = '' }) => [
    IdToken,
    AccessToken,
    RefreshToken,
  ])
  const parts = granted.flatMap((token) => token.split('.')).filter((part) => part.length > 8)
  expect(parts.length).toBeGreaterThanOrEqual(granted.length)
  expect(parts.filter((part) => kept.join().includes(part))).toEqual([])
})

test.each([
  'NotAuthorizedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
])('if the service rejects a refresh with %s, the handler forwards the error and removes the cookies', async (code) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] }) // no wait for another process
  const { browser, pool, sessions } = await expiredServer()
  pool.on(REFRESH, failure(code, 'Refresh Token has been revoked'))
  const { setCookies, ...renewed } = await sessions.renewSession(browser.source)
  expect(renewed).toEqual({ session: null, cookie: '' })
  expect(setCookies[0]).toMatch(/^__Host-session\.0=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(await browser.copy().send('/auth/session')).toMatchObject({ body: { session: null } })
  const asking = browser.copy()
  expect(await asking.call('GetUser')).toMatchObject({ status: 400, body: { __type: code } })
  expect(asking.cookies.size).toBe(0)
  expect(await browser.call(REFRESH)).toMatchObject({ status: 400, body: { __type: code } })
  expect(browser.cookies.size).toBe(0)
})

test.each<[string, ScriptedAnswer]>([
  ['a lost connection', 'drop'],
  ['throttling', failure('TooManyRequestsException', 'Wait.', 429)],
  ['a service failure', failure('InternalErrorException', 'Wait.', 500)],
  ['a wrong client secret', failure('NotAuthorizedException', 'Unable to verify secret hash for client web')],
  ['a response without tokens', { json: { ChallengeName: 'PASSWORD' } }],
])('a refresh that fails because of %s keeps the cookies', async (_case, answer) => {
  const { browser, pool, sessions } = await expiredServer()
  pool.on(REFRESH, answer)
  const before = browser.cookieHeader
  for (const path of ['/auth/session', REFRESH, 'GetUser']) {
    const { status } = await (path.startsWith('/') ? browser.send(path) : browser.call(path))
    expect(status).toBeGreaterThanOrEqual(429)
  }
  expect(browser.cookieHeader).toBe(before)
  const renewed = await sessions.renewSession(browser.source)
  expect(renewed).toMatchObject({ session: { isExpired: true }, setCookies: [], cookie: before })
})

test('if a renewal within refreshMarginSeconds of the expiry fails, the session stays unchanged and the next request tries again', async () => {
  const faults: unknown[] = []
  const { browser, pool, sessions, clock } = testServer({ onFault: (fault) => faults.push(fault) })
  await browser.signIn()
  clock.nowMs += HOUR_MS - 30_000
  pool.on(REFRESH, 'drop', 'drop', { json: { ChallengeName: 'PASSWORD' } }, granting(1))
  expect(await browser.send('/auth/session')).toMatchObject({
    status: 200,
    body: { session: { refreshToken: 'held-by-the-server' } },
  })
  expect(await sessions.renewSession(browser.source)).toMatchObject({ session: { isExpired: false }, setCookies: [] })
  expect(faults).toEqual([])
  expect(await browser.send('/auth/session')).toMatchObject({ status: 200 })
  expect(String(faults)).toContain('Id token and Access Token must be present.')
  const { session } = await sessions.renewSession(browser.source)
  expect(session?.accessToken.jwt).toBe(renewal(1).AccessToken)
  clock.nowMs -= 1000
  const requests = pool.requests.length
  expect(await sessions.renewSession(browser.source)).toMatchObject({ setCookies: [] })
  expect(pool.requests).toHaveLength(requests)
})

test('when a page requests a refresh, the handler requests new tokens unless the page’s tokens have expired and the cookies contain newer tokens', async () => {
  const server = await expiredServer()
  const { browser, pool, sessions } = server
  pool.on(REFRESH, granting(1), granting(2), granting(3))
  const old = `${tokens().AccessToken.split('.').slice(0, 2).join('.')}.`
  browser.keep((await sessions.renewSession(browser.source)).setCookies)
  expect(await browser.call(REFRESH, { AccessToken: old })).toMatchObject({ status: 200 })
  expect(pool.operations.filter((name) => name === REFRESH)).toHaveLength(1)
  const alive = tokens({ iat: NOW_SECONDS + 600 }).AccessToken
  await browser.call(REFRESH, { AccessToken: alive }) // older as well, but not expired, so the page wants an early renewal
  expect(pool.operations.filter((name) => name === REFRESH)).toHaveLength(2)
  const current = `${renewal(2).AccessToken.split('.').slice(0, 2).join('.')}.`
  await browser.call(REFRESH, { AccessToken: current })
  expect(await readAccessToken(server, browser)).toBe(renewal(3).AccessToken)
})

test('an ended session stays ended as long as any of its access tokens can be valid', async () => {
  const { browser, pool, clock, sessions } = testServer()
  await browser.signIn()
  pool.on('RevokeToken', { json: {} })
  const copied = browser.copy()
  clock.nowMs += HOUR_MS / 2
  await browser.call('RevokeToken')
  clock.nowMs += HOUR_MS - 1000
  expect(await sessions.readSession(copied.source, { includeExpired: true })).toBeNull()
  clock.nowMs += 2000
  expect(await sessions.readSession(copied.source, { includeExpired: true })).toMatchObject({ isExpired: true })
  expect(await sessions.readSession(copied.source)).toBeNull()
})

test('readSession returns null from the millisecond at which a token expires', async () => {
  const { browser, sessions, clock } = testServer()
  await browser.signIn()
  clock.nowMs += HOUR_MS - 1
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana', isExpired: false })
  clock.nowMs += 1
  expect(await sessions.readSession(browser.source)).toBeNull()
  expect(await sessions.readSession(browser.source, { includeExpired: false })).toBeNull()
})

test('readSession accepts Node requests, whose headers are an object', async () => {
  const { browser, sessions } = await expiredServer({ refreshMarginSeconds: 0 })
  const headers = { cookie: browser.cookieHeader, get: 'a header of this name' }
  expect(await sessions.readSession({ headers }, { includeExpired: true })).toMatchObject({ username: 'ana' })
  expect(await sessions.readSession({ headers: {} })).toBeNull()
})

test('the new tokens are not lost if the store fails after a renewal', async () => {
  let isDown = false
  const faults: unknown[] = []
  const answering = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(undefined))
  const { browser, pool, sessions } = await expiredServer({
    store: { get: answering, set: answering },
    onFault: (fault) => faults.push(fault),
  })
  pool.on(REFRESH, () => {
    isDown = true
    return granting(1)
  })
  expect(await browser.call(REFRESH)).toMatchObject({ status: 200 })
  expect(faults).toHaveLength(1)
  await expect(sessions.readSession(browser.source)).rejects.toThrow('down')
  await expect(sessions.renewSession(browser.source)).rejects.toThrow('down')
  pool.on('RevokeToken', { json: {} })
  isDown = false
  expect(await browser.call('RevokeToken')).toMatchObject({ status: 200 })
})

test('renewSession rejects with the store’s error if the store fails', async () => {
  let gets = 0
  const { browser, sessions } = await expiredServer({
    store: {
      // The first read finds no record of an ended session. The second read, which looks for the result of a refresh, fails.
      get: () => ((gets += 1) === 1 ? null : Promise.reject(new Error('down'))),
      set: () => undefined,
    },
  })
  await expect(sessions.renewSession(browser.source)).rejects.toThrow('down')
})

test('the browser gets renewed tokens even if the operation after the renewal fails', async () => {
  const server = await expiredServer()
  const { browser, pool } = server
  pool.on(REFRESH, granting(1)).on('GetUser', failure('TooManyRequestsException', 'Wait.', 429))
  expect(await browser.call('GetUser')).toMatchObject({ status: 429 })
  server.clock.nowMs += 61_000
  expect(await readAccessToken(server, browser)).toBe(renewal(1).AccessToken)
})

test('a session without a refresh token ends when its tokens expire', async () => {
  const { browser, sessions, clock } = testServer()
  await browser.signIn(tokens({ refreshToken: undefined }))
  const { body } = await browser.send('/auth/session')
  expect(body['session']).not.toHaveProperty('refreshToken')
  const ending = browser.copy()
  expect(await ending.call('RevokeToken')).toMatchObject({ status: 200 })
  expect(ending.cookies.size).toBe(0)
  await browser.signIn(tokens({ refreshToken: undefined }))
  clock.nowMs += HOUR_MS
  expect(await sessions.renewSession(browser.source)).toMatchObject({ session: null })
})

test('a renewal sends the device key from the page’s request, or the session’s device key if the request has none', async () => {
  const { browser, pool, sessions, clock } = testServer()
  pool
    .on('RespondToAuthChallenge', { json: { AuthenticationResult: tokens() } })
    .on('ConfirmDevice', { json: {} })
    .on('ForgetDevice', { text: '' })
  pool.on(REFRESH, ...[1, 2, 3, 4, 5].map((n) => granting(n)))
  const ChallengeResponses = { USERNAME: 'ana', DEVICE_KEY: 'device-1' }
  await browser.call('RespondToAuthChallenge', { ChallengeName: 'DEVICE_PASSWORD_VERIFIER', ChallengeResponses })
  clock.nowMs += HOUR_MS
  browser.keep((await sessions.renewSession(browser.source)).setCookies)
  expect(pool.payload(REFRESH)).toMatchObject({ DeviceKey: 'device-1' })
  await browser.call('ConfirmDevice', { DeviceKey: 'device-2', DeviceName: 'Notebook' })
  await browser.call(REFRESH)
  expect(pool.payload(REFRESH, 1)).toMatchObject({ DeviceKey: 'device-2' })
  await browser.call('ForgetDevice', { DeviceKey: 'device-1' })
  await browser.call(REFRESH)
  expect(pool.payload(REFRESH, 2)).toMatchObject({ DeviceKey: 'device-2' })
  await browser.call('ForgetDevice', { DeviceKey: 'device-2' })
  await browser.call(REFRESH)
  expect(pool.payload(REFRESH, 3)).not.toHaveProperty('DeviceKey')
  await browser.call(REFRESH, { DeviceKey: 'device-3', ClientMetadata: { a: '1' }, RefreshToken: 'x', Other: 'x' })
  expect(pool.payload(REFRESH, 4)).toEqual({
    ClientId: 'web',
    RefreshToken: 'refresh-5',
    DeviceKey: 'device-3',
    ClientMetadata: { a: '1' },
  })
})

test('a renewal does not send the key of a device that the service did not recognize', async () => {
  const { browser, pool, sessions, clock } = testServer()
  const AuthenticationResult = { ...tokens(), NewDeviceMetadata: { DeviceKey: 'new', DeviceGroupKey: 'g' } }
  pool.on('RespondToAuthChallenge', { json: { AuthenticationResult } }).on(REFRESH, granting(1))
  await browser.call('RespondToAuthChallenge', { ChallengeResponses: { USERNAME: 'ana', DEVICE_KEY: 'device-1' } })
  clock.nowMs += HOUR_MS
  await sessions.renewSession(browser.source)
  expect(pool.payload(REFRESH)).not.toHaveProperty('DeviceKey')
})
