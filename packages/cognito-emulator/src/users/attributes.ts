import type { ClientConfig } from '../options/client-options.ts'
import { findAttribute, NEVER_WRITTEN_BY_CLIENTS } from '../pools/attribute-schema.ts'
import type { Caller, Pool } from '../pools/pools.ts'
import { invalidParameter, notAuthorized } from '../service-error.ts'
import { valueFault } from './attribute-values.ts'
import type { Destination, User } from './user.ts'

/** A list of attributes in the service's format. */
export type AttributeList = { Name: string; Value?: string | undefined }[]

const DEVELOPER_PREFIX = 'dev:'
const EMAIL = /^[^\s@\p{C}]+@[^\s@.\p{C}]+(?:\.[^\s@.\p{C}]+)*$/u
const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/

/** Converts `[{ Name, Value }]` to a record. A missing value becomes an empty string. */
export function readAttributes(list: AttributeList = []): Record<string, string> {
  return Object.fromEntries(list.map(({ Name, Value = '' }) => [Name, Value]))
}

/** Returns the user's attributes and `sub`, sorted by name. */
export function listAttributes({ sub, attributes }: User): { Name: string; Value: string }[] {
  const entries = Object.entries({ ...attributes, sub }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([Name, Value]) => ({ Name, Value }))
}

/** Whether an address of the user is verified. The case of the value `true` is ignored. */
export function isVerified({ attributes }: Pick<User, 'attributes'>, destination: Destination): boolean {
  return attributes[`${destination}_verified`]?.toLowerCase() === 'true'
}

/** Whether an attribute marks an address as verified. */
export function isVerifiedFlag(name: string): boolean {
  return name === 'email_verified' || name === 'phone_number_verified'
}

// Access of app clients

/** Whether a client can read an attribute. Every client can read `sub`. */
export function mayRead({ readAttributes: readable }: ClientConfig, name: string): boolean {
  return name === 'sub' || !readable || readable.includes(name)
}

/** @throws {ServiceError} NotAuthorizedException if the client cannot read the attribute. */
export function checkMayRead(client: ClientConfig, name: string): void {
  if (!mayRead(client, name)) throw notAuthorized('A client attempted to read unauthorized attribute')
}

/** @throws {ServiceError} NotAuthorizedException if the client cannot write one of the attributes. */
export function checkMayWrite({ pool, client: { writeAttributes: writable } }: Caller, names: string[]): void {
  const isForbidden = (name: string) =>
    NEVER_WRITTEN_BY_CLIENTS.has(name) ||
    name.startsWith(DEVELOPER_PREFIX) ||
    findAttribute(pool.settings, name)?.developerOnly ||
    (writable !== undefined && !writable.includes(name))
  if (names.some(isForbidden)) throw notAuthorized('A client attempted to write unauthorized attribute')
}

// Checks of attributes

/**
 * Checks the attributes of a new user.
 *
 * @param required attributes that must have a value. An administrator can create a user without attributes that the pool
 *   requires
 * @throws {ServiceError} InvalidParameterException that lists all attributes that break the schema, or that reports a
 *   malformed address.
 */
export function checkNewAttributes(pool: Pool, attributes: Record<string, string>, required: string[] = []): void {
  const missing = required.filter((name) => !attributes[name])
  throwFaults('Attributes did not conform to the schema: ', [
    ...Object.entries(attributes).map(([name, value]) => attributeFault(pool, name, value)),
    ...missing.map((name) => `${name}: The attribute is required`),
  ])
  checkFormats(attributes)
}

/**
 * Checks changed attributes of a user. An empty value removes an attribute.
 *
 * @throws {ServiceError} InvalidParameterException
 */
export function checkChangedAttributes(pool: Pool, attributes: Record<string, string>): void {
  if (attributes['sub'] !== undefined) throw invalidParameter('Cannot modify the non-mutable attribute sub')
  throwFaults(
    '',
    Object.entries(attributes).map(([name, value]) => {
      const fault = immutableFault(pool, name) ?? attributeFault(pool, name, value)
      return fault && `user.${fault}`
    }),
  )
  for (const name of pool.settings.requiredAttributes ?? []) {
    if (attributes[name] === '') throw invalidParameter(`Attribute value for ${name} must not be null`)
  }
  checkFormats(attributes)
}

/** Checks attributes to remove. @throws {ServiceError} InvalidParameterException */
export function checkRemovedAttributes(pool: Pool, names: string[]): void {
  throwFaults(
    'Invalid user attributes: ',
    names.map((name) => {
      const schema = findAttribute(pool.settings, name)
      if (!schema) return `user.${name}: Attribute does not exist in the schema.`
      if (schema.required) return `user.${name}: Attribute is required and cannot be deleted.`
      return schema.mutable ? undefined : `user.${name}: Attribute cannot be updated.`
    }),
  )
}

/** Throws an error that lists each fault on its own line, as the service does. */
function throwFaults(introduction: string, faults: (string | undefined)[]): void {
  const lines = faults.filter((fault) => fault !== undefined).map((fault) => `${fault}\n`)
  if (lines.length > 0) throw invalidParameter(`${introduction}${lines.join('')}`)
}

function attributeFault(pool: Pool, name: string, value: string): string | undefined {
  const schema = findAttribute(pool.settings, name)
  if (!schema || name === 'sub') return `${name}: Attribute does not exist in the schema.`
  const fault = value === '' ? undefined : valueFault(schema, value)
  return fault && `${name}: ${fault}`
}

function immutableFault(pool: Pool, name: string): string | undefined {
  return findAttribute(pool.settings, name)?.mutable === false ? `${name}: Attribute cannot be updated.` : undefined
}

/** @throws {ServiceError} InvalidParameterException if the e-mail address or the phone number is malformed. */
export function checkFormats({ email, phone_number: phoneNumber }: Record<string, string>): void {
  if (email && !EMAIL.test(email)) throw invalidParameter('Invalid email address format.')
  if (phoneNumber && !PHONE_NUMBER.test(phoneNumber)) throw invalidParameter('Invalid phone number format.')
}

// Changes of attributes

/** Writes attributes. An empty value removes the attribute, and a changed address is no longer verified. */
export function applyAttributes(user: User, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (user.attributes[name] === value) continue
    if (name === 'email' || name === 'phone_number') {
      user.attributes[`${name}_verified`] = 'false'
      forgetCodesSentTo(user, name)
    }
    user.attributes[name] = value
    if (value === '') removeAttribute(user, name)
  }
}

/** Removes an attribute, its `_verified` flag and the codes that were sent to the address. */
export function removeAttribute(user: User, name: string): void {
  delete user.attributes[name]
  delete user.attributes[`${name}_verified`]
  forgetCodesSentTo(user, name)
}

/** Removes all codes that were sent to an address that the user no longer has. */
function forgetCodesSentTo(user: User, name: string): void {
  user.codes = Object.fromEntries(Object.entries(user.codes).filter(([, { destination }]) => destination !== name))
}
