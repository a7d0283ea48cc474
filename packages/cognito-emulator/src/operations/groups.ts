import type { Pool } from '../pools.ts'
import { resourceNotFound, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { User } from '../users/user.ts'
import { namedUser } from './callers.ts'
import { text, userMembers } from './members.ts'
import type { Input, Operations, Output } from './operation.ts'

const membershipMembers = { ...userMembers, GroupName: text.groupName }

/** Groups, which tokens carry as `cognito:groups`. */
export const groupOperations: Operations = {
  CreateGroup: {
    access: 'administrator',
    members: { UserPoolId: text.userPoolId, GroupName: text.groupName },
    answer: createGroup,
  },
  AdminAddUserToGroup: { access: 'administrator', members: membershipMembers, answer: adminAddUserToGroup },
  AdminRemoveUserFromGroup: { access: 'administrator', members: membershipMembers, answer: adminRemoveUserFromGroup },
  AdminListGroupsForUser: { access: 'administrator', members: userMembers, answer: adminListGroupsForUser },
}

type GroupServices = Pick<Services, 'pools' | 'users'>

function createGroup(
  { pools }: Pick<Services, 'pools'>,
  { UserPoolId, GroupName }: Input<'CreateGroup'>,
): Output<'CreateGroup'> {
  const pool = pools.get(UserPoolId)
  if (pools.hasGroup(pool, GroupName)) {
    throw new ServiceError('GroupExistsException', 'A group with the name already exists.')
  }
  pools.createGroup(pool, GroupName)
  return { Group: describeGroup(pool, GroupName) }
}

function adminAddUserToGroup(
  services: GroupServices,
  input: Input<'AdminAddUserToGroup'>,
): Output<'AdminAddUserToGroup'> {
  const { pool, user } = findMembership(services, input)
  services.users.change(pool, user.username, (draft) => {
    draft.groups = [...new Set([...draft.groups, input.GroupName])]
  })
  return {}
}

function adminRemoveUserFromGroup(
  services: GroupServices,
  input: Input<'AdminRemoveUserFromGroup'>,
): Output<'AdminRemoveUserFromGroup'> {
  const { pool, user } = findMembership(services, input)
  services.users.change(pool, user.username, (draft) => {
    draft.groups = draft.groups.filter((name) => name !== input.GroupName)
  })
  return {}
}

function adminListGroupsForUser(
  services: GroupServices,
  input: Input<'AdminListGroupsForUser'>,
): Output<'AdminListGroupsForUser'> {
  const { pool, user } = namedUser(services, input)
  return { Groups: user.groups.map((name) => describeGroup(pool, name)) }
}

/** @throws {ServiceError} ResourceNotFoundException when the pool has no such group. */
function findMembership(services: GroupServices, input: Input<'AdminAddUserToGroup'>): { pool: Pool; user: User } {
  const { pool, user } = namedUser(services, input)
  if (!services.pools.hasGroup(pool, input.GroupName)) throw resourceNotFound('Group not found.')
  return { pool, user }
}

function describeGroup(pool: Pool, name: string): NonNullable<Output<'CreateGroup'>['Group']> {
  return { GroupName: name, UserPoolId: pool.id }
}
