import { deviceNameOf, requireClient, type CognitoClient } from '../client.ts'
import { inOperation, SessionError } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import {
  defined,
  firstText,
  readAttributes,
  readDate,
  readRecords,
  type AttributeWire,
  type UserAttributes,
} from '../service/wire.ts'
import { authenticatedSession } from '../session/get-session.ts'
import { readDevice, writeDevice } from '../session/stored-session.ts'
import { callSignedIn, commandSignedIn, readSignedIn } from './call.ts'

/** The service's record of a device. */
export type DeviceRecord = {
  deviceKey: string
  deviceAttributes: UserAttributes
  deviceCreateDate?: Date
  deviceLastModifiedDate?: Date
  deviceLastAuthenticatedDate?: Date
}

type DeviceWire = {
  DeviceKey?: string
  DeviceAttributes?: AttributeWire[]
  DeviceCreateDate?: number
  DeviceLastModifiedDate?: number
  DeviceLastAuthenticatedDate?: number
}

/** Selects a device. The default is this device. */
type WhichDevice = CallOptions & { deviceKey?: string | undefined }

/**
 * Registers a device manually (ConfirmDevice). `signIn` does this automatically for new devices.
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * declare const verifier: { salt: string; passwordVerifier: string }
 * await confirmDevice(client, { deviceKey: 'sa-east-1_0f1e2d', deviceSecretVerifierConfig: verifier })
 */
export async function confirmDevice(
  client: CognitoClient,
  input: CallOptions & {
    deviceKey: string
    deviceName?: string | undefined
    /** Salt and password verifier in base64. */
    deviceSecretVerifierConfig: { salt: string; passwordVerifier: string }
  },
): Promise<{ userConfirmationNecessary: boolean }> {
  requireClient(client)
  const { deviceKey, deviceName = deviceNameOf(client), deviceSecretVerifierConfig: config } = input
  const payload = {
    DeviceKey: deviceKey,
    DeviceName: deviceName,
    DeviceSecretVerifierConfig: { Salt: config.salt, PasswordVerifier: config.passwordVerifier },
  }
  type Answer = { UserConfirmationNecessary?: boolean }
  const answer = await callSignedIn<Answer>(client, 'ConfirmDevice', payload, input)
  return { userConfirmationNecessary: answer.UserConfirmationNecessary === true }
}

/**
 * Returns one device of the signed-in user (GetDevice).
 *
 * @throws SessionError 'User is not authenticated', or when `deviceKey` is omitted and the keys of this device are not stored;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * const { deviceLastAuthenticatedDate } = await getDevice(client)
 */
export async function getDevice(client: CognitoClient, input: WhichDevice = {}): Promise<DeviceRecord> {
  const payload = { DeviceKey: await chosenDevice(client, 'GetDevice', input) }
  const answer = await readSignedIn<{ Device?: DeviceWire }>(client, 'GetDevice', payload, input)
  return readDeviceRecord(answer.Device ?? {})
}

/**
 * Returns one page of the signed-in user's devices (ListDevices).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * const first = await listDevices(client, { limit: 10 })
 * const second = await listDevices(client, { limit: 10, paginationToken: first.paginationToken })
 */
export async function listDevices(
  client: CognitoClient,
  input: CallOptions & { limit?: number | undefined; paginationToken?: string | undefined } = {},
): Promise<{ devices: DeviceRecord[]; paginationToken?: string }> {
  const payload = { Limit: input.limit, PaginationToken: input.paginationToken }
  type Answer = { Devices?: DeviceWire[]; PaginationToken?: string }
  const answer = await readSignedIn<Answer>(client, 'ListDevices', payload, input)
  return defined({
    devices: readRecords(answer.Devices).map((device) => readDeviceRecord(device)),
    paginationToken: firstText(answer.PaginationToken),
  })
}

/**
 * Removes a device from the service (ForgetDevice). For this device, also removes the stored keys.
 *
 * @throws SessionError 'User is not authenticated', or when `deviceKey` is omitted and the keys of this device are not stored;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * await forgetDevice(client)
 */
export async function forgetDevice(client: CognitoClient, input: WhichDevice = {}): Promise<void> {
  const deviceKey = await chosenDevice(client, 'ForgetDevice', input)
  await commandSignedIn(client, 'ForgetDevice', { DeviceKey: deviceKey }, input)
  const { username } = await authenticatedSession(client, input)
  const device = await readDevice(client, username)
  if (device?.deviceKey === deviceKey) await writeDevice(client, username, undefined)
}

/**
 * Sets whether the service remembers a device (UpdateDeviceStatus).
 *
 * @throws SessionError 'User is not authenticated', or when `deviceKey` is omitted and the keys of this device are not stored;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * await updateDeviceStatus(client, { deviceRememberedStatus: 'not_remembered' })
 */
export async function updateDeviceStatus(
  client: CognitoClient,
  input: WhichDevice & { deviceRememberedStatus: 'remembered' | 'not_remembered' },
): Promise<void> {
  requireClient(client)
  const deviceKey = await chosenDevice(client, 'UpdateDeviceStatus', input)
  const payload = { DeviceKey: deviceKey, DeviceRememberedStatus: input.deviceRememberedStatus }
  await commandSignedIn(client, 'UpdateDeviceStatus', payload, input)
}

/**
 * Remembers this device after the user has agreed.
 *
 * @throws SessionError 'User is not authenticated', or when the keys of this device are not stored; AnyCognitoError; the reason
 *   of `signal`.
 * @example
 * const step = await signIn(client, { username, password })
 * if (step.name === 'SIGNED_IN' && step.device === 'needs-consent') await rememberDevice(client)
 */
export function rememberDevice(client: CognitoClient, options: CallOptions = {}): Promise<void> {
  return updateDeviceStatus(client, { ...options, deviceRememberedStatus: 'remembered' })
}

/**
 * Marks this device as not remembered after the user has declined.
 *
 * @throws SessionError 'User is not authenticated', or when the keys of this device are not stored; AnyCognitoError; the reason
 *   of `signal`.
 * @example
 * await doNotRememberDevice(client)
 */
export function doNotRememberDevice(client: CognitoClient, options: CallOptions = {}): Promise<void> {
  return updateDeviceStatus(client, { ...options, deviceRememberedStatus: 'not_remembered' })
}

function chosenDevice(client: CognitoClient, operation: string, { deviceKey, signal }: WhichDevice): Promise<string> {
  return inOperation(operation, async () => {
    if (deviceKey) return deviceKey
    const { username } = await authenticatedSession(client, { signal })
    const device = await readDevice(client, username)
    if (!device) {
      const message = 'This device is not remembered for this user. Pass `deviceKey`, or sign in again.'
      throw new SessionError(message, { reason: 'ended' })
    }
    return device.deviceKey
  })
}

function readDeviceRecord(device: DeviceWire): DeviceRecord {
  return defined({
    deviceKey: firstText(device.DeviceKey) ?? '',
    deviceAttributes: readAttributes(device.DeviceAttributes),
    deviceCreateDate: readDate(device.DeviceCreateDate),
    deviceLastModifiedDate: readDate(device.DeviceLastModifiedDate),
    deviceLastAuthenticatedDate: readDate(device.DeviceLastAuthenticatedDate),
  })
}
