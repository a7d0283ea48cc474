import type { Pool } from '../pools/pools.ts'
import { invalidParameter, resourceNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import { N, toInteger } from '../srp/group.ts'
import type { PasswordRecord } from '../srp/handshake.ts'
import type { Device, User } from '../users/user.ts'
import { namedUser } from './callers.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'

/** Operations on devices, for users and administrators. A remembered device replaces the second factor. */
export const deviceOperations: Operations = {
  ConfirmDevice: confirmDevice,
  GetDevice: async (services, input) => getDevice(await signedInOwner(services, input), input),
  ListDevices: async (services, input) => listDevices(await signedInOwner(services, input), input),
  ForgetDevice: async (services, input) => forgetDevice(services, await signedInOwner(services, input), input),
  UpdateDeviceStatus: async (services, input) =>
    updateDeviceStatus(services, await signedInOwner(services, input), input),
  AdminGetDevice: (services, input) => getDevice(namedOwner(services, input), input),
  AdminListDevices: (services, input) => listDevices(namedOwner(services, input), input),
  AdminForgetDevice: (services, input) => forgetDevice(services, namedUser(services, input), input),
  AdminUpdateDeviceStatus: (services, input) => updateDeviceStatus(services, namedUser(services, input), input),
}

/** Owner of a device. */
type Owner = { pool: Pool; user: User }
type DeviceServices = Pick<Services, 'users' | 'clock'>

/**
 * @throws {ServiceError} as `tokens.verify`; InvalidParameterException if the token is missing, although the model does not
 *   require it.
 */
async function signedInOwner(
  { tokens }: Pick<Services, 'tokens'>,
  { AccessToken }: { AccessToken?: string | undefined },
): Promise<Owner> {
  if (AccessToken === undefined) throw invalidParameter('AccessToken is required.')
  const { caller, user } = await tokens.verify(AccessToken)
  return { pool: caller.pool, user }
}

/**
 * Finds the owner of a device for AdminGetDevice and AdminListDevices. According to the service's reference, these operations
 * do not throw UserNotFoundException.
 *
 * @throws {ServiceError} ResourceNotFoundException
 */
function namedOwner({ pools, users }: Pick<Services, 'pools' | 'users'>, input: Input<'AdminListDevices'>): Owner {
  const pool = pools.get(input.UserPoolId)
  const user = users.find(pool, input.Username)
  if (!user) throw resourceNotFound('User does not exist.')
  return { pool, user }
}

async function confirmDevice(
  services: DeviceServices & Pick<Services, 'tokens'>,
  { AccessToken, DeviceKey, DeviceName, DeviceSecretVerifierConfig }: Input<'ConfirmDevice'>,
): Promise<Output<'ConfirmDevice'>> {
  const owner = await signedInOwner(services, { AccessToken })
  const { deviceTracking = 'off' } = owner.pool.settings
  if (deviceTracking === 'off') throw invalidParameter('Device tracking is not enabled for this user pool.')
  const password = readVerifier(DeviceSecretVerifierConfig)
  const isRemembered = deviceTracking === 'always'
  changeDevice(services, owner, DeviceKey, (device) => {
    if (device.password) throw invalidParameter('Device is already confirmed.')
    device.password = password
    device.isRemembered = isRemembered
    if (DeviceName !== undefined) device.name = DeviceName
  })
  return { UserConfirmationNecessary: !isRemembered }
}

function getDevice({ user }: Owner, { DeviceKey }: { DeviceKey: string }): Output<'GetDevice'> {
  return { Device: describeDevice(findDevice(user, DeviceKey)) }
}

type DevicePage = Pick<Input<'ListDevices'>, 'Limit' | 'PaginationToken'>

function listDevices({ user }: Owner, { Limit, PaginationToken }: DevicePage): Output<'ListDevices'> {
  const request = { limit: Limit, token: PaginationToken }
  const { page, nextToken } = pageOf(user.devices, request, ({ createdAtMs, key }) => `${createdAtMs} ${key}`)
  return { Devices: page.map((device) => describeDevice(device)), PaginationToken: nextToken }
}

function forgetDevice(
  { users }: DeviceServices,
  { pool, user }: Owner,
  { DeviceKey }: { DeviceKey: string },
): Record<string, never> {
  findDevice(user, DeviceKey)
  users.change(pool, user.username, (draft) => {
    draft.devices = draft.devices.filter(({ key }) => key !== DeviceKey)
  })
  return {}
}

function updateDeviceStatus(
  services: DeviceServices,
  owner: Owner,
  { DeviceKey, DeviceRememberedStatus }: Pick<Input<'UpdateDeviceStatus'>, 'DeviceKey' | 'DeviceRememberedStatus'>,
): Record<string, never> {
  changeDevice(services, owner, DeviceKey, (device) => {
    if (!device.password) throw invalidParameter('Device is not confirmed.')
    device.isRemembered = DeviceRememberedStatus === 'remembered'
  })
  return {}
}

/** Reads the verifier and the salt, which are big-endian integers in base64. */
function readVerifier({
  PasswordVerifier = '',
  Salt = '',
}: Input<'ConfirmDevice'>['DeviceSecretVerifierConfig'] = {}): PasswordRecord {
  const verifier = toInteger(Buffer.from(PasswordVerifier, 'base64'))
  if (verifier <= 1n || verifier >= N - 1n) throw invalidParameter('PasswordVerifier must be a number from 2 to N - 2.')
  return { verifier: verifier.toString(16), salt: toInteger(Buffer.from(Salt, 'base64')).toString(16) }
}

function changeDevice(
  { users, clock }: DeviceServices,
  { pool, user }: Owner,
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
