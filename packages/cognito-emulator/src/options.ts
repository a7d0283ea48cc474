import type { Triggers } from './triggers.ts'

/** How a pool or a sign-in asks for a second factor. */
export type MfaType = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP'

/** An app client. Without options it allows every flow. */
export type ClientConfig = {
  id: string
  /** When set, every request must prove it: SECRET_HASH, or the secret itself where the service asks for that. */
  secret?: string
  /** As in CreateUserPoolClient (`ALLOW_USER_SRP_AUTH`, …). Default: every flow. */
  explicitAuthFlows?: string[]
  /** Refresh tokens are exchanged for new ones; the old one still works for `graceSeconds` (0–60). */
  refreshTokenRotation?: { graceSeconds: number }
  /** Default: the pool's setting. */
  preventUserExistenceErrors?: boolean
  /** Lifetimes. Defaults of the service: 3600, 3600, 30 days, 180. */
  accessTokenSeconds?: number
  idTokenSeconds?: number
  refreshTokenSeconds?: number
  authSessionSeconds?: number
}

/** A user that exists when the pool is first opened. The password is taken as given; the policy does not apply. */
export type UserConfig = {
  username: string
  password?: string
  attributes?: Record<string, string>
  /** The password is temporary: the first sign-in asks for a new one. */
  temporaryPassword?: true
  /** Base32 secret of an authenticator app that is already set up. */
  totpSecret?: string
  smsMfa?: true
  emailMfa?: true
  preferredMfa?: MfaType
  groups?: string[]
}

/** What a new password must have. Default: the service's (8 characters, upper, lower, digit, symbol). */
export type PasswordPolicy = {
  minimumLength?: number
  requireUppercase?: boolean
  requireLowercase?: boolean
  requireNumbers?: boolean
  requireSymbols?: boolean
  temporaryPasswordValidityDays?: number
}

/** What passkeys are bound to. Default: the host of the request's origin. */
export type WebAuthnConfig = { relyingPartyId?: string; userVerification?: 'required' | 'preferred' }

/** Everything about a pool that JSON can hold. */
export type UserPoolSettings = {
  /** `<region>_<name>`, for example `local_Pool1`. */
  id: string
  name?: string
  mfa?: 'OFF' | 'OPTIONAL' | 'ON'
  /** Second factors that may be used. Default: all. */
  mfaTypes?: MfaType[]
  /** `always` remembers a confirmed device, `opt-in` waits for UpdateDeviceStatus. Default `off`. */
  deviceTracking?: 'off' | 'always' | 'opt-in'
  /** Unknown users look like known ones. Default false, as for the service's API. */
  preventUserExistenceErrors?: boolean
  /** Sign in with these instead of a chosen user name, which is then made by the pool. */
  usernameAttributes?: ('email' | 'phone_number')[]
  /** Sign in with these besides the user name, once verified. */
  aliasAttributes?: ('email' | 'phone_number' | 'preferred_username')[]
  /** Attributes that a confirmation code verifies. Default: email and phone_number. */
  autoVerifiedAttributes?: ('email' | 'phone_number')[]
  requiredAttributes?: string[]
  passwordPolicy?: PasswordPolicy
  /** False: only an administrator creates users. Default true. */
  allowSignUp?: boolean
  groups?: string[]
  webAuthn?: WebAuthnConfig
}

/** A pool with its clients, its first users and its trigger functions. */
export type UserPoolConfig = UserPoolSettings & {
  clients: ClientConfig[]
  users?: UserConfig[]
  triggers?: Triggers
}

/** A code that was "sent". */
export type DeliveredMessage = {
  userPoolId: string
  username: string
  medium: 'EMAIL' | 'SMS'
  /** The full address or number; clients only ever see it masked. */
  destination: string
  code: string
}

/** Options of {@link createEmulator}. */
export type EmulatorOptions = {
  userPools: UserPoolConfig[]
  /** Default: the part of each pool's id before `_`. */
  region?: string
  /** SQLite file that keeps every acknowledged change; in memory when absent. */
  data?: string
  /** Milliseconds since 1970; default `Date.now`. */
  now?: () => number
  /** When set, administrator's operations and `/_emulator/*` answer only with header `x-emulator-admin-key`. */
  adminKey?: string
  /** Refuse other origins and hosts that are neither loopback nor in `allowedHosts` (DNS rebinding). */
  sameOrigin?: boolean
  /** Host names, without port, that `sameOrigin` accepts besides localhost, 127.0.0.1 and [::1]. */
  allowedHosts?: string[]
  /** Hears every code that is sent, for example to print it. */
  onDelivery?: (message: DeliveredMessage) => void
  /** Larger requests are refused. Default 131,072. */
  maxBodyBytes?: number
}
