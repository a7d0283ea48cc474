import type { StringShape } from './model.ts'

type Departure = Pick<StringShape, 'min' | 'max' | 'pattern'>

const CREDENTIAL_ID: Departure = { min: 1, max: 1366 } // 1023 bytes (WebAuthn §4) in base64url

/** Base64 of at most 384 bytes and one for the sign, with room. */
const SRP_NUMBER: Departure = {
  min: 1,
  max: 1024,
  pattern: '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?',
}

/**
 * Where the emulator takes more or less than the model says, by shape or by `Structure.member`, and why. What is given here
 * stands in place of all that the model says of the text's length and pattern.
 */
export const DEPARTURES: Readonly<Record<string, Departure>> = {
  /** With the hyphen that configured ids may have. */
  ClientIdType: { min: 1, max: 128, pattern: String.raw`[\w+-]+` },
  /** A custom domain, such as the reference's example auth.example.com, has dots. CreateUserPoolDomain checks prefixes. */
  DomainType: { min: 1, max: 253, pattern: String.raw`[a-z0-9](?:[a-z0-9.\-]*[a-z0-9])?` },
  /** The developer guide counts a space inside a password among the symbols; the model's `[\S]+` would refuse it. */
  PasswordType: { max: 256, pattern: String.raw`\S(?:.*\S)?` },
  /** Configured secrets may be of any length. */
  'GetTokensFromRefreshTokenRequest.ClientSecret': { max: 2048 },
  'RevokeTokenRequest.ClientSecret': { max: 2048 },
  /** Lengths of what is kept for a user: the model says 131,072. */
  'VerifySoftwareTokenRequest.FriendlyDeviceName': { max: 256 },
  'DeleteWebAuthnCredentialRequest.CredentialId': CREDENTIAL_ID,
  'DeviceSecretVerifierConfigType.PasswordVerifier': SRP_NUMBER,
  'DeviceSecretVerifierConfigType.Salt': SRP_NUMBER,
}

/** The maps in which a sign-in's parameters and answers are sent, which the model calls maps of anything. */
export const PARAMETER_MAPS: ReadonlySet<string> = new Set(['AuthParametersType', 'ChallengeResponsesType'])

/**
 * What those maps may hold: each parameter has the limits of the member that says the same elsewhere, without its least
 * length, because an empty one is answered as one that is missing.
 */
export const PARAMETER_LIMITS: Readonly<Record<string, Departure>> = {
  USERNAME: { max: 128 },
  PASSWORD: { max: 256 },
  NEW_PASSWORD: { max: 256 },
  DEVICE_KEY: { max: 55, pattern: String.raw`[\w-]+_[0-9a-f-]+` },
  SECRET_HASH: { max: 128 },
  SRP_A: { max: 1536 }, // twice the digits of N
  PASSWORD_CLAIM_SECRET_BLOCK: { max: 2048 },
  PASSWORD_CLAIM_SIGNATURE: { max: 128 },
  TIMESTAMP: { max: 64 },
  SMS_MFA_CODE: { max: 2048 },
  SMS_OTP_CODE: { max: 2048 },
  EMAIL_OTP_CODE: { max: 2048 },
  SOFTWARE_TOKEN_MFA_CODE: { max: 2048 },
  EMAIL: { max: 2048 },
  PREFERRED_CHALLENGE: { max: 128 },
  CHALLENGE_NAME: { max: 128 },
}
