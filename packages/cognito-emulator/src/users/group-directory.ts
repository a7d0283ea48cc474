import type { Clock } from '../controls/clock.ts'
import type { GroupConfig, UserPoolConfig } from '../options/pool-options.ts'
import type { Pool } from '../pools/pools.ts'
import { resourceNotFound, ServiceError } from '../service-error.ts'
import type { Database } from '../storage/database.ts'
import type { UserDirectory } from './user-directory.ts'
import type { User } from './user.ts'

/** Rank of groups without a precedence, which come after all other groups. The service's maximum is 2^31 - 1. */
const LEAST_PRECEDENCE = 2 ** 31
const PRECEDENCE_DIGITS = 10

/**
 * Settings of a group besides its name. A group with a lower precedence has priority, and a group without a precedence
 * comes last.
 */
export type GroupDetails = Omit<GroupConfig, 'name'>

/** A stored group of a pool. The memberships are stored in the users' records. */
export type Group = GroupDetails & { name: string; createdAtMs: number; modifiedAtMs: number }

/** Groups and roles in a user's tokens. */
export type UserRoles = {
  /** Names of groups, sorted by precedence and then by name. */
  groups: string[]
  /** IAM roles of the groups, in the same order and without duplicates. */
  roles: string[]
  /**
   * Role of the first group with a role. Undefined if no group has a role, or if groups with that group's precedence
   * have different roles.
   */
  preferredRole?: string
}

/** Returns a sort key for groups: precedence, then name. */
export function rankOf({ precedence = LEAST_PRECEDENCE, name }: Group): string {
  return `${String(precedence).padStart(PRECEDENCE_DIGITS, '0')} ${name}`
}

/** The groups of all pools. */
export type Groups = {
  /** @throws {ServiceError} ResourceNotFoundException */
  get(pool: Pool, name: string): Group
  /** @throws {ServiceError} GroupExistsException */
  create(pool: Pool, name: string, details: GroupDetails): Group
  /** Changes only the given settings. @throws {ServiceError} ResourceNotFoundException */
  update(pool: Pool, name: string, details: GroupDetails): Group
  /** Removes a group from the pool and from its members. @throws {ServiceError} ResourceNotFoundException */
  remove(pool: Pool, name: string): void
  /** Lists the groups of a pool by name. */
  list(pool: Pool): Group[]
  /** Lists the groups of a user, sorted by precedence and then by name. */
  of(pool: Pool, user: User): Group[]
  rolesOf(pool: Pool, user: User): UserRoles
  /** Creates the configured groups and the groups of configured users, if they do not exist yet. */
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

/** Adds a user to a group. Does nothing if the user is already in the group. */
export function join(user: User, group: string): void {
  if (!user.groups.includes(group)) user.groups.push(group)
}

/** Removes a user from a group. Does nothing if the user is not in the group. */
export function leave(user: User, group: string): void {
  user.groups = user.groups.filter((name) => name !== group)
}

/** Returns the groups and roles for a user's tokens. The groups must be sorted by rank. */
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
