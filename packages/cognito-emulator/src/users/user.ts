import { randomUUID } from 'node:crypto'

import type { MfaType } from '../options/user-options.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { PasswordRecord } from '../srp/handshake.ts'

/** Status of a user. A user with `EXTERNAL_PROVIDER` signs in at an identity provider and has no password. */
export type UserStatus = 'EXTERNAL_PROVIDER' | 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'

/** An attribute to which a code can be sent. */
export type Destination = 'email' | 'phone_number'

/** The address to which a code was sent. The code can verify only this address. */
export type SentTo = { destination: Destination; address: string }

/** A code that was sent and not used yet. With `isNew`, the address becomes the user's once the code is confirmed. */
export type SentCode = SentTo & { code: string; expiresAtMs: number; isNew?: boolean | undefined }

/** The challenge that an authenticator must sign to register a passkey of the user. */
export type PasskeyRegistration = { challenge: string; expiresAtMs: number }

/** An authenticator app. Each time step is accepted once, and `lastStep` is the newest used step. */
export type SoftwareToken = { secret: string; isVerified: boolean; friendlyName?: string; lastStep?: number }

export type MfaSettings = {
  software?: SoftwareToken
  /** A new authenticator app that is not verified yet. Until the new app is verified, the old app still works. */
  pendingSoftware?: SoftwareToken
  isSoftwareEnabled: boolean
  isSmsEnabled: boolean
  isEmailEnabled: boolean
  preferred?: MfaType
}

/** A device with which the user signed in. A device without `password` is not confirmed yet. */
export type Device = {
  key: string
  name?: string
  password?: PasswordRecord
  isRemembered: boolean
  createdAtMs: number
  modifiedAtMs: number
  lastAuthenticatedAtMs: number
}

/** A passkey. `publicKey` is the COSE key in base64url. */
export type Passkey = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  relyingPartyId: string
  friendlyName: string
  attachment?: string
  createdAtMs: number
}

/**
 * Session of a new account, for ConfirmSignUp and then for the first sign-in. A user has one Session at a time, stored
 * as a hash. Only a Session from ConfirmSignUp can be used to sign in.
 */
export type SignUpSession = {
  step: 'signed-up' | 'confirmed'
  hash: string
  clientId: string
  expiresAtMs: number
  isUsed: boolean
}

/** An authentication event of a user. */
export type AuthEvent = {
  id: string
  type: 'SignIn' | 'SignUp' | 'ForgotPassword' | 'PasswordChange' | 'ResendCode'
  response: 'Pass' | 'Fail'
  atMs: number
  /** Feedback from an administrator. */
  feedback?: { value: 'Valid' | 'Invalid'; atMs: number }
}

/** A user. All members are in one record, so that a change to several members is atomic. */
export type User = {
  username: string
  sub: string
  status: UserStatus
  isEnabled: boolean
  /**
   * Attributes as the service stores them. All attributes are strings, including `email_verified`. `sub` is not
   * included.
   */
  attributes: Record<string, string>
  password?: PasswordRecord
  /** Earlier passwords that cannot be reused, latest first, if the pool has a password history. */
  formerPasswords?: PasswordRecord[]
  temporaryPasswordExpiresAtMs?: number
  mfa: MfaSettings
  devices: Device[]
  passkeys: Passkey[]
  groups: string[]
  /** Authentication events, newest last, if the pool records events. */
  authEvents?: AuthEvent[]
  /** Sent codes by purpose: `sign-up`, `password`, or `attribute:<name>`. */
  codes: Record<string, SentCode>
  passkeyRegistration?: PasskeyRegistration
  signUpSession?: SignUpSession
  /** Incremented to end all pending sign-ins, because a sign-in can continue only in the epoch in which it started. */
  signInEpoch?: number
  createdAtMs: number
  modifiedAtMs: number
}

/** Creates a user without a password, factors or devices. */
export function newUser(user: Pick<User, 'username' | 'sub' | 'status' | 'attributes' | 'createdAtMs'>): User {
  return {
    ...user,
    isEnabled: true,
    mfa: { isSoftwareEnabled: false, isSmsEnabled: false, isEmailEnabled: false },
    devices: [],
    passkeys: [],
    groups: [],
    codes: {},
    modifiedAtMs: user.createdAtMs,
  }
}

type Account = { name: string; attributes: Record<string, string>; status: UserStatus; createdAtMs: number }

/**
 * Creates a user with the given name. In a pool whose users sign in with an address, the user name is generated and the
 * address becomes an attribute.
 *
 * @throws {ServiceError} InvalidParameterException if the pool requires an address as the name, or does not allow a
 *   name that looks like an alias.
 */
export function newAccount(pool: Pool, { name, attributes, status, createdAtMs }: Account): User {
  const sub = randomUUID()
  const usernameAttributes = pool.settings.usernameAttributes ?? []
  if (usernameAttributes.length === 0) {
    checkIsNoAlias(pool, name)
    return newUser({ username: name, sub, status, attributes, createdAtMs })
  }

  const attribute = addressKindOf(name)
  if (!attribute || !usernameAttributes.includes(attribute)) {
    throw invalidParameter(`Username should be ${describe(usernameAttributes)}.`)
  }
  const named = { ...attributes, [attribute]: name }
  return newUser({ username: sub, sub, status, attributes: named, createdAtMs })
}

/** Returns the kind of alias that a name looks like. Such a name could be confused with the alias of another user. */
export function aliasFormOf({ settings }: Pick<Pool, 'settings'>, name: string): Destination | undefined {
  const kind = addressKindOf(name)
  return kind && settings.aliasAttributes?.includes(kind) ? kind : undefined
}

function checkIsNoAlias(pool: Pool, name: string): void {
  const kind = aliasFormOf(pool, name)
  if (!kind) return
  const form = WORDS[kind]
  throw invalidParameter(`Username cannot be of ${form} format, since user pool is configured for ${form} alias.`)
}

const WORDS: Record<Destination, string> = { email: 'email', phone_number: 'phone number' }

function addressKindOf(name: string): Destination | undefined {
  if (name.includes('@')) return 'email'
  return name.startsWith('+') ? 'phone_number' : undefined
}

function describe(usernameAttributes: string[]): string {
  if (usernameAttributes.length > 1) return 'either an email or a phone number'
  return usernameAttributes.includes('email') ? 'an email' : 'a phone number'
}

/**
 * Ends everything that was started with the old credentials: unfinished sign-ins, the password-reset code, the sign-up
 * Session, and unfinished set-ups. Sessions are ended by `endSignIns`.
 */
export function endPending(user: User): void {
  user.signInEpoch = (user.signInEpoch ?? 0) + 1
  delete user.codes['password']
  delete user.passkeyRegistration
  delete user.signUpSession
  delete user.mfa.pendingSoftware
}
