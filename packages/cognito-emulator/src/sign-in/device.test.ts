import { expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  claimsOf,
  createTestEmulator,
  initiateAuth,
  respond,
  signInWithPassword,
  signInWithSrp,
} from '../../test/caller.ts'
import { createClientEphemeral, deviceVerifier, proveClaim, type ServerAnswer } from '../../test/independent-srp.ts'
import type { AuthAnswer } from './sign-in.ts'

type Emulator = ReturnType<typeof createTestEmulator>
type Device = { key: string; groupKey: string; password: string; accessToken: string; isConsentNeeded: unknown }

const DEVICE_PASSWORD = 'c2VuaGEgZG8gYXBhcmVsaG8='

async function confirmNewDevice(emulator: Emulator): Promise<Device> {
  const answer = await signInWithSrp(emulator)
  const { DeviceKey: key = '', DeviceGroupKey: groupKey = '' } = answer.AuthenticationResult?.NewDeviceMetadata ?? {}
  const accessToken = accessTokenOf(answer)
  const confirmed = await call(emulator, 'ConfirmDevice', {
    AccessToken: accessToken,
    DeviceKey: key,
    DeviceName: 'navegador',
    DeviceSecretVerifierConfig: deviceVerifier({ poolName: groupKey, userId: key, password: DEVICE_PASSWORD }),
  })
  return {
    key,
    groupKey,
    password: DEVICE_PASSWORD,
    accessToken,
    isConsentNeeded: confirmed['UserConfirmationNecessary'],
  }
}

async function answerDevice(emulator: Emulator, challenge: AuthAnswer, device: Device): Promise<AuthAnswer> {
  const { a, srpA } = createClientEphemeral()
  const verifier = await respond(emulator, challenge, { DEVICE_KEY: device.key, SRP_A: srpA })
  const identity = { poolName: device.groupKey, userId: device.key, password: device.password }
  const proof = proveClaim(a, identity, verifier.ChallengeParameters as ServerAnswer)
  return respond(emulator, verifier, { DEVICE_KEY: device.key, ...proof })
}

test('a sign-in with a confirmed device returns tokens with the device_key', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const device = await confirmNewDevice(emulator)
  expect(device).toMatchObject({ key: expect.stringMatching(/^local_[0-9a-f-]{36}$/), isConsentNeeded: false })
  const challenge = await signInWithSrp(emulator, { deviceKey: device.key })
  expect(challenge).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH', Session: expect.any(String) })
  expect(challenge.ChallengeParameters).toEqual({ USERNAME: 'ana' })
  const { AuthenticationResult: result } = await answerDevice(emulator, challenge, device)
  expect(claimsOf(result?.AccessToken)).toMatchObject({ device_key: device.key })
  expect(result).not.toHaveProperty('NewDeviceMetadata')
})

test('a sign-in with a known device sets newDeviceUsed to false and the trigger source to TokenGeneration_AuthenticateDevice', async () => {
  const events: unknown[] = []
  const emulator = createTestEmulator({
    deviceTracking: 'always',
    triggers: {
      postAuthentication: ({ request }) => void events.push(request.newDeviceUsed),
      preTokenGeneration: ({ triggerSource }) => void events.push(triggerSource),
    },
  })
  const device = await confirmNewDevice(emulator)
  await answerDevice(emulator, await signInWithSrp(emulator, { deviceKey: device.key }), device)
  expect(events).toEqual([true, 'TokenGeneration_Authentication', false, 'TokenGeneration_AuthenticateDevice'])
})

test('a sign-in with a wrong device secret is rejected', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const device = await confirmNewDevice(emulator)
  const challenge = await signInWithSrp(emulator, { deviceKey: device.key })
  const attempt = answerDevice(emulator, challenge, { ...device, password: 'b3V0cmE=' })
  await expect(attempt).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
})

test('a remembered device replaces the second factor', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const device = await confirmNewDevice(emulator)
  await call(emulator, 'SetUserMFAPreference', { AccessToken: device.accessToken, SMSMfaSettings: { Enabled: true } })
  expect(await signInWithSrp(emulator)).toMatchObject({ ChallengeName: 'SMS_MFA' })
  const challenge = await signInWithSrp(emulator, { deviceKey: device.key })
  expect(await answerDevice(emulator, challenge, device)).toHaveProperty('AuthenticationResult')
})

test('a sign-in rejects an unknown device key, and the same proof succeeds without the key', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const { a, srpA } = createClientEphemeral()
  const verifier = await initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: 'ana', SRP_A: srpA })
  const identity = { poolName: 'Pool1', userId: 'ana', password: ANA.password }
  const proof = proveClaim(a, identity, verifier.ChallengeParameters as ServerAnswer)
  const unknown = { DEVICE_KEY: 'local_00000000-0000-4000-8000-000000000000' }
  await expect(respond(emulator, verifier, { ...proof, ...unknown })).rejects.toMatchObject({
    code: 'ResourceNotFoundException',
    message: 'Device does not exist.',
  })
  await expect(respond(emulator, verifier, proof)).resolves.toHaveProperty('AuthenticationResult')
})

test('a wrong password with an unknown device key fails like any other wrong password', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const attempt = signInWithSrp(emulator, {
    password: 'Senha-999',
    deviceKey: 'local_00000000-0000-4000-8000-000000000000',
  })
  await expect(attempt).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})

test('with opt-in tracking, a device is remembered only after UpdateDeviceStatus', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'opt-in' })
  const device = await confirmNewDevice(emulator)
  expect(device.isConsentNeeded).toBe(true)
  expect(await signInWithSrp(emulator, { deviceKey: device.key })).toHaveProperty('AuthenticationResult')
  await call(emulator, 'UpdateDeviceStatus', {
    AccessToken: device.accessToken,
    DeviceKey: device.key,
    DeviceRememberedStatus: 'remembered',
  })
  expect(await signInWithSrp(emulator, { deviceKey: device.key })).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH' })
})

test('a forgotten device cannot be read or used to sign in', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const device = await confirmNewDevice(emulator)
  const request = { AccessToken: device.accessToken, DeviceKey: device.key }
  expect(await call(emulator, 'GetDevice', request)).toMatchObject({ Device: { DeviceKey: device.key } })
  await call(emulator, 'ForgetDevice', request)
  await expect(call(emulator, 'GetDevice', request)).rejects.toThrow('Device does not exist.')
  await expect(signInWithSrp(emulator, { deviceKey: device.key })).rejects.toThrow('Device does not exist.')
})

test('refreshing the session of a remembered device requires its device key', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const device = await confirmNewDevice(emulator)
  const answer = await answerDevice(emulator, await signInWithSrp(emulator, { deviceKey: device.key }), device)
  const REFRESH_TOKEN = answer.AuthenticationResult?.RefreshToken ?? ''
  const refresh = (more: Record<string, string>) =>
    initiateAuth(emulator, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN, ...more })
  await expect(refresh({})).rejects.toThrow('Invalid Refresh Token.')
  await expect(refresh({ DEVICE_KEY: 'local_0' })).rejects.toThrow('Invalid Refresh Token.')
  await expect(refresh({ DEVICE_KEY: device.key })).resolves.toHaveProperty('AuthenticationResult')
})

test('refreshing the session of an unconfirmed device does not require its device key', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const { AuthenticationResult: result } = await signInWithSrp(emulator)
  const refresh = initiateAuth(emulator, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: result?.RefreshToken ?? '' })
  await expect(refresh).resolves.toHaveProperty('AuthenticationResult')
})

test('a user keeps only the newest ten unconfirmed devices', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const { accessToken: AccessToken, key } = await confirmNewDevice(emulator)
  const later: unknown[] = []
  for (let time = 0; time < 12; time++) {
    const { AuthenticationResult: result } = await signInWithPassword(emulator)
    later.push(result?.NewDeviceMetadata?.DeviceKey)
  }
  const { Devices } = await call<{ Devices: { DeviceKey: string }[] }>(emulator, 'ListDevices', { AccessToken })
  expect(Devices).toHaveLength(11)
  expect(new Set(Devices.map(({ DeviceKey }) => DeviceKey))).toEqual(new Set([key, ...later.slice(2)]))
})

test.each([
  ['a verifier of 0', 'AA=='],
  ['a verifier of 1', 'AQ=='],
  ['a verifier that is not base64', '***'],
])('ConfirmDevice rejects %s', async (_case, PasswordVerifier) => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const answer = await signInWithSrp(emulator)
  const attempt = call(emulator, 'ConfirmDevice', {
    AccessToken: accessTokenOf(answer),
    DeviceKey: answer.AuthenticationResult?.NewDeviceMetadata?.DeviceKey,
    DeviceSecretVerifierConfig: { PasswordVerifier, Salt: 'c2FsdA==' },
  })
  await expect(attempt).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test('ListDevices paginates its results', async () => {
  const emulator = createTestEmulator({ deviceTracking: 'always' })
  const { accessToken: AccessToken } = await confirmNewDevice(emulator)
  await confirmNewDevice(emulator)
  type Page = { Devices: { DeviceKey: string }[]; PaginationToken?: string }
  const first = await call<Page>(emulator, 'ListDevices', { AccessToken, Limit: 1 })
  const second = await call<Page>(emulator, 'ListDevices', {
    AccessToken,
    Limit: 1,
    PaginationToken: first.PaginationToken,
  })
  expect(first.Devices).toHaveLength(1)
  expect(second.Devices[0]?.DeviceKey).not.toBe(first.Devices[0]?.DeviceKey)
  expect(second).not.toHaveProperty('PaginationToken')
})
