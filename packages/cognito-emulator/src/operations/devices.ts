import type { Pool } from '../pools.ts'
import { invalidParameter, resourceNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import { N, toInteger } from '../srp/group.ts'
import type { PasswordRecord } from '../srp/handshake.ts'
import type { Device, User } from '../users/user.ts'
import type { Input, Operations, Output } from './operation.ts'

const DEFAULT_PAGE = 60

/** Devices that may sign in again without the second factor. */
export const deviceOperations: Operations = {
  ConfirmDevice: confirmDevice,
  GetDevice: getDevice,
  ListDevices: listDevices,
  ForgetDevice: forgetDevice,
  UpdateDeviceStatus: updateDeviceStatus,
}

type DeviceServices = Pick<Services, 'tokens' | 'users' | 'clock'>

async function confirmDevice(
  services: DeviceServices,
  { AccessToken, DeviceKey, DeviceName, DeviceSecretVerifierConfig }: Input<'ConfirmDevice'>,
): Promise<Output<'ConfirmDevice'>> {
  const { caller, user } = await services.tokens.verify(AccessToken)
  const { deviceTracking = 'off' } = caller.pool.settings
  if (deviceTracking === 'off') throw invalidParameter('Device tracking is not enabled for this user pool.')
  const password = readVerifier(DeviceSecretVerifierConfig)
  const isRemembered = deviceTracking === 'always'
  changeDevice(services, caller.pool, user, DeviceKey, (device) => {
    if (device.password) throw invalidParameter('Device is already confirmed.')
    device.password = password
    device.isRemembered = isRemembered
    if (DeviceName !== undefined) device.name = DeviceName
  })
  return { UserConfirmationNecessary: !isRemembered }
}

async function getDevice(
  { tokens }: Pick<Services, 'tokens'>,
  { AccessToken = '', DeviceKey }: Input<'GetDevice'>, // none is as good as a wrong one
): Promise<Output<'GetDevice'>> {
  const { user } = await tokens.verify(AccessToken)
  return { Device: describeDevice(findDevice(user, DeviceKey)) }
}

async function listDevices(
  { tokens }: Pick<Services, 'tokens'>,
  { AccessToken, Limit, PaginationToken }: Input<'ListDevices'>,
): Promise<Output<'ListDevices'>> {
  const { user } = await tokens.verify(AccessToken)
  const start = PaginationToken === undefined ? 0 : user.devices.findIndex(({ key }) => key === PaginationToken)
  if (start < 0) throw invalidParameter('Invalid PaginationToken.')
  const end = start + (Limit || DEFAULT_PAGE)
  return { Devices: user.devices.slice(start, end).map(describeDevice), PaginationToken: user.devices[end]?.key }
}

async function forgetDevice(
  { tokens, users }: Pick<Services, 'tokens' | 'users'>,
  { AccessToken, DeviceKey }: Input<'ForgetDevice'>,
): Promise<Output<'ForgetDevice'>> {
  if (AccessToken === undefined) throw invalidParameter('AccessToken must be given.')
  const { caller, user } = await tokens.verify(AccessToken)
  findDevice(user, DeviceKey)
  users.change(caller.pool, user.username, (draft) => {
    draft.devices = draft.devices.filter(({ key }) => key !== DeviceKey)
  })
  return {}
}

async function updateDeviceStatus(
  services: DeviceServices,
  { AccessToken, DeviceKey, DeviceRememberedStatus }: Input<'UpdateDeviceStatus'>,
): Promise<Output<'UpdateDeviceStatus'>> {
  const { caller, user } = await services.tokens.verify(AccessToken)
  changeDevice(services, caller.pool, user, DeviceKey, (device) => {
    if (!device.password) throw invalidParameter('Device is not confirmed.')
    device.isRemembered = DeviceRememberedStatus === 'remembered'
  })
  return {}
}

/** Both members are base64 of big-endian integers. */
function readVerifier({
  PasswordVerifier = '',
  Salt = '',
}: Input<'ConfirmDevice'>['DeviceSecretVerifierConfig'] = {}): PasswordRecord {
  const verifier = toInteger(Buffer.from(PasswordVerifier, 'base64'))
  if (verifier <= 1n || verifier >= N - 1n) throw invalidParameter('PasswordVerifier must be a number from 2 to N - 2.')
  return { verifier: verifier.toString(16), salt: toInteger(Buffer.from(Salt, 'base64')).toString(16) }
}

function changeDevice(
  { users, clock }: Pick<Services, 'users' | 'clock'>,
  pool: Pool,
  user: User,
  deviceKey: string,
  edit: (device: Device) => void,
): void {
  users.change(pool, user.username, (draft) => {
    const device = findDevice(draft, deviceKey)
    edit(device)
    device.modifiedAtMs = clock.nowMs()
  })
}

function findDevice({ devices }: User, deviceKey: string): Device {
  const device = devices.find(({ key }) => key === deviceKey)
  if (!device) throw resourceNotFound('Device does not exist.')
  return device
}

function describeDevice(device: Device): NonNullable<Output<'GetDevice'>['Device']> {
  return {
    DeviceKey: device.key,
    DeviceAttributes: [
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: device.name ?? '' },
      { Name: 'dev:device_remembered_status', Value: device.isRemembered ? 'remembered' : 'not_remembered' },
    ],
    DeviceCreateDate: device.createdAtMs / 1000,
    DeviceLastModifiedDate: device.modifiedAtMs / 1000,
    DeviceLastAuthenticatedDate: device.lastAuthenticatedAtMs / 1000,
  }
}
