import { deviceNameOf, type CognitoClient } from '../client.ts'
import { ChallengeError } from '../errors.ts'
import { callService, type CallOptions } from '../service/transport.ts'
import { readTextMembers, type NewDeviceMetadata } from '../service/wire.ts'
import type { Session } from '../session/session.ts'
import { writeDevice, type Device } from '../session/stored-session.ts'
import { createDeviceVerifier } from '../srp/platform.ts'

/** What became of a new device: known to the service, waiting for the person's decision, or not registered. */
export type DeviceOutcome = 'confirmed' | 'needs-consent' | 'failed'

/** The service's device keys have 55 characters; a megabyte would be hashed for seconds. */
const MAX_KEYS_LENGTH = 1024

/** {@link registerDevice}, and remembers it. Never fails: the person is signed in already. */
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
 * Registers this device after a sign-in that offered it (ConfirmDevice). Stores nothing.
 *
 * @throws ChallengeError when the service offers what is no key; AnyCognitoError; the reason of `signal`.
 */
export async function registerDevice(
  client: CognitoClient,
  accessToken: string,
  offer: NewDeviceMetadata,
  options?: CallOptions,
): Promise<{ device: Device; needsConsent: boolean }> {
  const { DeviceKey = '', DeviceGroupKey = '' } = readTextMembers(offer)
  if ((DeviceGroupKey + DeviceKey).length > MAX_KEYS_LENGTH) throw new ChallengeError('No device has such a key.')
  const keys = { deviceKey: DeviceKey, deviceGroupKey: DeviceGroupKey }
  const verifier = await createDeviceVerifier({ ...keys, randomBytes: client.randomBytes })
  const { devicePassword, ...DeviceSecretVerifierConfig } = verifier
  const payload = { AccessToken: accessToken, DeviceKey, DeviceName: deviceNameOf(client), DeviceSecretVerifierConfig }
  type Answer = { UserConfirmationNecessary?: boolean }
  const answer = await callService<Answer>(client, 'ConfirmDevice', payload, options)
  return { device: { ...keys, devicePassword }, needsConsent: answer.UserConfirmationNecessary === true }
}
