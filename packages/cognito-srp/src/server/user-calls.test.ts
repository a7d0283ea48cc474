import { expect, test } from 'vitest'

import { failure } from '../../test/scripted-pool.ts'
import { GRANTED, signedIn, testServer } from '../../test/session-handlers.ts'
import { tokens } from '../../test/tokens.ts'
import { OPERATIONS } from './operations.ts'

const BY_USER = [...OPERATIONS].filter(([, { kind }]) => kind === 'user').map(([name]) => name)

test('without a session, every operation for signed-in users is rejected before it reaches the service', async () => {
  const { browser, pool } = testServer()
  expect(BY_USER.length).toBeGreaterThan(20)
  for (const operation of BY_USER) {
    const answer = await browser.call(operation, { AccessToken: GRANTED.AccessToken })
    expect(answer.body, operation).toMatchObject({ __type: 'NotAuthorizedException' })
  }
  expect(pool.requests).toEqual([])
})

test.each([...OPERATIONS].filter(([, { kind }]) => kind !== 'sign-in' && kind !== 'refresh' && kind !== 'sign-out'))(
  'the handler forwards the request fields that OPERATIONS lists for %s, and returns the listed response fields',
  async (name, { kind, request, response }) => {
    const { browser, pool } = await signedIn()
    const fields = request.filter((field) => field !== 'Session')
    const given = Object.fromEntries(fields.map((field) => [field, `given ${field}`]))
    const answered = Object.fromEntries(response.map((field) => [field, `answer ${field}`]))
    pool.on(name, { json: { ...answered, AccessToken: 'x', Unknown: 'x' } })
    const { body } = await browser.call(name, { ...given, Unknown: 'x', RefreshToken: 'x', ClientSecret: 'x' })
    expect(body).toEqual(answered)
    expect(pool.payload(name)).toEqual(
      kind === 'user'
        ? { ...given, AccessToken: GRANTED.AccessToken }
        : { ...given, ClientId: 'web', SecretHash: expect.stringMatching(/^.{43}=$/) },
    )
  },
)

test('during a sign-in, the handler sends AssociateSoftwareToken with the sign-in’s Session, not with the signed-in user’s access token', async () => {
  const { browser, pool } = await signedIn()
  pool.on('AssociateSoftwareToken', { json: { SecretCode: 'ABC', Session: 's2' } })
  const AccessToken = GRANTED.AccessToken
  expect((await browser.call('AssociateSoftwareToken', { Session: 's1', AccessToken })).body).toEqual({
    SecretCode: 'ABC',
    Session: 's2',
  })
  expect(pool.payload('AssociateSoftwareToken')).toEqual({ Session: 's1' })
  await browser.call('AssociateSoftwareToken', { AccessToken })
  expect(pool.payload('AssociateSoftwareToken', 1)).toEqual({ AccessToken })
})

test.each(['GlobalSignOut', 'DeleteUser'])('a successful %s request ends the session', async (operation) => {
  const { browser, pool, sessions } = await signedIn()
  pool.on(operation, failure('TooManyRequestsException'), { text: '' })
  const copied = browser.copy()
  await browser.call(operation)
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
  expect(await browser.call(operation)).toMatchObject({ status: 200, text: '{}' })
  expect(browser.cookies.size).toBe(0)
  expect(await sessions.readSession(copied.source)).toBeNull()
})

test.each([
  ['ConfirmDevice', 'device-2', { DeviceKey: 'device-2' }],
  ['ForgetDevice', 'device-1', {}],
])(
  'a %s request does not restore the old tokens if the session is renewed during the request',
  async (operation, DeviceKey, sent) => {
    const { browser, pool, sessions, clock } = await signedIn()
    pool.on('ConfirmDevice', { json: {} })
    await browser.call('ConfirmDevice', { DeviceKey: 'device-1' })
    pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: tokens({ refreshToken: 'refresh-2' }) } })
    const page = browser.copy()
    pool.on(operation, async () => {
      await page.call('GetTokensFromRefreshToken')
      return { json: {} }
    })
    await browser.call(operation, { DeviceKey })
    clock.nowMs += 3_600_000
    await sessions.renewSession(browser.source)
    expect(pool.payload('GetTokensFromRefreshToken', 1)).toEqual({
      ClientId: 'web',
      ClientSecret: 'client-secret',
      RefreshToken: 'refresh-2',
      ...sent,
    })
  },
)

test('ConfirmDevice succeeds even if the store fails after the service’s response', async () => {
  let isDown = false
  const answering = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(null))
  const { browser, pool } = await signedIn({ store: { get: answering, set: answering } })
  pool.on('ConfirmDevice', () => {
    isDown = true
    return { json: {} }
  })
  const answer = await browser.call('ConfirmDevice', { DeviceKey: 'device-1' })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toHaveLength(1)
})
