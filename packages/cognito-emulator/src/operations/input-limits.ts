/** What the service's model says of a text: its length in characters, and the pattern that all of it has. */
export type TextLimits = { min?: number; max?: number | undefined; pattern?: string | undefined }

/** The texts of the service's API by what they are. */
export type TextMember =
  | 'accessToken'
  | 'attributeName'
  | 'attributeValue'
  | 'clientId'
  | 'clientName'
  | 'clientSecret'
  | 'code'
  | 'credentialId'
  | 'deviceKey'
  | 'deviceName'
  | 'filter'
  | 'friendlyDeviceName'
  | 'groupName'
  | 'anything'
  | 'paginationToken'
  | 'password'
  | 'poolName'
  | 'proposedPassword'
  | 'refreshToken'
  | 'secretHash'
  | 'session'
  | 'srpVerifier'
  | 'totpCode'
  | 'username'
  | 'userPoolId'

const NAME = String.raw`[\p{L}\p{M}\p{S}\p{N}\p{P}]+`
const TOKEN = String.raw`[A-Za-z0-9\-_=.]+`

/**
 * The texts that the service's API takes, one row for each type of its model (botocore's `cognito-idp`, of 2016-04-18). Where
 * a row is stricter or laxer than the model, it says why.
 */
export const TEXT_LIMITS: Record<TextMember, TextLimits> = {
  accessToken: { pattern: TOKEN },
  attributeName: { min: 1, max: 32, pattern: NAME },
  attributeValue: { max: 2048 },
  clientId: { min: 1, max: 128, pattern: String.raw`[\w+-]+` }, // with the hyphen that configured ids may have
  clientName: { min: 1, max: 128, pattern: String.raw`[\w\s+=,.@-]+` },
  clientSecret: { max: 2048 }, // configured ones are longer than the model's 64
  code: { min: 1, max: 2048, pattern: String.raw`\S+` },
  credentialId: { min: 1, max: 1366 }, // 1023 bytes (WebAuthn §4) in base64url
  deviceKey: { min: 1, max: 55, pattern: String.raw`[\w-]+_[0-9a-f-]+` },
  deviceName: { min: 1, max: 1024 },
  filter: { max: 256 },
  friendlyDeviceName: { max: 256 }, // the model's 131,072 are too many for what is kept
  groupName: { min: 1, max: 128, pattern: NAME },
  /** The least that a member without limits of its own must fit, and the most that a map's value may have. */
  anything: { max: 131_072 },
  paginationToken: { min: 1, max: 2048 },
  password: { min: 1, max: 256 },
  poolName: { min: 1, max: 128, pattern: String.raw`[\w\s+=,.@-]+` },
  proposedPassword: { max: 256 },
  refreshToken: { min: 1, pattern: TOKEN },
  secretHash: { min: 1, max: 128, pattern: String.raw`[\w+=/]+` },
  session: { min: 20, max: 2048 },
  /** Base64 of at most 384 bytes and one for the sign, with room. */
  srpVerifier: {
    min: 1,
    max: 1024,
    pattern: '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?',
  },
  totpCode: { min: 6, max: 6, pattern: '[0-9]+' },
  username: { min: 1, max: 128, pattern: NAME },
  userPoolId: { min: 1, max: 55, pattern: String.raw`[\w-]+_[0-9a-zA-Z]+` },
}

/**
 * The texts in AuthParameters and ChallengeResponses, which the model calls maps of anything. Each has the limits of the
 * member that says the same elsewhere, without its least length: an empty one is answered as one that is missing.
 */
export const PARAMETER_LIMITS: Record<string, TextLimits> = {
  USERNAME: { max: TEXT_LIMITS.username.max },
  PASSWORD: { max: TEXT_LIMITS.password.max },
  NEW_PASSWORD: { max: TEXT_LIMITS.password.max },
  DEVICE_KEY: { max: TEXT_LIMITS.deviceKey.max, pattern: TEXT_LIMITS.deviceKey.pattern },
  SECRET_HASH: { max: TEXT_LIMITS.secretHash.max },
  SRP_A: { max: 1536 }, // twice the digits of N
  PASSWORD_CLAIM_SECRET_BLOCK: { max: 2048 },
  PASSWORD_CLAIM_SIGNATURE: { max: 128 },
  TIMESTAMP: { max: 64 },
  SMS_MFA_CODE: { max: TEXT_LIMITS.code.max },
  SMS_OTP_CODE: { max: TEXT_LIMITS.code.max },
  EMAIL_OTP_CODE: { max: TEXT_LIMITS.code.max },
  SOFTWARE_TOKEN_MFA_CODE: { max: TEXT_LIMITS.code.max },
  EMAIL: { max: TEXT_LIMITS.attributeValue.max },
  PREFERRED_CHALLENGE: { max: 128 },
  CHALLENGE_NAME: { max: 128 },
}
