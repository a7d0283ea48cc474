import { requireClient, type CognitoClient } from '../client.ts'
import { ConfigurationError } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import { firstText } from '../service/wire.ts'
import { cacheUserData } from '../session/stored-session.ts'
import { percentEncode } from '../srp/encoding.ts'
import { callSignedIn, commandSignedIn } from './call.ts'

/** Whether a second factor is turned on, and whether it is the preferred factor. */
export type MfaSettings = { enabled?: boolean | undefined; preferredMfa?: boolean | undefined }

/**
 * Verifies the first code of an authenticator app after `associateSoftwareToken` (VerifySoftwareToken). To use the app at
 * sign-in, turn it on with {@link setUserMfaPreference}.
 *
 * @throws SessionError 'User is not authenticated'; ServiceError (`EnableSoftwareTokenMFAException`, `CodeMismatchException`, …);
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * const { secretCode } = await associateSoftwareToken(client)
 * const { status } = await verifySoftwareToken(client, { userCode: await ask(`First code for ${secretCode}`) })
 */
export async function verifySoftwareToken(
  client: CognitoClient,
  input: CallOptions & { userCode: string; friendlyDeviceName?: string | undefined },
): Promise<{ status: string }> {
  requireClient(client)
  const payload = { UserCode: input.userCode, FriendlyDeviceName: input.friendlyDeviceName }
  const { Status } = await callSignedIn<{ Status?: string }>(client, 'VerifySoftwareToken', payload, input)
  return { status: firstText(Status) ?? '' }
}

/** Input of {@link totpUri}. */
export type TotpUriInput = {
  /** Secret in base32, from `associateSoftwareToken`. */
  secretCode: string
  /** Account name that the authenticator app shows. */
  username: string
  /** Name of the program or company that the authenticator app shows. */
  issuer: string
}

/**
 * Builds the URI for the QR code of an authenticator app, `otpauth://totp/<issuer>:<account>?secret=…&issuer=…` (Google
 * Authenticator's Key Uri Format), with escaped values. The URI contains the secret, so never store or log it.
 *
 * @throws ConfigurationError when a field is missing.
 * @example
 * const { secretCode } = await associateSoftwareToken(client)
 * console.log(totpUri({ secretCode, username, issuer: 'Shop' }).length, 'characters for a QR code')
 */
export function totpUri(input: TotpUriInput): string {
  const texts = [input?.issuer, input?.username, input?.secretCode]
  if (texts.some((text) => typeof text !== 'string' || text === '')) {
    throw new ConfigurationError('totpUri requires secretCode, username and issuer.')
  }
  const [issuer, username, secret] = texts.map(percentEncode)
  return `otpauth://totp/${issuer}:${username}?secret=${secret}&issuer=${issuer}`
}

/**
 * Turns second factors on or off and chooses the preferred one (SetUserMFAPreference).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
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
  requireClient(client)
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
 * Turns SMS codes on (with one option) or off (with an empty list) in pools without authenticator apps (SetUserSettings). {@link
 * setUserMfaPreference} replaces this function.
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * await setUserSettings(client, { mfaOptions: [{ deliveryMedium: 'SMS', attributeName: 'phone_number' }] })
 */
export async function setUserSettings(
  client: CognitoClient,
  input: CallOptions & { mfaOptions: readonly { deliveryMedium: string; attributeName: string }[] },
): Promise<void> {
  requireClient(client)
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
