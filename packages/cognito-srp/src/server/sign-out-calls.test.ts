import { expect, test } from 'vitest'

import { REFRESH, signedIn } from '../../test/session-handlers.ts'
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'

test('a sign-out revokes the session in the cookies and removes the cookies', async () => {
  const { browser, pool, sessions } = await signedIn()
  pool.on('RevokeToken', { text: '' })
  const copied = browser.copy()
  expect(await browser.call('RevokeToken', { Token: 'other', ClientId: 'web' })).toMatchObject({ text: '{}' })
  expect(pool.payload('RevokeToken')).toEqual({
    Token: 'refresh-secret',
    ClientId: 'web',
    ClientSecret: 'client-secret',
  })
  expect(browser.cookies.size).toBe(0)
  expect(await sessions.readSession(copied.source)).toBeNull()
  expect(await copied.call('GetUser')).toMatchObject({ status: 400 })
  expect(pool.operations.filter((name) => name === 'RevokeToken')).toHaveLength(1)
})

test('a sign-out without cookies succeeds and sends no request', async () => {
  const { browser, pool } = await signedIn()
  browser.cookies.clear()
  const again = await browser.call('RevokeToken', { Token: PLACEHOLDER_TOKEN })
  expect(again).toMatchObject({ status: 200, text: '{}' })
  expect(again.headers.getSetCookie().length).toBeGreaterThan(0)
  expect(pool.operations).not.toContain('RevokeToken')
})

test('if the service cannot be reached, a sign-out ends the session and returns the error', async () => {
  const { browser, pool, sessions } = await signedIn()
  pool.on('RevokeToken', 'drop')
  const copied = browser.copy()
  expect(await browser.call('RevokeToken')).toMatchObject({ status: 502, body: { __type: 'NetworkError' } })
  expect(browser.cookies.size).toBe(0)
  expect(await sessions.readSession(copied.source)).toBeNull()
})

test('if the store fails, a sign-out revokes the session, removes the cookies and passes the error to onFault', async () => {
  const faults: unknown[] = []
  let isDown = false
  const fail = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(null))
  const { browser, pool } = await signedIn({
    store: { get: fail, set: fail },
    onFault: (fault) => faults.push(String(fault)),
  })
  pool.on('RevokeToken', { json: {} })
  isDown = true
  expect(await browser.call('RevokeToken')).toMatchObject({ status: 200 })
  expect(pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-secret' })
  expect(browser.cookies.size).toBe(0)
  expect(new Set(faults)).toEqual(new Set(['Error: down']))
})

test('after a sign-out that could not revoke the session, the cookies stay invalid for their whole lifetime', async () => {
  const { browser, pool, sessions, clock } = await signedIn({ cookie: { maxAgeSeconds: 24 * 3600 } })
  pool.on('RevokeToken', 'drop')
  const copied = browser.copy()
  await browser.call('RevokeToken')
  clock.nowMs += 24 * 3_600_000 - 1000
  expect(await sessions.readSession(copied.source)).toBeNull()
})

test('endSession revokes the refresh token, removes the cookies and invalidates copied cookies', async () => {
  const { browser, pool, sessions } = await signedIn()
  pool.on('RevokeToken', { text: '' })
  const copied = browser.copy()
  const { setCookies, isRevoked } = await sessions.endSession(browser.source)
  browser.keep(setCookies)
  expect(isRevoked).toBe(true)
  expect(browser.cookies.size).toBe(0)
  expect(pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-secret', ClientSecret: 'client-secret' })
  expect(await sessions.readSession(copied.source, { includeExpired: true })).toBeNull()
  expect(await copied.call(REFRESH)).toMatchObject({ status: 400, body: { __type: 'NotAuthorizedException' } })
  expect(pool.operations).not.toContain(REFRESH)
})

test('if the service cannot be reached, endSession ends the session and passes the error to onFault', async () => {
  const faults: unknown[] = []
  const { browser, pool, sessions } = await signedIn({ onFault: (fault) => faults.push(fault) })
  pool.on('RevokeToken', 'drop')
  const copied = browser.copy()
  const { setCookies, isRevoked } = await sessions.endSession(browser.source)
  browser.keep(setCookies)
  expect(isRevoked).toBe(false)
  expect(browser.cookies.size).toBe(0)
  expect(faults).toMatchObject([{ name: 'NetworkError' }])
  expect(await sessions.readSession(copied.source)).toBeNull()
})

test('endSession without a session removes the cookies and sends no request', async () => {
  const { pool, sessions } = await signedIn()
  const requests = pool.requests.length
  const { setCookies, isRevoked } = await sessions.endSession({ headers: {} })
  expect(isRevoked).toBe(true)
  expect(setCookies.every((line) => line.includes('Max-Age=0'))).toBe(true)
  expect(setCookies[0]).toMatch(/^__Host-session\.0=;/)
  expect(pool.requests).toHaveLength(requests)
})
