import { afterAll, beforeAll, expect, test } from 'vitest'

import { ANA, BIA, call, claimsOf, POOL_ID } from '../../../test/caller.ts'
import { startEmulator, type RunningEmulator } from '../../index.ts'
import { connectEmulator, lastCode, signedInState, type ConnectedEmulator } from './index.ts'

const ORIGIN = 'http://localhost:5173'
const KEY = 'CognitoIdentityServiceProvider.web'
let running: RunningEmulator
let emulator: ConnectedEmulator

beforeAll(async () => {
  const disabled = { username: 'duda', password: 'Senha-123', temporaryPassword: true } as const
  running = await startEmulator({
    userPools: [{ id: POOL_ID, clients: [{ id: 'web' }], users: [ANA, disabled] }],
    adminKey: 'chave',
  })
  emulator = connectEmulator({ url: running.url.slice(0, -1), adminKey: 'chave' })
})
afterAll(() => running.close())

const forget = () => call(running, 'ForgotPassword', { ClientId: 'web', Username: 'ana' })
const newestCode = () => running.outbox.at(-1)?.code

test('signedInState returns valid tokens in the storage format of the clients', async () => {
  const { cookies, origins } = await emulator.signedInState('ana', { origin: `${ORIGIN}/login` })
  expect(cookies).toEqual([])
  const [{ origin, localStorage } = { origin: '', localStorage: [] }] = origins
  expect(origin).toBe(ORIGIN)
  const kept = Object.fromEntries(localStorage.map(({ name, value }) => [name, value]))
  expect(Object.keys(kept)).toEqual([
    `${KEY}.LastAuthUser`,
    `${KEY}.ana.accessToken`,
    `${KEY}.ana.idToken`,
    `${KEY}.ana.refreshToken`,
    `${KEY}.ana.clockDrift`,
  ])
  expect(kept[`${KEY}.LastAuthUser`]).toBe('ana')
  expect(claimsOf(kept[`${KEY}.ana.idToken`])).toMatchObject({ email: 'ana@example.com', aud: 'web' })
  const AccessToken = kept[`${KEY}.ana.accessToken`]
  await expect(call(running, 'GetUser', { AccessToken })).resolves.toMatchObject({ Username: 'ana' })
  const RefreshToken = kept[`${KEY}.ana.refreshToken`]
  await expect(call(running, 'GetTokensFromRefreshToken', { ClientId: 'web', RefreshToken })).resolves.toHaveProperty(
    'AuthenticationResult',
  )
})

test('signedInState with cookies returns the same items as cookies', async () => {
  const options = { url: running.url, adminKey: 'chave', origin: 'https://app.test', storage: 'cookies' } as const
  const { cookies, origins } = await signedInState('ana', options)
  expect(origins).toEqual([])
  expect(cookies).toHaveLength(5)
  expect(cookies[0]).toEqual({
    name: `${KEY}.LastAuthUser`,
    value: 'ana',
    domain: 'app.test',
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: true,
    sameSite: 'Lax',
  })
})

test.each([
  ['nobody', {}, 'User does not exist.'],
  ['duda', {}, 'User duda cannot be signed in: its status is FORCE_CHANGE_PASSWORD.'],
  ['ana', { clientId: 'other' }, 'User pool client other does not exist.'],
])(
  'signedInState for user %s with the options %j rejects with an error that contains the reason',
  async (user, options, why) => {
    await expect(emulator.signedInState(user, { origin: ORIGIN, ...options })).rejects.toThrow(why)
  },
)

test('signedInState requires the configured administrator key, and web pages cannot create sessions', async () => {
  const keyless = connectEmulator({ url: running.url })
  await expect(keyless.signedInState('ana', { origin: ORIGIN })).rejects.toThrow('administrator key')
  const headers = { 'x-emulator-admin-key': 'chave', 'sec-fetch-site': 'cross-site' }
  const body = JSON.stringify({ username: 'ana' })
  const answer = await fetch(`${running.url}_emulator/sessions`, { method: 'POST', headers, body })
  expect(answer.status).toBe(403)
})

test('lastCode waits for a new code and returns each code once', async () => {
  await forget()
  expect(await emulator.lastCode('ana')).toBe(newestCode())
  const waiting = emulator.lastCode('+5511987654321')
  await forget()
  expect(await waiting).toBe(newestCode())
  await forget()
  await emulator.skipCodes()
  await expect(emulator.lastCode('ana', { timeoutMs: 0 })).rejects.toThrow(
    'No new code was sent to ana within 0 ms. Messages went to ana (+5511987654321).',
  )
  expect(await lastCode(undefined, { url: running.url, adminKey: 'chave' })).toBe(newestCode())
})

test('lastCode ignores codes for other users', async () => {
  await call(running, 'SignUp', BIA)
  await emulator.skipCodes()
  await call(running, 'ResendConfirmationCode', { ClientId: 'web', Username: 'bia' })
  await expect(emulator.lastCode('ana', { timeoutMs: 0 })).rejects.toThrow('bia (bia@example.com)')
  expect(await emulator.lastCode('bia')).toBe(newestCode())
})

test('a connected emulator can add and clear faults and advance the clock', async () => {
  await emulator.faults.order({ operation: 'ForgotPassword', fault: { kind: 'throttle' } })
  await expect(forget()).rejects.toMatchObject({ code: 'TooManyRequestsException' })
  await emulator.faults.order({ operation: 'ForgotPassword', times: 9, fault: { kind: 'throttle' } })
  await emulator.faults.clear()
  await expect(forget()).resolves.toHaveProperty('CodeDeliveryDetails')
  const { origins } = await emulator.signedInState('ana', { origin: ORIGIN })
  const AccessToken = origins[0]?.localStorage.find(({ name }) => name.endsWith('accessToken'))?.value
  await emulator.clock.advance(3600)
  await expect(call(running, 'GetUser', { AccessToken })).rejects.toThrow('Access Token has expired')
})
