import { invalidParameter } from '../service-error.ts'
import type { Pool } from '../pools.ts'
import type { User } from './user.ts'

/** A list of attributes as the service sends and takes it. */
export type AttributeList = { Name: string; Value?: string | undefined }[]

const STANDARD_ATTRIBUTES = new Set([
  'address',
  'birthdate',
  'email',
  'email_verified',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'phone_number_verified',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
])
const VERIFIED = new Set(['email_verified', 'phone_number_verified'])
const EMAIL = /^[^\s@\p{C}]+@[^\s@.\p{C}]+(?:\.[^\s@.\p{C}]+)*$/u
const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/

/** `[{ Name, Value }]` as a record; a missing value is empty. */
export function readAttributes(list: AttributeList = []): Record<string, string> {
  return Object.fromEntries(list.map(({ Name, Value = '' }) => [Name, Value]))
}

/** The user's attributes as the service lists them, `sub` first. */
export function listAttributes({ sub, attributes }: User): { Name: string; Value: string }[] {
  return Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value }))
}

/** Checks attributes a person gives. @throws {ServiceError} InvalidParameterException, NotAuthorizedException for read-only ones. */
export function checkAttributes(pool: Pool, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (VERIFIED.has(name)) throw invalidParameter(`Cannot modify the non-mutable attribute ${name}`)
    checkAttribute(name, value)
  }
  for (const name of pool.settings.requiredAttributes ?? []) {
    if (attributes[name] === '') throw invalidParameter(`Attribute value for ${name} must not be null`)
  }
}

/** Checks the name and form of one attribute. @throws {ServiceError} InvalidParameterException */
export function checkAttribute(name: string, value: string): void {
  if (name === 'sub') throw invalidParameter('Cannot modify the non-mutable attribute sub')
  if (!STANDARD_ATTRIBUTES.has(name) && !/^(?:custom|dev):./.test(name)) {
    throw invalidParameter(`user.${name}: Attribute does not exist in the schema.`)
  }
  if (value === '') return
  if (name === 'email' && !EMAIL.test(value)) throw invalidParameter('Invalid email address format.')
  if (name === 'phone_number' && !PHONE_NUMBER.test(value)) throw invalidParameter('Invalid phone number format.')
}

/** Writes attributes: an empty value removes one, and a changed address is no longer verified. */
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

/** Removes an attribute with the record of its verification. */
export function removeAttribute(user: User, name: string): void {
  delete user.attributes[name]
  delete user.attributes[`${name}_verified`]
  forgetCodesSentTo(user, name)
}

/** Whatever they were sent for: they went to an address that the user no longer has. */
function forgetCodesSentTo(user: User, name: string): void {
  user.codes = Object.fromEntries(Object.entries(user.codes).filter(([, { destination }]) => destination !== name))
}
