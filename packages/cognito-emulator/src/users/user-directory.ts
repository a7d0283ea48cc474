import type { Clock } from '../clock.ts'
import type { Pool } from '../pools.ts'
import { ServiceError, userNotFound } from '../service-error.ts'
import type { Database } from '../store/database.ts'
import { removeAliases, replaceAliases, toRecordId, type Aliases } from './aliases.ts'
import type { User } from './user.ts'

/** The users of all pools. Every read gives a copy; a change is written before the call returns. */
export type UserDirectory = {
  /** By user name, `sub` or alias. */
  find(pool: Pool, name: string): User | undefined
  /** @throws {ServiceError} UserNotFoundException */
  get(pool: Pool, name: string): User
  /** @throws {ServiceError} UsernameExistsException when the name or an alias is taken. */
  create(pool: Pool, user: User): User
  /** Reads, changes and writes in one turn, so that no other request comes between. */
  change(pool: Pool, username: string, edit: (user: User) => void): User
  /** Takes an alias from whoever has it: that user's address is no longer verified (`ForceAliasCreation`). */
  releaseAlias(pool: Pool, attribute: string, value: string): void
  remove(pool: Pool, username: string): void
  list(pool: Pool, page?: { afterId?: string; limit?: number }): User[]
}

export function openUserDirectory(database: Database, clock: Clock): UserDirectory {
  const users = database.collection<User>('user')
  const aliases: Aliases = database.collection<string>('alias')

  const behindAlias = (pool: Pool, name: string) => users.get(pool.id, aliases.get(pool.id, toRecordId(name)) ?? '')
  const find = (pool: Pool, name: string) => users.get(pool.id, toRecordId(name)) ?? behindAlias(pool, name)
  const get = (pool: Pool, name: string): User => {
    const user = find(pool, name)
    if (!user) throw userNotFound()
    return user
  }
  const write = (pool: Pool, user: User): User =>
    database.transaction(() => {
      users.put(pool.id, toRecordId(user.username), user)
      replaceAliases(aliases, pool, user)
      return user
    })

  return {
    find,
    get,
    create(pool, user) {
      if (find(pool, user.username)) throw new ServiceError('UsernameExistsException', 'User already exists')
      return write(pool, user)
    },
    change: (pool, username, edit) =>
      database.transaction(() => {
        const user = get(pool, username)
        edit(user)
        return write(pool, { ...user, modifiedAtMs: clock.nowMs() })
      }),
    releaseAlias(pool, attribute, value) {
      const owner = behindAlias(pool, value)
      if (owner) write(pool, { ...owner, attributes: { ...owner.attributes, [`${attribute}_verified`]: 'false' } })
    },
    remove: (pool, username) =>
      database.transaction(() => {
        users.delete(pool.id, toRecordId(username))
        removeAliases(aliases, pool, username)
      }),
    list: (pool, page) => users.list(pool.id, page).map(({ value }) => value),
  }
}
