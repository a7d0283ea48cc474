import { createDeviceVerifier } from '#srp'

import type { CognitoClient } from '../client.ts'
import { ServiceError } from '../errors.ts'
import type { CallOptions } from '../service/signal.ts'
import { callService } from '../service/transport.ts'
import type { NewDeviceMetadata } from '../service/wire.ts'
import { dropDevice, keepDevice, readDevice } from '../session/stored-device.ts'
import type { Session } from '../session/session.ts'

/** What became of a new device: known to the service, waiting for the person's decision, or not registered. */
export type DeviceOutcome = 'confirmed' | 'needs-consent' | 'failed'

/**
 * Sends a request with the key of this device, if it is one that is remembered. When the service no longer knows the
 * device, the device is dropped and the request sent once more without it.
 *
 * @param send gets the device's key
 * @throws as `send`
 */
export async function withDevice<T>(
  client: CognitoClient,
  username: string,
  send: (deviceKey?: string) => Promise<T>,
): Promise<T> {
  const device = await readDevice(client, username)
  if (!device) return send()
  try {
    return await send(device.deviceKey)
  } catch (error) {
    if (!isForgottenDevice(error)) throw error
    await dropDevice(client, username)
    return send()
  }
}

function isForgottenDevice(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'ResourceNotFoundException' && /device/i.test(error.message)
}

/**
 * Registers this device after a sign-in that offered it. Never fails: the person is signed in already.
 */
export async function confirmNewDevice(
  client: CognitoClient,
  session: Session,
  { DeviceKey = '', DeviceGroupKey = '' }: NewDeviceMetadata,
  options: CallOptions,
): Promise<DeviceOutcome> {
  try {
    const verifier = await createDeviceVerifier({
      deviceKey: DeviceKey,
      deviceGroupKey: DeviceGroupKey,
      randomBytes: client.randomBytes,
    })
    const { devicePassword, Salt, PasswordVerifier } = verifier
    const answer = await callService<{ UserConfirmationNecessary?: boolean }>(
      client,
      'ConfirmDevice',
      {
        AccessToken: session.accessToken.jwt,
        DeviceKey,
        DeviceName: client.deviceName,
        DeviceSecretVerifierConfig: { Salt, PasswordVerifier },
      },
      options,
    )
    const device = { deviceKey: DeviceKey, deviceGroupKey: DeviceGroupKey, devicePassword }
    await keepDevice(client, session.username, device)
    return answer.UserConfirmationNecessary ? 'needs-consent' : 'confirmed'
  } catch {
    return 'failed'
  }
}
