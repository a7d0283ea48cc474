import type { CognitoClient } from '../client.ts'
import { ServiceError } from '../errors.ts'
import { readDevice, writeDevice } from '../session/stored-session.ts'

/** What became of a new device: known to the service, waiting for the person's decision, or not registered. */
export type DeviceOutcome = 'confirmed' | 'needs-consent' | 'failed'

/**
 * Sends a request with the key of this device, if it is one that is remembered. When the service no longer knows the
 * device, the device is dropped and the request sent once more without it.
 *
 * @param send gets the device's key, and whether the same request was sent before
 * @throws what `send` throws; StorageError.
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
