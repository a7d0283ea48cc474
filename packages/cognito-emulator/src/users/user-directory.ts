import type { Clock } from '../controls/clock.ts'
import type { Pool } from '../pools/pools.ts'
import { aliasExists, limitExceeded, ServiceError, userNotFound } from '../service-error.ts'
import type { Collection, Database } from '../storage/database.ts'
import { isVerified } from './attributes.ts'
import { aliasFormOf, type Destination, type User } from './user.ts'

/** Of a user's record in JSON: attributes, devices and passkeys of any person fit many times. */
const MAX_USER_LENGTH = 262_144

/** The users of all pools. Every read gives a copy; a change is written before the call returns. */
export type UserDirectory = {
  /** By user name, `sub` or alias. */
  find(pool: Pool, name: string): User | undefined
  /** @throws {ServiceError} UserNotFoundException */
  get(pool: Pool, name: string): User
  /** @throws {ServiceError} UsernameExistsException when the name is taken, AliasExistsException when an alias is. */
  create(pool: Pool, user: User): User
  /**
   * Reads, changes and writes in one turn, so that no other request comes between.
   *
   * @throws {ServiceError} UserNotFoundException, AliasExistsException
   */
  change(pool: Pool, username: string, edit: (user: User) => void): User
  /** Takes an alias from whoever has it: that user's address is no longer verified (`ForceAliasCreation`). */
  releaseAlias(pool: Pool, attribute: string, value: string): void
  remove(pool: Pool, username: string): void
  count(pool: Pool): number
  list(pool: Pool, page?: { afterId?: string; limit?: number }): User[]
  /** The user whose `sub`, or another of whose names, follows: any user, the same one for the same `sub`. */
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
 * Checks that the preferred name is not the user name of another user, which would take precedence over it.
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
 * What the service calls the user: a change of it is what UserLastModifiedDate tells, unlike one of what is kept beside it
 * (devices, groups, codes, used codes of an app).
 */
function profileOf({ status, isEnabled, attributes, password, mfa: { software: _software, ...mfa } }: User): string {
  return JSON.stringify([status, isEnabled, attributes, password, mfa])
}

/** Makes a new user's addresses its own. Only a verified one is an alias: another user who has it loses it. */
export function takeAliases(users: Pick<UserDirectory, 'releaseAlias'>, pool: Pool, user: User): void {
  const destinations: Destination[] = ['phone_number', 'email']
  for (const name of destinations) {
    const address = user.attributes[name]
    if (address && isVerified(user, name)) users.releaseAlias(pool, name, address)
  }
}

/** Which user's record a name other than the user name leads to: alias → id of the record. */
export type Aliases = Collection<string>

type Alias = { attribute: string; value: string }

/**
 * The form under which a name is kept, whether of a user or an alias: one for all spellings where case says nothing. The sign
 * for Kelvin, of which lower case makes a plain k, stays: mail for one address goes elsewhere than mail for the other.
 */
export function toRecordId({ settings }: Pick<Pool, 'settings'>, name: string): string {
  return settings.usernameCaseSensitive ? name : name.replaceAll(/[^\u212a]+/g, (part) => part.toLowerCase())
}

/**
 * The names besides the user name that sign this user in: any username attribute, and aliases once verified. Nobody proves a
 * preferred name: one in the form of an address would keep it from who proves that one, and have their sign-ins.
 */
function aliasesOf(pool: Pool, user: User): Alias[] {
  const { settings } = pool
  const { attributes, sub } = user
  const isUsable = (name: Destination | 'preferred_username') =>
    name === 'preferred_username' ? !aliasFormOf(pool, attributes[name] ?? '') : isVerified(user, name)
  const names = [...(settings.usernameAttributes ?? []), ...(settings.aliasAttributes ?? []).filter(isUsable)]
  const named = names.map((attribute) => ({ attribute, value: attributes[attribute] ?? '' }))
  return [...named.filter(({ value }) => value !== ''), { attribute: 'sub', value: sub }]
}

/** Forgets every name that leads to a user. */
function removeAliases(aliases: Aliases, pool: Pool, username: string): void {
  for (const { id } of aliases.listOwned(pool.id, toRecordId(pool, username))) aliases.delete(pool.id, id)
}

/**
 * Makes the names that lead to a user those of its attributes as they are now.
 *
 * @throws {ServiceError} AliasExistsException when another user has one of them; for what a new user signs in with it is a
 *   UsernameExistsException.
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
