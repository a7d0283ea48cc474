import type { Services } from '../services.ts'
import { join, leave, rankOf, type Group, type GroupDetails } from '../users/group-directory.ts'
import type { User } from '../users/user.ts'
import { namedUser } from './callers.ts'
import { describeUser } from './describe-user.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'

/** Operations on groups and their members. Tokens contain the groups in `cognito:groups`. */
export const groupOperations: Operations = {
  CreateGroup: createGroup,
  GetGroup: getGroup,
  UpdateGroup: updateGroup,
  DeleteGroup: deleteGroup,
  ListGroups: listGroups,
  ListUsersInGroup: listUsersInGroup,
  AdminAddUserToGroup: adminAddUserToGroup,
  AdminRemoveUserFromGroup: adminRemoveUserFromGroup,
  AdminListGroupsForUser: adminListGroupsForUser,
}

type GroupServices = Pick<Services, 'pools' | 'groups'>
type MembershipServices = GroupServices & Pick<Services, 'users'>
type GroupDescription = NonNullable<Output<'GetGroup'>['Group']>

function createGroup(
  { pools, groups }: GroupServices,
  { UserPoolId, GroupName, ...details }: Input<'CreateGroup'>,
): Output<'CreateGroup'> {
  const group = groups.create(pools.get(UserPoolId), GroupName, readDetails(details))
  return { Group: describeGroup(UserPoolId, group) }
}

function getGroup({ pools, groups }: GroupServices, { UserPoolId, GroupName }: Input<'GetGroup'>): Output<'GetGroup'> {
  return { Group: describeGroup(UserPoolId, groups.get(pools.get(UserPoolId), GroupName)) }
}

function updateGroup(
  { pools, groups }: GroupServices,
  { UserPoolId, GroupName, ...details }: Input<'UpdateGroup'>,
): Output<'UpdateGroup'> {
  const group = groups.update(pools.get(UserPoolId), GroupName, readDetails(details))
  return { Group: describeGroup(UserPoolId, group) }
}

function deleteGroup(
  { pools, groups }: GroupServices,
  { UserPoolId, GroupName }: Input<'DeleteGroup'>,
): Output<'DeleteGroup'> {
  groups.remove(pools.get(UserPoolId), GroupName)
  return {}
}

function listGroups(
  { pools, groups }: GroupServices,
  { UserPoolId, Limit, NextToken }: Input<'ListGroups'>,
): Output<'ListGroups'> {
  const all = groups.list(pools.get(UserPoolId))
  const { page, nextToken } = pageOf(all, { limit: Limit, token: NextToken }, ({ name }) => name)
  return { Groups: page.map((group) => describeGroup(UserPoolId, group)), NextToken: nextToken }
}

function listUsersInGroup(
  { pools, groups, users }: MembershipServices,
  { UserPoolId, GroupName, Limit, NextToken }: Input<'ListUsersInGroup'>,
): Output<'ListUsersInGroup'> {
  const pool = pools.get(UserPoolId)
  const { name } = groups.get(pool, GroupName)
  const members = users.list(pool).filter((user) => user.groups.includes(name))
  const { page, nextToken } = pageOf(members, { limit: Limit, token: NextToken }, ({ username }) => username)
  return { Users: page.map((user) => describeUser(user)), NextToken: nextToken }
}

function adminAddUserToGroup(
  services: MembershipServices,
  input: Input<'AdminAddUserToGroup'>,
): Output<'AdminAddUserToGroup'> {
  return changeMembership(services, input, join)
}

function adminRemoveUserFromGroup(
  services: MembershipServices,
  input: Input<'AdminRemoveUserFromGroup'>,
): Output<'AdminRemoveUserFromGroup'> {
  return changeMembership(services, input, leave)
}

/** @throws {ServiceError} ResourceNotFoundException if the pool has no such group; UserNotFoundException */
function changeMembership(
  services: MembershipServices,
  input: Input<'AdminAddUserToGroup'>,
  change: (user: User, group: string) => void,
): Record<string, never> {
  const { pool, user } = namedUser(services, input)
  const { name } = services.groups.get(pool, input.GroupName)
  services.users.change(pool, user.username, (draft) => change(draft, name))
  return {}
}

function adminListGroupsForUser(
  services: MembershipServices,
  input: Input<'AdminListGroupsForUser'>,
): Output<'AdminListGroupsForUser'> {
  const { pool, user } = namedUser(services, input)
  const groups = services.groups.of(pool, user)
  const { page, nextToken } = pageOf(groups, { limit: input.Limit, token: input.NextToken }, rankOf)
  return { Groups: page.map((group) => describeGroup(pool.id, group)), NextToken: nextToken }
}

type WrittenDetails = Pick<GroupDescription, 'Description' | 'RoleArn' | 'Precedence'>

function readDetails({ Description, RoleArn, Precedence }: WrittenDetails): GroupDetails {
  return {
    ...(Description !== undefined && { description: Description }),
    ...(RoleArn !== undefined && { roleArn: RoleArn }),
    ...(Precedence !== undefined && { precedence: Precedence }),
  }
}

function describeGroup(poolId: string, group: Group): GroupDescription {
  return {
    GroupName: group.name,
    UserPoolId: poolId,
    Description: group.description,
    RoleArn: group.roleArn,
    Precedence: group.precedence,
    LastModifiedDate: group.modifiedAtMs / 1000,
    CreationDate: group.createdAtMs / 1000,
  }
}
