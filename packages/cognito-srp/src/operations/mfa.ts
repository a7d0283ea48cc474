import type { CognitoClient } from '../client.ts'
import type { CallOptions } from '../service/transport.ts'
import { cacheUserData } from '../session/stored-session.ts'
import { callSignedIn, commandSignedIn } from './call.ts'

/** Whether a second factor is on, and whether it is the one asked for first. */
export type MfaSettings = { enabled?: boolean | undefined; preferredMfa?: boolean | undefined }

/**
 * Verifies the first code of an authenticator app after `associateSoftwareToken` (VerifySoftwareToken). Turn it on with
 * {@link setUserMfaPreference} afterwards.
 *
 * @throws {@link SessionError} 'User is not authenticated'; {@link ServiceError} (`EnableSoftwareTokenMFAException`,
 *   `CodeMismatchException`, …); {@link NetworkError}; {@link TimeoutError}; {@link StorageError};
 *   {@link ConfigurationError} for a client secret where there is no `crypto.subtle`; the reason of `signal`.
 * @example
 * const { secretCode } = await associateSoftwareToken(client)
 * const { status } = await verifySoftwareToken(client, { userCode: await ask(`First code for ${secretCode}`) })
 */
export async function verifySoftwareToken(
  client: CognitoClient,
  input: CallOptions & { userCode: string; friendlyDeviceName?: string | undefined },
): Promise<{ status: string }> {
  const payload = { UserCode: input.userCode, FriendlyDeviceName: input.friendlyDeviceName }
  const { Status = '' } = await callSignedIn<{ Status?: string }>(client, 'VerifySoftwareToken', payload, input)
  return { status: Status }
}

/**
 * Turns second factors on or off and chooses the preferred one (SetUserMFAPreference).
 *
 * @throws {@link SessionError} 'User is not authenticated'; {@link ServiceError} when the service refuses;
 *   {@link NetworkError}; {@link TimeoutError}; {@link StorageError}; {@link ConfigurationError} for a client secret
 *   where there is no `crypto.subtle`; the reason of `signal`.
 * @example
 * await setUserMfaPreference(client, { softwareTokenMfaSettings: { enabled: true, preferredMfa: true } })
 */
export async function setUserMfaPreference(
  client: CognitoClient,
  input: CallOptions & {
    smsMfaSettings?: MfaSettings | undefined
    softwareTokenMfaSettings?: MfaSettings | undefined
    emailMfaSettings?: MfaSettings | undefined
  },
): Promise<void> {
  await commandSignedIn(
    client,
    'SetUserMFAPreference',
    {
      SMSMfaSettings: writeSettings(input.smsMfaSettings),
      SoftwareTokenMfaSettings: writeSettings(input.softwareTokenMfaSettings),
      EmailMfaSettings: writeSettings(input.emailMfaSettings),
    },
    input,
  )
  await cacheUserData(client, undefined)
}

/**
 * Turns SMS codes on (one option) or off (none) in pools without authenticator apps (SetUserSettings).
 * {@link setUserMfaPreference} is its successor.
 *
 * @throws {@link SessionError} 'User is not authenticated'; {@link ServiceError} when the service refuses;
 *   {@link NetworkError}; {@link TimeoutError}; {@link StorageError}; {@link ConfigurationError} for a client secret
 *   where there is no `crypto.subtle`; the reason of `signal`.
 * @example
 * await setUserSettings(client, { mfaOptions: [{ deliveryMedium: 'SMS', attributeName: 'phone_number' }] })
 */
export async function setUserSettings(
  client: CognitoClient,
  input: CallOptions & { mfaOptions: readonly { deliveryMedium: string; attributeName: string }[] },
): Promise<void> {
  const options = input.mfaOptions.map(({ deliveryMedium, attributeName }) => ({
    DeliveryMedium: deliveryMedium,
    AttributeName: attributeName,
  }))
  await commandSignedIn(client, 'SetUserSettings', { MFAOptions: options }, input)
  await cacheUserData(client, undefined)
}

function writeSettings(settings: MfaSettings | undefined): object | undefined {
  return settings && { Enabled: settings.enabled, PreferredMfa: settings.preferredMfa }
}
