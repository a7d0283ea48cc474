import type { Pool } from '../pools.ts'
import type { Services } from '../services.ts'
import { join, leave } from '../users/groups.ts'
import type { User } from '../users/user.ts'
import { namedUser } from './callers.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Groups, which tokens carry as `cognito:groups`. */
export const groupOperations: Operations = {
  CreateGroup: createGroup,
  AdminAddUserToGroup: adminAddUserToGroup,
  AdminRemoveUserFromGroup: adminRemoveUserFromGroup,
  AdminListGroupsForUser: adminListGroupsForUser,
}

type GroupServices = Pick<Services, 'pools' | 'users' | 'groups'>

function createGroup(
  { pools, groups }: GroupServices,
  { UserPoolId, GroupName }: Input<'CreateGroup'>,
): Output<'CreateGroup'> {
  const pool = pools.get(UserPoolId)
  groups.create(pool, GroupName, {})
  return { Group: describeGroup(pool, GroupName) }
}

function adminAddUserToGroup(
  services: GroupServices,
  input: Input<'AdminAddUserToGroup'>,
): Output<'AdminAddUserToGroup'> {
  const { pool, user } = findMembership(services, input)
  services.users.change(pool, user.username, (draft) => join(draft, input.GroupName))
  return {}
}

function adminRemoveUserFromGroup(
  services: GroupServices,
  input: Input<'AdminRemoveUserFromGroup'>,
): Output<'AdminRemoveUserFromGroup'> {
  const { pool, user } = findMembership(services, input)
  services.users.change(pool, user.username, (draft) => leave(draft, input.GroupName))
  return {}
}

function adminListGroupsForUser(
  services: GroupServices,
  input: Input<'AdminListGroupsForUser'>,
): Output<'AdminListGroupsForUser'> {
  const { pool, user } = namedUser(services, input)
  return { Groups: services.groups.of(pool, user).map(({ name }) => describeGroup(pool, name)) }
}

/** @throws {ServiceError} ResourceNotFoundException when the pool has no such group. */
function findMembership(services: GroupServices, input: Input<'AdminAddUserToGroup'>): { pool: Pool; user: User } {
  const { pool, user } = namedUser(services, input)
  services.groups.get(pool, input.GroupName)
  return { pool, user }
}

function describeGroup(pool: Pool, name: string): NonNullable<Output<'CreateGroup'>['Group']> {
  return { GroupName: name, UserPoolId: pool.id }
}
