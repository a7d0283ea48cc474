import type { StringShape } from './model.ts'

type Override = Pick<StringShape, 'min' | 'max' | 'pattern'>

const CREDENTIAL_ID: Override = { min: 1, max: 1366 } // 1023 bytes (WebAuthn §4) in base64url

/** Limits for the base64 form of 384 bytes and a sign byte, with a margin. */
const SRP_NUMBER: Override = {
  min: 1,
  max: 1024,
  pattern: '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?',
}

/**
 * Limits of the emulator that differ from the model's, with the reason, by shape or by `Structure.member`. An override
 * replaces all of the model's limits on the length and pattern of a string.
 */
export const MODEL_OVERRIDES: Readonly<Record<string, Override>> = {
  /** Configured ids can contain a hyphen. */
  ClientIdType: { min: 1, max: 128, pattern: String.raw`[\w+-]+` },
  /** A custom domain such as auth.example.com (API reference) contains dots. CreateUserPoolDomain checks prefixes itself. */
  DomainType: { min: 1, max: 253, pattern: String.raw`[a-z0-9](?:[a-z0-9.\-]*[a-z0-9])?` },
  /** The developer guide counts a space inside a password as a symbol, but the model's `[\S]+` would reject it. */
  PasswordType: { max: 256, pattern: String.raw`\S(?:.*\S)?` },
  /** Configured secrets can be longer than the service's secrets. */
  'GetTokensFromRefreshTokenRequest.ClientSecret': { max: 2048 },
  'RevokeTokenRequest.ClientSecret': { max: 2048 },
  /** The following values are stored with the user. The model allows 131,072 characters. */
  'VerifySoftwareTokenRequest.FriendlyDeviceName': { max: 256 },
  'DeleteWebAuthnCredentialRequest.CredentialId': CREDENTIAL_ID,
  'DeviceSecretVerifierConfigType.PasswordVerifier': SRP_NUMBER,
  'DeviceSecretVerifierConfigType.Salt': SRP_NUMBER,
}

/** Maps with the parameters and responses of a sign-in. The model does not limit the values in these maps. */
export const PARAMETER_MAPS: ReadonlySet<string> = new Set(['AuthParametersType', 'ChallengeResponsesType'])

/**
 * Limits on the values in the maps of parameters and responses. A parameter that also occurs as a member elsewhere has the
 * limits of that member, but no minimum length, because an empty parameter gets the same error as a missing parameter.
 */
export const PARAMETER_LIMITS: Readonly<Record<string, Override>> = {
  USERNAME: { max: 128 },
  PASSWORD: { max: 256 },
  NEW_PASSWORD: { max: 256 },
  DEVICE_KEY: { max: 55, pattern: String.raw`[\w-]+_[0-9a-f-]+` },
  SECRET_HASH: { max: 128 },
  SRP_A: { max: 1536 }, // twice the hex digits of N
  PASSWORD_CLAIM_SECRET_BLOCK: { max: 2048 },
  PASSWORD_CLAIM_SIGNATURE: { max: 128 },
  TIMESTAMP: { max: 64 },
  SMS_MFA_CODE: { max: 2048 },
  SMS_OTP_CODE: { max: 2048 },
  EMAIL_OTP_CODE: { max: 2048 },
  SOFTWARE_TOKEN_MFA_CODE: { max: 2048 },
  EMAIL: { max: 2048 },
  PREFERRED_CHALLENGE: { max: 128 },
  TARGET_ACR_VALUES: { max: 2048 },
  MAX_AGE: { max: 128 },
  ACCESS_TOKEN: { max: 8192 },
  CHALLENGE_NAME: { max: 128 },
}
