import { afterEach, expect, test, vi } from 'vitest'

import { failure, deferredResponse } from '../../test/scripted-pool.ts'
import {
  HOUR_MS,
  REFRESH,
  TestBrowser,
  expiredServer,
  granting,
  readAccessToken,
  renewal,
  testHandler,
  type Answer,
} from '../../test/session-handlers.ts'
import { NOW_MS, NOW_SECONDS, tokens } from '../../test/tokens.ts'
import { memoryStore } from './store.ts'

afterEach(() => vi.useRealTimers())

test('twenty parallel requests with expired tokens share one refresh and get the same session', async () => {
  const server = await expiredServer()
  const { browser, pool, sessions } = server
  pool.on(REFRESH, granting(1), failure('RefreshTokenReuseException')).on('GetUser', { json: { Username: 'ana' } })
  const tabs = Array.from({ length: 20 }, () => browser.copy())
  const results = await Promise.all(
    tabs.map(async (tab, index): Promise<Pick<Answer, 'status'>> => {
      if (index % 4 === 0) return tab.call('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH' })
      if (index % 4 === 1) return tab.call('GetUser')
      if (index % 4 === 2) return tab.call(REFRESH)
      const { setCookies } = await sessions.renewSession(tab.source)
      tab.keep(setCookies)
      return { status: 200 }
    }),
  )
  expect(results.map(({ status }) => status)).toEqual(tabs.map(() => 200))
  expect(pool.operations.filter((name) => name !== 'GetUser')).toHaveLength(2)
  for (const tab of tabs) expect(await readAccessToken(server, tab)).toBe(renewal(1).AccessToken)
  expect(new Set(pool.requests.slice(2).map(({ payload }) => payload['AccessToken']))).toEqual(
    new Set([renewal(1).AccessToken]),
  )
})

test.each(['with', 'without'])(
  '%s refresh token rotation, a request with old cookies gets the newest session',
  async (rotation) => {
    const server = await expiredServer()
    const { browser, pool, clock } = server
    const options = rotation === 'with' ? undefined : { refreshToken: undefined }
    pool.on(REFRESH, granting(1, options), granting(2, options), granting(3, options))
    const late = browser.copy()
    const later = browser.copy()
    await browser.call(REFRESH)
    expect(await late.call(REFRESH)).toMatchObject({ status: 200 })
    expect(await readAccessToken(server, late)).toBe(renewal(1).AccessToken)
    clock.nowMs += 40_000
    await browser.call(REFRESH) // a page may renew tokens early
    expect(pool.payload(REFRESH, 1)['RefreshToken']).toBe(rotation === 'with' ? 'refresh-2' : 'refresh-1')
    await later.call(REFRESH)
    expect(await readAccessToken(server, later)).toBe(renewal(2).AccessToken)
    expect(pool.operations.filter((name) => name === REFRESH)).toHaveLength(2)
  },
)

test('more than a minute after a refresh token rotation, a request with the old cookies gets a retryable error and does not sign the user out', async () => {
  const { browser, pool, clock, sessions } = await expiredServer()
  pool.on(REFRESH, granting(1), failure('RefreshTokenReuseException'))
  const late = browser.copy()
  await browser.call(REFRESH)
  clock.nowMs += 60_001
  const first = await late.call(REFRESH)
  expect(first).toMatchObject({ status: 503, body: { __type: 'ReplacedSessionException' } })
  expect(first.headers.get('retry-after')).toBe('1')
  // If a browser did not receive the response to the refresh, the browser has no newer cookies, and its page must show the login
  // form.
  expect(await late.call(REFRESH)).toMatchObject({ status: 503 })
  clock.nowMs += 5000
  const second = await late.call(REFRESH)
  expect(second).toMatchObject({ status: 400, body: { __type: 'RefreshTokenReuseException' } })
  const middleware = await sessions.renewSession(late.source)
  expect(middleware).toMatchObject({ session: null, setCookies: [] })
  expect([first, second].flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
  expect(pool.operations.filter((name) => name === REFRESH)).toHaveLength(1)
  expect(await sessions.readSession(browser.source)).toMatchObject({ isExpired: false })
})

test('the user stays signed in if another process has used the refresh token', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { browser, pool } = await expiredServer()
  pool.on(REFRESH, failure('RefreshTokenReuseException', 'Refresh token has already been used.'))
  const refused = browser.call(REFRESH)
  await vi.waitFor(() => expect(pool.operations).toContain(REFRESH))
  await vi.advanceTimersByTimeAsync(2000)
  expect(await refused).toMatchObject({ status: 503 })
  expect(browser.cookies.size).toBe(1)
})

test('two processes with a shared store share a renewal, even if the service rejects one refresh before the other succeeds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const store = memoryStore({ now: () => NOW_MS + HOUR_MS })
  const { browser, pool, sessions } = await expiredServer({ store })
  const { script, send } = deferredResponse()
  pool.on(REFRESH, script, failure('RefreshTokenReuseException'))
  const other = new TestBrowser(testHandler({ fetch: pool.fetch, now: () => NOW_MS + HOUR_MS, store }), browser)
  const here = browser.call(REFRESH)
  await vi.waitFor(() => expect(pool.operations).toHaveLength(2))
  const there = other.call(REFRESH)
  await vi.waitFor(() => expect(pool.operations).toHaveLength(3))
  await vi.advanceTimersByTimeAsync(50)
  send(granting(1))
  expect(await here).toMatchObject({ status: 200 })
  await vi.advanceTimersByTimeAsync(2000)
  expect(await there).toMatchObject({ status: 200 })
  expect(await sessions.readSession(other.source)).toMatchObject({ isExpired: false })
  expect(await other.call('RevokeToken').then(() => sessions.readSession(browser.source))).toBeNull()
})

test('without refresh token rotation, a request with cookies that were replaced more than a minute ago can renew the session', async () => {
  const { browser, pool, clock } = await expiredServer()
  pool.on(REFRESH, granting(1, { refreshToken: undefined }), granting(2, { refreshToken: undefined }))
  const late = browser.copy()
  await browser.call(REFRESH)
  clock.nowMs += 60_001
  expect(await late.call(REFRESH)).toMatchObject({ status: 200 })
  expect(pool.payload(REFRESH, 1)).toMatchObject({ RefreshToken: 'refresh-1' })
})

test('a request with outdated cookies waits for a pending renewal and gets the renewed tokens', async () => {
  const server = await expiredServer()
  const { browser, pool } = server
  const { script, send } = deferredResponse()
  pool.on(REFRESH, granting(1), script)
  const late = browser.copy()
  await browser.call(REFRESH)
  const renewing = browser.call(REFRESH)
  await vi.waitFor(() => expect(pool.operations.filter((name) => name === REFRESH)).toHaveLength(2))
  const arriving = late.call(REFRESH)
  await new Promise((resolve) => setTimeout(resolve, 20)) // a response that did not wait would have arrived
  send(granting(2))
  await Promise.all([renewing, arriving])
  expect(await readAccessToken(server, late)).toBe(renewal(2).AccessToken)
})

test.each(['a sign-out', 'another sign-in'])(
  'a renewal that ends after %s does not restore the old session',
  async (overtaking) => {
    const { browser, pool, sessions } = await expiredServer()
    const { script, send } = deferredResponse()
    pool.on(REFRESH, script).on('RevokeToken', { json: {} })
    const late = browser.copy()
    const renewing = late.call(REFRESH)
    await vi.waitFor(() => expect(pool.operations).toContain(REFRESH))
    const ending =
      overtaking === 'a sign-out'
        ? browser.call('RevokeToken')
        : browser.signIn(tokens({ username: 'bia', iat: NOW_SECONDS + 3600, refreshToken: 'refresh-b' }))
    await vi.waitFor(async () => expect(await sessions.readSession(late.source)).toBeNull())
    send(granting(1))
    const answer = await renewing
    expect(answer).toMatchObject({ status: 400, body: { __type: 'NotAuthorizedException' } })
    expect(answer.headers.getSetCookie()).toEqual([])
    await ending
    expect(
      pool.requests.filter(({ operation }) => operation === 'RevokeToken').map(({ payload }) => payload['Token']),
    ).toContain('refresh-2')
  },
)

test('after a sign-out, the handler rejects a request with the old cookies without calling the service or removing cookies', async () => {
  const { browser, pool } = await expiredServer()
  pool.on('RevokeToken', { json: {} })
  const late = browser.copy()
  await browser.call('RevokeToken')
  const requests = pool.requests.length
  const answer = await late.call(REFRESH)
  expect(answer.body).toEqual({ __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await late.send('/auth/session')).toMatchObject({ body: { session: null } })
  expect(pool.requests).toHaveLength(requests)
})

test('a sign-out with recently replaced cookies revokes the newest refresh token', async () => {
  const { browser, pool } = await expiredServer()
  pool.on(REFRESH, granting(1)).on('RevokeToken', { json: {} })
  const late = browser.copy()
  await browser.call(REFRESH)
  await late.call('RevokeToken')
  expect(pool.payload('RevokeToken')).toEqual({ Token: 'refresh-2', ClientId: 'web' })
})
