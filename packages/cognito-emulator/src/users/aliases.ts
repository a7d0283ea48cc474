import type { Pool } from '../pools.ts'
import { aliasExists, ServiceError } from '../service-error.ts'
import type { Collection } from '../store/database.ts'
import type { User } from './user.ts'

/** Which user's record a name other than the user name leads to: alias → id of the record. */
export type Aliases = Collection<string>

type Alias = { attribute: string; value: string }

/** User names and aliases are case-insensitive: this is the one form under which they are kept. */
export function toRecordId(name: string): string {
  return name.toLowerCase()
}

/** The names besides the user name that sign this user in: any username attribute, and aliases once verified. */
function aliasesOf({ settings }: Pool, { attributes, sub }: User): Alias[] {
  const isVerified = (name: string) => name === 'preferred_username' || attributes[`${name}_verified`] === 'true'
  const names = [...(settings.usernameAttributes ?? []), ...(settings.aliasAttributes ?? []).filter(isVerified)]
  const named = names.map((attribute) => ({ attribute, value: attributes[attribute] ?? '' }))
  return [...named.filter(({ value }) => value !== ''), { attribute: 'sub', value: sub }]
}

/** Forgets every name that leads to a user. */
export function removeAliases(aliases: Aliases, pool: Pool, username: string): void {
  for (const { id } of aliases.listOwned(pool.id, toRecordId(username))) aliases.delete(pool.id, id)
}

/**
 * Makes the names that lead to a user those of its attributes as they are now.
 *
 * @throws {ServiceError} AliasExistsException or UsernameExistsException when another user has one of them.
 */
export function replaceAliases(aliases: Aliases, pool: Pool, user: User): void {
  const owner = toRecordId(user.username)
  removeAliases(aliases, pool, user.username)
  for (const { attribute, value } of aliasesOf(pool, user)) {
    const earlierOwner = aliases.get(pool.id, toRecordId(value))
    if (earlierOwner !== undefined && earlierOwner !== owner) throw aliasTaken(pool, attribute)
    aliases.put(pool.id, toRecordId(value), owner, owner)
  }
}

function aliasTaken({ settings }: Pool, attribute: string): ServiceError {
  const isUsername = settings.usernameAttributes?.some((name) => name === attribute)
  if (!isUsername) return aliasExists(attribute)
  return new ServiceError('UsernameExistsException', `An account with the given ${attribute} already exists.`)
}
