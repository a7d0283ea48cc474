import type { Clock } from '../controls/clock.ts'
import type { Pool } from '../pools/pools.ts'
import { aliasExists, limitExceeded, ServiceError, userNotFound } from '../service-error.ts'
import type { Collection, Database } from '../storage/database.ts'
import { isVerified } from './attributes.ts'
import { aliasFormOf, type Destination, type User } from './user.ts'

/**
 * Maximum length of a user's record in characters of JSON, far more than a person's attributes, devices and passkeys need.
 */
const MAX_USER_LENGTH = 262_144

/** The users of all pools. Every read returns a copy. A change is written before the call returns. */
export type UserDirectory = {
  /** Finds a user by user name, `sub` or alias. */
  find(pool: Pool, name: string): User | undefined
  /** @throws {ServiceError} UserNotFoundException */
  get(pool: Pool, name: string): User
  /**
   * @throws {ServiceError} UsernameExistsException if the name is taken; AliasExistsException if an alias is taken;
   *   LimitExceededException if the record is too long.
   */
  create(pool: Pool, user: User): User
  /**
   * Reads, changes and writes a user in one transaction, so that no other request interferes.
   *
   * @throws {ServiceError} UserNotFoundException; AliasExistsException; LimitExceededException if the record is too
   *   long.
   */
  change(pool: Pool, username: string, edit: (user: User) => void): User
  /**
   * Removes an alias from its current user (`ForceAliasCreation`). The user's address then counts as unverified.
   */
  releaseAlias(pool: Pool, attribute: string, value: string): void
  remove(pool: Pool, username: string): void
  count(pool: Pool): number
  list(pool: Pool, page?: { afterId?: string; limit?: number }): User[]
  /**
   * Returns the user whose `sub` or alias comes after the given `sub` in sort order. The choice is arbitrary, but a
   * given `sub` always selects the same user as long as the pool does not change.
   */
  near(pool: Pool, sub: string): User | undefined
}

export function openUserDirectory(database: Database, clock: Clock): UserDirectory {
  const users = database.collection<User>('user')
  const aliases: Aliases = database.collection<string>('alias')

  const behindAlias = (pool: Pool, name: string) =>
    users.get(pool.id, aliases.get(pool.id, toRecordId(pool, name)) ?? '')
  const find = (pool: Pool, name: string) => users.get(pool.id, toRecordId(pool, name)) ?? behindAlias(pool, name)
  const get = (pool: Pool, name: string): User => {
    const user = find(pool, name)
    if (!user) throw userNotFound()
    return user
  }
  const write = (pool: Pool, user: User, isNew = false): User => {
    if (JSON.stringify(user).length > MAX_USER_LENGTH) throw limitExceeded()
    return database.transaction(() => {
      users.put(pool.id, toRecordId(pool, user.username), user)
      checkPreferredName(users, pool, user)
      replaceAliases(aliases, pool, user, isNew)
      return user
    })
  }

  return {
    find,
    get,
    create(pool, user) {
      if (find(pool, user.username)) throw new ServiceError('UsernameExistsException', 'User already exists')
      return write(pool, user, true)
    },
    change: (pool, username, edit) =>
      database.transaction(() => {
        const user = get(pool, username)
        const profile = profileOf(user)
        edit(user)
        const isModified = profileOf(user) !== profile
        return write(pool, isModified ? { ...user, modifiedAtMs: clock.nowMs() } : user)
      }),
    releaseAlias(pool, attribute, value) {
      const owner = behindAlias(pool, value)
      if (!owner || toRecordId(pool, owner.attributes[attribute] ?? '') !== toRecordId(pool, value)) return
      write(pool, { ...owner, attributes: { ...owner.attributes, [`${attribute}_verified`]: 'false' } })
    },
    remove: (pool, username) =>
      database.transaction(() => {
        users.delete(pool.id, toRecordId(pool, username))
        removeAliases(aliases, pool, username)
      }),
    count: (pool) => users.count(pool.id),
    list: (pool, page) => users.list(pool.id, page).map(({ value }) => value),
    near(pool, sub) {
      const [next] = aliases.list(pool.id, { afterId: sub, limit: 1 })
      const [first] = next ? [next] : aliases.list(pool.id, { limit: 1 })
      return first && users.get(pool.id, first.value)
    },
  }
}

/**
 * Checks that the preferred name is not the user name of another user, because a user name takes precedence over a
 * preferred name.
 *
 * @throws {ServiceError} AliasExistsException
 */
function checkPreferredName(users: Collection<User>, pool: Pool, { username, attributes }: User): void {
  const { preferred_username: name } = attributes
  if (!name || !pool.settings.aliasAttributes?.includes('preferred_username')) return
  const id = toRecordId(pool, name)
  if (id !== toRecordId(pool, username) && users.get(pool.id, id)) throw aliasExists('preferred_username')
}

/**
 * Returns the part of a user whose changes update UserLastModifiedDate. The profile does not include devices, groups,
 * codes or the authenticator app.
 */
function profileOf({ status, isEnabled, attributes, password, mfa: { software: _software, ...mfa } }: User): string {
  return JSON.stringify([status, isEnabled, attributes, password, mfa])
}

/**
 * Removes the verified addresses of a new user from the aliases of other users. Unless the pool uses addresses as user names,
 * an address is an alias only if it is verified.
 */
export function takeAliases(users: Pick<UserDirectory, 'releaseAlias'>, pool: Pool, user: User): void {
  const destinations: Destination[] = ['phone_number', 'email']
  for (const name of destinations) {
    const address = user.attributes[name]
    if (address && isVerified(user, name)) users.releaseAlias(pool, name, address)
  }
}

/** Record ids by alias, that is, by any name other than the user name. */
export type Aliases = Collection<string>

type Alias = { attribute: string; value: string }

/**
 * Returns the stored form of a user name or alias, which is in lower case unless the pool is case-sensitive. The Kelvin
 * sign, whose lower case is a plain k, stays unchanged, because the two spellings are different e-mail addresses.
 */
export function toRecordId({ settings }: Pick<Pool, 'settings'>, name: string): string {
  return settings.usernameCaseSensitive ? name : name.replaceAll(/[^\u212a]+/g, (part) => part.toLowerCase())
}

/**
 * Returns the names, besides the user name, that identify the user: `sub`, username attributes, verified aliases, and a
 * preferred name. A preferred name is never verified, so a preferred name must not look like an address. Otherwise, a
 * preferred name could block the user who verifies that address, and receive that user's sign-ins. A user of an
 * identity provider signs in only at the provider, so this user can have the same address as another user.
 */
function aliasesOf(pool: Pool, user: User): Alias[] {
  const { settings } = pool
  const { attributes, sub, status } = user
  if (status === 'EXTERNAL_PROVIDER') return [{ attribute: 'sub', value: sub }]
  const isUsable = (name: Destination | 'preferred_username') =>
    name === 'preferred_username' ? !aliasFormOf(pool, attributes[name] ?? '') : isVerified(user, name)
  const names = [...(settings.usernameAttributes ?? []), ...(settings.aliasAttributes ?? []).filter(isUsable)]
  const named = names.map((attribute) => ({ attribute, value: attributes[attribute] ?? '' }))
  return [...named.filter(({ value }) => value !== ''), { attribute: 'sub', value: sub }]
}

/** Removes all aliases of a user. */
function removeAliases(aliases: Aliases, pool: Pool, username: string): void {
  for (const { id } of aliases.listOwned(pool.id, toRecordId(pool, username))) aliases.delete(pool.id, id)
}

/**
 * Replaces the aliases of a user with the aliases in the user's current attributes.
 *
 * @throws {ServiceError} AliasExistsException if another user has one of the aliases, or UsernameExistsException if the
 *   alias is a username attribute of a new user.
 */
function replaceAliases(aliases: Aliases, pool: Pool, user: User, isNew = false): void {
  const owner = toRecordId(pool, user.username)
  removeAliases(aliases, pool, user.username)
  for (const { attribute, value } of aliasesOf(pool, user)) {
    const earlierOwner = aliases.get(pool.id, toRecordId(pool, value))
    if (earlierOwner !== undefined && earlierOwner !== owner) throw aliasTaken(pool, attribute, isNew)
    aliases.put(pool.id, toRecordId(pool, value), owner, owner)
  }
}

function aliasTaken({ settings }: Pool, attribute: string, isNew: boolean): ServiceError {
  const isUsername = settings.usernameAttributes?.some((name) => name === attribute)
  if (!isUsername) return aliasExists(attribute)
  const code = isNew ? 'UsernameExistsException' : 'AliasExistsException'
  return new ServiceError(code, `An account with the given ${attribute} already exists.`)
}
