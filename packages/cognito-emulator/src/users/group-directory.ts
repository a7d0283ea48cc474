import type { Clock } from '../controls/clock.ts'
import type { GroupConfig, UserPoolConfig } from '../options/pool-options.ts'
import type { Pool } from '../pools/pools.ts'
import { resourceNotFound, ServiceError } from '../service-error.ts'
import type { Database } from '../storage/database.ts'
import type { UserDirectory } from './user-directory.ts'
import type { User } from './user.ts'

/** The service's greatest is 2^31 - 1; a group without one comes after those that have one. */
const LEAST_PRECEDENCE = 2 ** 31
const PRECEDENCE_DIGITS = 10

/** What a group says besides its name. The lower the precedence the more it counts; none counts least. */
export type GroupDetails = Omit<GroupConfig, 'name'>

/** A group of a pool, as it is kept. Who is in it, the users' records say. */
export type Group = GroupDetails & { name: string; createdAtMs: number; modifiedAtMs: number }

/** What a user's groups say in tokens. */
export type UserRoles = {
  /** Names of groups, by precedence and then by name. */
  groups: string[]
  /** The groups' IAM roles, in the same order, each once. */
  roles: string[]
  /** The role of the group that counts most; none where two that count the same have different ones. */
  preferredRole?: string
}

/** Before which others a group comes: a text, the lesser the earlier. */
export function rankOf({ precedence = LEAST_PRECEDENCE, name }: Group): string {
  return `${String(precedence).padStart(PRECEDENCE_DIGITS, '0')} ${name}`
}

/** The groups of all pools. */
export type Groups = {
  /** @throws {ServiceError} ResourceNotFoundException */
  get(pool: Pool, name: string): Group
  /** @throws {ServiceError} GroupExistsException */
  create(pool: Pool, name: string, details: GroupDetails): Group
  /** Changes what is given and leaves the rest. @throws {ServiceError} ResourceNotFoundException */
  update(pool: Pool, name: string, details: GroupDetails): Group
  /** Removes a group, which leaves its members. @throws {ServiceError} ResourceNotFoundException */
  remove(pool: Pool, name: string): void
  /** By name. */
  list(pool: Pool): Group[]
  /** The groups that a user is in, by precedence and then by name. */
  of(pool: Pool, user: User): Group[]
  rolesOf(pool: Pool, user: User): UserRoles
  /** Makes the configured groups, and those of configured users, that do not exist yet. */
  seed(pool: Pool, config: Pick<UserPoolConfig, 'groups' | 'users'>): void
}

export function openGroups({
  database,
  users,
  clock,
}: {
  database: Database
  users: UserDirectory
  clock: Clock
}): Groups {
  const kept = database.collection<Group>('group')

  const get = (pool: Pool, name: string): Group => {
    const group = kept.get(pool.id, name)
    if (!group) throw resourceNotFound('Group not found.')
    return group
  }
  const write = (pool: Pool, group: Group): Group => {
    kept.put(pool.id, group.name, group)
    return group
  }
  const make = (pool: Pool, name: string, details: GroupDetails): Group =>
    write(pool, { name, ...details, createdAtMs: clock.nowMs(), modifiedAtMs: clock.nowMs() })
  const groupsOf = (pool: Pool, user: User): Group[] =>
    user.groups
      .map((name) => kept.get(pool.id, name))
      .filter((group) => group !== undefined)
      .toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))

  return {
    get,
    create(pool, name, details) {
      if (kept.get(pool.id, name)) {
        throw new ServiceError('GroupExistsException', 'A group with the name already exists.')
      }
      return make(pool, name, details)
    },
    update: (pool, name, details) => write(pool, { ...get(pool, name), ...details, modifiedAtMs: clock.nowMs() }),
    remove: (pool, name) =>
      database.transaction(() => {
        get(pool, name)
        kept.delete(pool.id, name)
        for (const { username, groups } of users.list(pool)) {
          if (groups.includes(name)) users.change(pool, username, (draft) => leave(draft, name))
        }
      }),
    list: (pool) => kept.list(pool.id).map(({ value }) => value),
    of: groupsOf,
    rolesOf: (pool, user) => rolesOf(groupsOf(pool, user)),
    seed(pool, { groups = [], users: configured = [] }) {
      const ofUsers = configured.flatMap((user) => user.groups ?? [])
      for (const group of [...groups, ...ofUsers]) {
        const { name, ...details } = typeof group === 'string' ? { name: group } : group
        if (!kept.get(pool.id, name)) make(pool, name, details)
      }
    },
  }
}

/** Puts a user into a group; one that is in it already stays. */
export function join(user: User, group: string): void {
  if (!user.groups.includes(group)) user.groups.push(group)
}

/** Takes a user out of a group; one that is not in it stays out. */
export function leave(user: User, group: string): void {
  user.groups = user.groups.filter((name) => name !== group)
}

/** What tokens say of groups that are in order. */
function rolesOf(groups: Group[]): UserRoles {
  const withRole = groups.filter(({ roleArn }) => roleArn !== undefined)
  const foremost = withRole.filter(({ precedence }) => precedence === withRole[0]?.precedence)
  const [preferredRole, ...others] = new Set(foremost.map(({ roleArn }) => roleArn))
  return {
    groups: groups.map(({ name }) => name),
    roles: [...new Set(withRole.map(({ roleArn = '' }) => roleArn))],
    ...(preferredRole !== undefined && others.length === 0 && { preferredRole }),
  }
}
