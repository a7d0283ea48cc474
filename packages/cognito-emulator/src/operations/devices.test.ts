import { beforeAll, beforeEach, expect, test } from 'vitest'

import { accessTokenOf, ANA, call, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import { deviceVerifier } from '../../test/independent-srp.ts'
import type { Emulator } from '../index.ts'

// Sign-ins with a device are tested in sign-in/device.test.ts.

const ana = { UserPoolId: POOL_ID, Username: ANA.username }

let config: ReturnType<typeof deviceVerifier>
beforeAll(() => {
  config = deviceVerifier({ poolName: 'group', userId: 'key', password: 'segredo' })
})

let emulator: Emulator
let AccessToken: string
let DeviceKey: string
beforeEach(async () => {
  emulator = createTestEmulator({ deviceTracking: 'opt-in' })
  const answer = await signInWithPassword(emulator)
  AccessToken = accessTokenOf(answer)
  DeviceKey = answer.AuthenticationResult?.NewDeviceMetadata?.DeviceKey ?? ''
  const device = { DeviceKey, DeviceName: 'navegador', DeviceSecretVerifierConfig: config }
  await call(emulator, 'ConfirmDevice', { AccessToken, ...device })
})

type Device = { DeviceKey: string; DeviceAttributes: { Name: string; Value: string }[] }
type Devices = { Devices: Device[]; PaginationToken?: string }

test('the operations of administrators and users return the same device', async () => {
  const { Device } = await call<{ Device: Device }>(emulator, 'AdminGetDevice', { ...ana, DeviceKey })
  expect(Device).toMatchObject({
    DeviceKey,
    DeviceAttributes: expect.arrayContaining([{ Name: 'device_name', Value: 'navegador' }]),
    DeviceCreateDate: expect.any(Number),
    DeviceLastModifiedDate: expect.any(Number),
    DeviceLastAuthenticatedDate: expect.any(Number),
  })
  expect(await call(emulator, 'GetDevice', { AccessToken, DeviceKey })).toEqual({ Device })
  expect(await call(emulator, 'AdminListDevices', ana)).toEqual({ Devices: [Device] })
  expect(await call(emulator, 'ListDevices', { AccessToken })).toEqual({ Devices: [Device] })
})

test.each(['remembered', 'not_remembered'])(
  'AdminUpdateDeviceStatus sets the status of a device to %s',
  async (status) => {
    await call(emulator, 'AdminUpdateDeviceStatus', { ...ana, DeviceKey, DeviceRememberedStatus: status })
    const { Device } = await call<{ Device: Device }>(emulator, 'GetDevice', { AccessToken, DeviceKey })
    expect(Device.DeviceAttributes).toContainEqual({ Name: 'dev:device_remembered_status', Value: status })
  },
)

test('AdminForgetDevice removes a device', async () => {
  await call(emulator, 'AdminForgetDevice', { ...ana, DeviceKey })
  expect(await call(emulator, 'ListDevices', { AccessToken })).toEqual({ Devices: [] })
})

test.each([
  ['AdminGetDevice', 'ResourceNotFoundException'], // the service does not list UserNotFoundException for this operation
  ['AdminForgetDevice', 'UserNotFoundException'],
  ['AdminUpdateDeviceStatus', 'UserNotFoundException'],
])(
  '%s fails with ResourceNotFoundException for an unknown device, and with %s for an unknown user',
  async (operation, unknownUser) => {
    const unknown = { ...ana, DeviceKey: 'local_00000000-0000-4000-8000-000000000000' }
    const code = 'ResourceNotFoundException'
    await expect(call(emulator, operation, unknown)).rejects.toMatchObject({ code })
    await expect(call(emulator, operation, { ...ana, DeviceKey, Username: 'ninguem' })).rejects.toMatchObject({
      code: unknownUser,
    })
  },
)

test('ListDevices and AdminListDevices paginate their results', async () => {
  for (let device = 0; device < 2; device++) await signInWithPassword(emulator)
  for (const [operation, request] of [
    ['ListDevices', { AccessToken }],
    ['AdminListDevices', ana],
  ] as const) {
    const first = await call<Devices>(emulator, operation, { ...request, Limit: 2 })
    const second = await call<Devices>(emulator, operation, {
      ...request,
      Limit: 2,
      PaginationToken: first.PaginationToken,
    })
    expect([first.Devices.length, second.Devices.length]).toEqual([2, 1])
    expect(second.PaginationToken).toBeUndefined()
    expect(new Set([...first.Devices, ...second.Devices].map((device) => device.DeviceKey)).size).toBe(3)
  }
})
