import { createHmac, hkdfSync } from 'node:crypto'

import type { Pool } from '../pools/pools.ts'
import { toInteger } from '../srp/group.ts'
import { fakeVerifier, type PasswordRecord } from '../srp/handshake.ts'
import { toRecordId, type UserDirectory } from './user-directory.ts'
import { newUser, type Destination, type SentTo, type User } from './user.ts'

const SALT_LENGTH_BYTES = 16
/** Placeholder for the password of a decoy user. Handshakes use `passwordRecord` instead. */
const NO_PASSWORD: PasswordRecord = { salt: '', verifier: '' }
const EMAIL = /^[^@]+@[^@]+$/
const PHONE_NUMBER = /^\+\d{5,15}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Decoy users for unknown names, for clients that must not learn that a name is unknown. A decoy user looks like one of
 * the pool's users, its model user. As long as the pool does not change, a name always has the same decoy user, even
 * after a restart. A decoy user has the same kinds of addresses, first factors and second factors as its model user.
 * The passkey ids and the phone number are derived from a secret and the name. The e-mail address is the name if the
 * name is an address, and otherwise resembles the model user's address. A name that is a phone number is kept as the
 * phone number. Requests for a decoy user get the same responses as requests for a user, but no password is right, and
 * no message is sent.
 */
export type DecoyUsers = {
  of(pool: Pool, name: string): User
  /** Returns a salt and verifier that match no password and are always the same for a name. */
  passwordRecord(pool: Pool, name: string): PasswordRecord
  /** Returns a made-up address for the description of a code, if neither the user nor the decoy user has an address. */
  addressOf(name: string): SentTo
}

export function openDecoyUsers({ users, secret }: { users: UserDirectory; secret: Buffer }): DecoyUsers {
  const derive = (pool: Pool, purpose: string, name: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([pool.id, purpose, toRecordId(pool, name)]))
      .digest()
  const passwordRecord = (pool: Pool, name: string): PasswordRecord => ({
    salt: toInteger(derive(pool, 'salt', name).subarray(0, SALT_LENGTH_BYTES)).toString(16),
    verifier: fakeVerifier(derive(pool, 'verifier', name)).toString(16),
  })
  return {
    passwordRecord,
    addressOf: fallbackAddress,
    of(pool, name) {
      const model = users.near(pool, toUuid(derive(pool, 'model', name)))
      const username = hasGeneratedName(pool, name) ? toUuid(derive(pool, 'name', name)) : toRecordId(pool, name)
      const attributes = attributesLike(pool, model, name, derive(pool, 'attributes', name))
      const decoy = newUser({ username, sub: '', status: model?.status ?? 'CONFIRMED', attributes, createdAtMs: 0 })
      if (!model || model.password) decoy.password = NO_PASSWORD
      if (!model) return decoy
      const passkeys = model.passkeys.map((passkey, index) => ({
        ...passkey,
        credentialId: idLike(passkey.credentialId, derive(pool, `passkey ${index}`, name)),
      }))
      return { ...decoy, isEnabled: model.isEnabled, mfa: model.mfa, passkeys }
    },
  }
}

/** Formats the first 16 bytes as a version 4 UUID, like `randomUUID`. */
function toUuid(bytes: Buffer): string {
  const octets = Buffer.from(bytes.subarray(0, 16))
  octets.writeUInt8((octets.readUInt8(6) & 0x0f) | 0x40, 6)
  octets.writeUInt8((octets.readUInt8(8) & 0x3f) | 0x80, 8)
  return octets.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Whether a decoy user needs a generated UUID as user name, because the given name cannot be a user name in the pool.
 */
function hasGeneratedName({ settings }: Pool, name: string): boolean {
  const { usernameAttributes = [], aliasAttributes = [] } = settings
  if (usernameAttributes.length > 0) return !UUID.test(name.toLowerCase())
  const kind = kindOf(name)
  return kind !== undefined && aliasAttributes.includes(kind)
}

/**
 * Returns the attributes of a decoy user. A name that is an address becomes that address. The decoy user also has an
 * address of every other kind that the model user has.
 */
function attributesLike(pool: Pool, model: User | undefined, name: string, seed: Buffer): Record<string, string> {
  const kind = kindOf(name)
  if (!model) {
    const { destination, address } = fallbackAddress(name)
    return { [destination]: address, [`${destination}_verified`]: 'true' }
  }
  const attributes = { ...model.attributes }
  if (attributes['email']) attributes['email'] = emailLike(model, attributes['email'], name)
  if (attributes['phone_number']) attributes['phone_number'] = phoneNumberLike(attributes['phone_number'], seed)
  if (kind) {
    attributes[kind] = toRecordId(pool, name)
    attributes[`${kind}_verified`] ??= String(model.status === 'CONFIRMED')
  }
  return attributes
}

function kindOf(name: string): Destination | undefined {
  if (EMAIL.test(name)) return 'email'
  return PHONE_NUMBER.test(name) ? 'phone_number' : undefined
}

/**
 * Returns an e-mail address for a decoy user. Clients see only the initials of its two parts. The first initial comes
 * from the name if the model user's address starts with the initial of the model user's name. Otherwise, both initials
 * come from the model user's address.
 */
function emailLike({ username }: User, email: string, name: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const isOwn = local.slice(0, 1) === username.toLowerCase().slice(0, 1)
  return `${isOwn ? name.toLowerCase().slice(0, 1) : local}@${domain}`
}

function phoneNumberLike({ length }: string, seed: Buffer): string {
  return `+${toInteger(seed)
    .toString()
    .slice(0, length - 1)}`
}

function idLike(credentialId: string, seed: Buffer): string {
  const { length } = Buffer.from(credentialId, 'base64url')
  return Buffer.from(hkdfSync('sha256', seed, '', 'credential', length)).toString('base64url')
}

function fallbackAddress(name: string): SentTo {
  const kind = kindOf(name)
  if (kind) return { destination: kind, address: name.toLowerCase() }
  const initial = name.toLowerCase().slice(0, 1)
  return { destination: 'email', address: `${initial}@${initial}` }
}
