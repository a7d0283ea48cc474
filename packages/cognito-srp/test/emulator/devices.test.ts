import { afterEach, expect, test } from 'vitest'

import {
  doNotRememberDevice,
  forgetDevice,
  getDevice,
  getSession,
  listDevices,
  memoryStorage,
  rememberDevice,
  respondToChallenge,
  signIn,
  signOut,
} from '../../src/index.ts'
import { rejection } from '../clients.ts'
import { PASSWORD, REQUEST, startPool, type TestPool } from './pool.ts'

const WITH_SMS = {
  username: 'ana',
  password: PASSWORD,
  attributes: { phone_number: '+5511999991234' },
  smsMfa: true as const,
}
let pool: TestPool

afterEach(() => pool.emulator.close())

test('a remembered device replaces the second factor at later sign-ins', async () => {
  pool = await startPool({ deviceTracking: 'always', mfa: 'ON', users: [WITH_SMS] })
  const client = pool.createClient({ deviceName: 'Notebook' })
  const challenge = await signIn(client, REQUEST)
  if (challenge.name !== 'SMS_MFA') throw new Error(`Got ${challenge.name}.`)
  const first = await respondToChallenge(client, challenge, { code: pool.lastCode('ana') })
  expect(first).toMatchObject({ name: 'SIGNED_IN', device: 'confirmed' })
  for (let time = 0; time < 3; time += 1) {
    await signOut(client)
    expect(await signIn(client, REQUEST)).toMatchObject({ name: 'SIGNED_IN' })
  }
  const { devices } = await listDevices(client)
  expect(devices).toMatchObject([{ deviceKey: expect.any(String), deviceAttributes: { device_name: 'Notebook' } }])
  expect((await getDevice(client)).deviceKey).toBe(devices[0]?.deviceKey)
  const elsewhere = await signIn(pool.createClient(), REQUEST)
  expect(elsewhere.name).toBe('SMS_MFA')
})

test('a device that needs consent replaces the second factor only if the user agrees', async () => {
  pool = await startPool({ deviceTracking: 'opt-in', mfa: 'ON', users: [WITH_SMS] })
  const client = pool.createClient()
  const challenge = await signIn(client, REQUEST)
  if (challenge.name !== 'SMS_MFA') throw new Error(`Got ${challenge.name}.`)
  const signedIn = await respondToChallenge(client, challenge, { code: pool.lastCode('ana') })
  expect(signedIn).toMatchObject({ name: 'SIGNED_IN', device: 'needs-consent' })
  await rememberDevice(client)
  expect(await signIn(client, REQUEST)).toMatchObject({ name: 'SIGNED_IN' })
  await doNotRememberDevice(client)
  expect(await signIn(client, REQUEST)).toMatchObject({ name: 'SMS_MFA' })
})

test('a device that was forgotten elsewhere is replaced, and the sign-in succeeds in the same call', async () => {
  pool = await startPool({ deviceTracking: 'always' })
  const storage = memoryStorage()
  const client = pool.createClient({ storage })
  await signIn(client, REQUEST)
  const deviceKey = await storage.getItem('CognitoIdentityServiceProvider.web.ana.deviceKey')
  expect(deviceKey).toEqual(expect.any(String))
  const elsewhere = pool.createClient()
  await signIn(elsewhere, REQUEST)
  await forgetDevice(elsewhere, { deviceKey: deviceKey ?? '' })
  const again = await signIn(client, REQUEST)
  expect(again).toMatchObject({ name: 'SIGNED_IN', device: 'confirmed' })
  expect(await storage.getItem('CognitoIdentityServiceProvider.web.ana.deviceKey')).not.toBe(deviceKey)
})

test('forgetDevice also removes this device from the storage', async () => {
  pool = await startPool({ deviceTracking: 'always' })
  const client = pool.createClient()
  await signIn(client, REQUEST)
  await forgetDevice(client)
  expect(await rejection(getDevice(client))).toMatchObject({ code: 'SessionError', reason: 'ended' })
  expect((await listDevices(client)).devices).toEqual([])
})

test('the user is signed in even if the device registration fails', async () => {
  pool = await startPool({ deviceTracking: 'always' })
  const client = pool.createClient()
  pool.emulator.faults.order({ operation: 'ConfirmDevice', fault: { kind: 'status', status: 502, body: '<html>' } })
  expect(await signIn(client, REQUEST)).toMatchObject({ name: 'SIGNED_IN', device: 'failed' })
  expect(await getSession(client)).toMatchObject({ username: 'ana' })
})

test('a refresh on a remembered device sends the device key', async () => {
  pool = await startPool({ deviceTracking: 'always' })
  for (const refreshFlow of ['GetTokensFromRefreshToken', 'REFRESH_TOKEN_AUTH'] as const) {
    const client = pool.createClient({ refreshFlow })
    const signedIn = await signIn(client, REQUEST)
    if (signedIn.name !== 'SIGNED_IN') throw new Error(`Got ${signedIn.name}.`)
    pool.advance(3601)
    const session = await getSession(client)
    expect(session.accessToken.jwt).not.toBe(signedIn.session.accessToken.jwt)
  }
})
