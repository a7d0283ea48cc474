import type { CognitoClient } from '../client.ts'
import { ConfigurationError } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import { firstText } from '../service/wire.ts'
import { cacheUserData } from '../session/stored-session.ts'
import { percentEncode } from '../srp/encoding.ts'
import { callSignedIn, commandSignedIn } from './call.ts'

/** Whether a second factor is on, and whether it is the one asked for first. */
export type MfaSettings = { enabled?: boolean | undefined; preferredMfa?: boolean | undefined }

/**
 * Verifies the first code of an authenticator app after `associateSoftwareToken` (VerifySoftwareToken). Turn it on with
 * {@link setUserMfaPreference} afterwards.
 *
 * @throws SessionError 'User is not authenticated'; ServiceError (`EnableSoftwareTokenMFAException`,
 *   `CodeMismatchException`, …); AnyCognitoError; the reason of `signal`.
 * @example
 * const { secretCode } = await associateSoftwareToken(client)
 * const { status } = await verifySoftwareToken(client, { userCode: await ask(`First code for ${secretCode}`) })
 */
export async function verifySoftwareToken(
  client: CognitoClient,
  input: CallOptions & { userCode: string; friendlyDeviceName?: string | undefined },
): Promise<{ status: string }> {
  const payload = { UserCode: input.userCode, FriendlyDeviceName: input.friendlyDeviceName }
  const { Status } = await callSignedIn<{ Status?: string }>(client, 'VerifySoftwareToken', payload, input)
  return { status: firstText(Status) ?? '' }
}

/** What {@link totpUri} is given. */
export type TotpUriInput = {
  /** Base32, as `associateSoftwareToken` gives it. */
  secretCode: string
  /** The account, as the authenticator app shows it. */
  username: string
  /** The program or its maker, as the authenticator app shows it. */
  issuer: string
}

/**
 * What the QR code for an authenticator app says: `otpauth://totp/<issuer>:<account>?secret=…&issuer=…` (Key Uri Format of
 * Google Authenticator), escaped. It holds the secret: show it, and neither keep nor log it.
 *
 * @throws ConfigurationError when one of the three is missing.
 * @example
 * const { secretCode } = await associateSoftwareToken(client)
 * console.log(totpUri({ secretCode, username, issuer: 'Shop' }).length, 'characters for a QR code')
 */
export function totpUri(input: TotpUriInput): string {
  const texts = [input?.issuer, input?.username, input?.secretCode]
  if (texts.some((text) => typeof text !== 'string' || text === '')) {
    throw new ConfigurationError('totpUri needs secretCode, username and issuer.')
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
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
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
