import { z } from 'zod'

import type { Pool } from '../pools.ts'
import { invalidParameter, resourceNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import { N, toInteger } from '../srp/group.ts'
import type { PasswordRecord } from '../srp/handshake.ts'
import { verifyAccessToken } from '../tokens/access-token.ts'
import type { Device, User } from '../users/user.ts'
import { operation, type Operations } from './operation.ts'
import { limit, signedInMembers, text } from './shapes.ts'

const DEFAULT_PAGE = 60

const confirmInput = z.object({
  ...signedInMembers,
  DeviceKey: text.deviceKey,
  DeviceName: z.string().min(1).max(1024).optional(),
  DeviceSecretVerifierConfig: z.object({ PasswordVerifier: z.base64().min(1), Salt: z.base64().min(1) }),
})
const deviceInput = z.object({ ...signedInMembers, DeviceKey: text.deviceKey })
const forgetInput = z.object({ AccessToken: text.accessToken.optional(), DeviceKey: text.deviceKey })
const listInput = z.object({ ...signedInMembers, Limit: limit, PaginationToken: z.string().min(1).optional() })
const statusInput = z.object({
  ...deviceInput.shape,
  DeviceRememberedStatus: z.enum(['remembered', 'not_remembered']).optional(),
})

/** Devices that may sign in again without the second factor. */
export const deviceOperations: Operations = {
  ConfirmDevice: operation(confirmInput, confirmDevice),
  GetDevice: operation(deviceInput, async (services, { AccessToken, DeviceKey }) => {
    const { user } = await verifyAccessToken(services, AccessToken)
    return { Device: deviceMember(findDevice(user, DeviceKey)) }
  }),
  ListDevices: operation(listInput, listDevices),
  ForgetDevice: operation(forgetInput, forgetDevice),
  UpdateDeviceStatus: operation(statusInput, updateDeviceStatus),
}

async function confirmDevice(services: Services, input: z.infer<typeof confirmInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  const { deviceTracking = 'off' } = caller.pool.settings
  if (deviceTracking === 'off') throw invalidParameter('Device tracking is not enabled for this user pool.')
  const password = readVerifier(input.DeviceSecretVerifierConfig)
  const isRemembered = deviceTracking === 'always'
  changeDevice(services, caller.pool, user, input.DeviceKey, (device) => {
    if (device.password) throw invalidParameter('Device is already confirmed.')
    device.password = password
    device.isRemembered = isRemembered
    if (input.DeviceName !== undefined) device.name = input.DeviceName
  })
  return { UserConfirmationNecessary: !isRemembered }
}

async function listDevices(services: Services, input: z.infer<typeof listInput>): Promise<object> {
  const { user } = await verifyAccessToken(services, input.AccessToken)
  const start =
    input.PaginationToken === undefined ? 0 : user.devices.findIndex(({ key }) => key === input.PaginationToken)
  if (start < 0) throw invalidParameter('Invalid PaginationToken.')
  const end = start + (input.Limit || DEFAULT_PAGE)
  const next = user.devices[end]
  return { Devices: user.devices.slice(start, end).map(deviceMember), ...(next && { PaginationToken: next.key }) }
}

async function forgetDevice(services: Services, input: z.infer<typeof forgetInput>): Promise<object> {
  if (input.AccessToken === undefined) throw invalidParameter('AccessToken must be given.')
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  findDevice(user, input.DeviceKey)
  services.users.change(caller.pool, user.username, (draft) => {
    draft.devices = draft.devices.filter(({ key }) => key !== input.DeviceKey)
  })
  return {}
}

async function updateDeviceStatus(services: Services, input: z.infer<typeof statusInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  changeDevice(services, caller.pool, user, input.DeviceKey, (device) => {
    if (!device.password) throw invalidParameter('Device is not confirmed.')
    device.isRemembered = input.DeviceRememberedStatus === 'remembered'
  })
  return {}
}

function readVerifier({ PasswordVerifier, Salt }: { PasswordVerifier: string; Salt: string }): PasswordRecord {
  const verifier = toInteger(Buffer.from(PasswordVerifier, 'base64'))
  if (verifier <= 1n || verifier >= N - 1n) throw invalidParameter('PasswordVerifier must be a number from 2 to N - 2.')
  return { verifier: verifier.toString(16), salt: toInteger(Buffer.from(Salt, 'base64')).toString(16) }
}

function changeDevice(
  services: Services,
  pool: Pool,
  user: User,
  deviceKey: string,
  edit: (device: Device) => void,
): void {
  services.users.change(pool, user.username, (draft) => {
    const device = findDevice(draft, deviceKey)
    edit(device)
    device.modifiedAtMs = services.clock.nowMs()
  })
}

function findDevice({ devices }: User, deviceKey: string): Device {
  const device = devices.find(({ key }) => key === deviceKey)
  if (!device) throw resourceNotFound('Device does not exist.')
  return device
}

function deviceMember(device: Device): object {
  const status = device.isRemembered ? 'remembered' : 'not_remembered'
  return {
    DeviceKey: device.key,
    DeviceAttributes: [
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: device.name ?? '' },
      { Name: 'dev:device_remembered_status', Value: status },
    ],
    DeviceCreateDate: device.createdAtMs / 1000,
    DeviceLastModifiedDate: device.modifiedAtMs / 1000,
    DeviceLastAuthenticatedDate: device.lastAuthenticatedAtMs / 1000,
  }
}
