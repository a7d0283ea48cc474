import type { CognitoClient } from '../client.ts'
import { ServiceError } from '../errors.ts'
import { callService, type CallOptions } from '../service/transport.ts'
import type { NewDeviceMetadata } from '../service/wire.ts'
import type { Session } from '../session/session.ts'
import { readDevice, writeDevice } from '../session/stored-session.ts'
import { createDeviceVerifier } from '../srp/platform.ts'

/** What became of a new device: known to the service, waiting for the person's decision, or not registered. */
export type DeviceOutcome = 'confirmed' | 'needs-consent' | 'failed'

/**
 * Sends a request with the key of this device, if it is one that is remembered. When the service no longer knows the
 * device, the device is dropped and the request sent once more without it.
 *
 * @param send gets the device's key, and whether the same request was sent before
 * @throws what `send` throws; {@link StorageError}.
 */
export async function withDevice<T>(
  client: CognitoClient,
  username: string,
  send: (deviceKey: string | undefined, isRepeated: boolean) => Promise<T>,
): Promise<T> {
  const device = await readDevice(client, username)
  try {
    return await send(device?.deviceKey, false)
  } catch (error) {
    if (!device || !isForgottenDevice(error)) throw error
    await writeDevice(client, username, undefined)
    return send(undefined, true)
  }
}

function isForgottenDevice(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'ResourceNotFoundException' && /device/i.test(error.message)
}

/** Registers this device after a sign-in that offered it. Never fails: the person is signed in already. */
export async function confirmNewDevice(
  client: CognitoClient,
  session: Session,
  { DeviceKey = '', DeviceGroupKey = '' }: NewDeviceMetadata,
  { signal }: CallOptions,
): Promise<DeviceOutcome> {
  try {
    const { devicePassword, Salt, PasswordVerifier } = await createDeviceVerifier({
      deviceKey: DeviceKey,
      deviceGroupKey: DeviceGroupKey,
      randomBytes: client.randomBytes,
    })
    const answer = await callService<{ UserConfirmationNecessary?: boolean }>(
      client,
      'ConfirmDevice',
      {
        AccessToken: session.accessToken.jwt,
        DeviceKey,
        DeviceName: client.deviceName,
        DeviceSecretVerifierConfig: { Salt, PasswordVerifier },
      },
      { signal },
    )
    const device = { deviceKey: DeviceKey, deviceGroupKey: DeviceGroupKey, devicePassword }
    await writeDevice(client, session.username, device)
    return answer.UserConfirmationNecessary ? 'needs-consent' : 'confirmed'
  } catch {
    return 'failed'
  }
}
