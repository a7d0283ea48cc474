import { deviceNameOf, type CognitoClient } from '../client.ts'
import { ChallengeError } from '../errors.ts'
import { callService, type CallOptions } from '../service/transport.ts'
import { readTextMembers, type NewDeviceMetadata } from '../service/wire.ts'
import type { Session } from '../session/session.ts'
import { writeDevice, type Device } from '../session/stored-session.ts'
import { createDeviceVerifier } from '../srp/platform.ts'

/** Outcome of registering a new device. The device is confirmed, needs the user's consent, or could not be registered. */
export type DeviceOutcome = 'confirmed' | 'needs-consent' | 'failed'

/**
 * Maximum total length of a device key and its group key. The service's device keys have at most 55 characters, and hashing a
 * megabyte would take seconds.
 */
const MAX_KEYS_LENGTH = 1024

/** Registers a device with {@link registerDevice} and stores its keys. Never rejects, because the user is already signed in. */
export async function confirmNewDevice(
  client: CognitoClient,
  session: Session,
  offer: NewDeviceMetadata,
  options: CallOptions,
): Promise<DeviceOutcome> {
  try {
    const { device, needsConsent } = await registerDevice(client, session.accessToken.jwt, offer, options)
    await writeDevice(client, session.username, device)
    return needsConsent ? 'needs-consent' : 'confirmed'
  } catch {
    return 'failed'
  }
}

/**
 * Registers this device after a sign-in whose response offered to remember it (ConfirmDevice). Stores nothing.
 *
 * @throws ChallengeError when a key from the service is too long; AnyCognitoError; the reason of `signal`.
 */
export async function registerDevice(
  client: CognitoClient,
  accessToken: string,
  offer: NewDeviceMetadata,
  options?: CallOptions,
): Promise<{ device: Device; needsConsent: boolean }> {
  const { DeviceKey = '', DeviceGroupKey = '' } = readTextMembers(offer)
  if ((DeviceGroupKey + DeviceKey).length > MAX_KEYS_LENGTH)
    throw new ChallengeError('The device key from the service is too long.')
  const keys = { deviceKey: DeviceKey, deviceGroupKey: DeviceGroupKey }
  const verifier = await createDeviceVerifier({ ...keys, randomBytes: client.randomBytes })
  const { devicePassword, ...DeviceSecretVerifierConfig } = verifier
  const payload = { AccessToken: accessToken, DeviceKey, DeviceName: deviceNameOf(client), DeviceSecretVerifierConfig }
  type Answer = { UserConfirmationNecessary?: boolean }
  const answer = await callService<Answer>(client, 'ConfirmDevice', payload, options)
  return { device: { ...keys, devicePassword }, needsConsent: answer.UserConfirmationNecessary === true }
}
