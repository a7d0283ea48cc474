import { randomUUID } from 'node:crypto'

import type { MfaType } from '../options/user-options.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { PasswordRecord } from '../srp/handshake.ts'

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'

/** An attribute a code can be sent to. */
export type Destination = 'email' | 'phone_number'

/** The address a code went to, which is all that it can verify. */
export type SentTo = { destination: Destination; address: string }

/** A code that was sent and not yet used. `isNew`: the address becomes the user's when the code comes back. */
export type SentCode = SentTo & { code: string; expiresAtMs: number; isNew?: boolean | undefined }

/** What an authenticator must sign to become a passkey of the user. */
export type PasskeyRegistration = { challenge: string; expiresAtMs: number }

/** An authenticator app. A time step is accepted once: `lastStep` is the newest one used. */
export type SoftwareToken = { secret: string; isVerified: boolean; friendlyName?: string; lastStep?: number }

export type MfaSettings = {
  software?: SoftwareToken
  /** Associated, not verified yet: the old one still works. */
  pendingSoftware?: SoftwareToken
  isSoftwareEnabled: boolean
  isSmsEnabled: boolean
  isEmailEnabled: boolean
  preferred?: MfaType
}

/** A device that signed in. Without `verifier` (hex) it is not confirmed yet. */
export type Device = {
  key: string
  name?: string
  password?: PasswordRecord
  isRemembered: boolean
  createdAtMs: number
  modifiedAtMs: number
  lastAuthenticatedAtMs: number
}

/** A passkey; `publicKey` is base64url of the COSE key. */
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
 * What lets a new account go on from SignUp to ConfirmSignUp and from there to its first sign-in; one at a time, kept as
 * a hash. Only the one that the confirmation answered signs in.
 */
export type SignUpSession = {
  step: 'signed-up' | 'confirmed'
  hash: string
  clientId: string
  expiresAtMs: number
  isUsed: boolean
}

/** Something that a user, or somebody in the user's name, did. */
export type AuthEvent = {
  id: string
  type: 'SignIn' | 'SignUp' | 'ForgotPassword' | 'PasswordChange' | 'ResendCode'
  response: 'Pass' | 'Fail'
  atMs: number
  /** What an administrator thinks of it. */
  feedback?: { value: 'Valid' | 'Invalid'; atMs: number }
}

/** A user with everything that is changed together with it: one record, one atomic write. */
export type User = {
  username: string
  sub: string
  status: UserStatus
  isEnabled: boolean
  /** As the service stores them: all strings, `email_verified` included, `sub` not. */
  attributes: Record<string, string>
  password?: PasswordRecord
  /** Those before it that may not be chosen again, where the pool remembers any; the latest first. */
  formerPasswords?: PasswordRecord[]
  temporaryPasswordExpiresAtMs?: number
  mfa: MfaSettings
  devices: Device[]
  passkeys: Passkey[]
  groups: string[]
  /** What happened in the user's name, the newest last; none in a pool that keeps none. */
  authEvents?: AuthEvent[]
  /** By purpose: `sign-up`, `password`, or `attribute:<name>`. */
  codes: Record<string, SentCode>
  passkeyRegistration?: PasskeyRegistration
  signUpSession?: SignUpSession
  /** Rises when everything begun before must end: a sign-in goes on only in the epoch in which it began. */
  signInEpoch?: number
  createdAtMs: number
  modifiedAtMs: number
}

/** A user without password, factors or devices. */
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
 * A user under the name given, or, in a pool whose users sign in with an address, under a made-up one with the address
 * as attribute.
 *
 * @throws {ServiceError} InvalidParameterException when the name is no address the pool takes.
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

/** The alias that a name has the form of: it would be taken for that of whoever verifies the address. */
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
 * Ends what was begun on the word of the credentials that were: sign-ins between two of their steps, a code for another
 * password, and set-ups that wait for their last step. Sessions are ended by `endSignIns`.
 */
export function endPending(user: User): void {
  user.signInEpoch = (user.signInEpoch ?? 0) + 1
  delete user.codes['password']
  delete user.passkeyRegistration
  delete user.signUpSession
  delete user.mfa.pendingSoftware
}
