import { z } from 'zod'

import type { Pool } from '../pools.ts'
import { resourceNotFound, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { target } from './admin-users.ts'
import { administratorOperation, type Operations } from './operation.ts'
import { text, userMembers } from './shapes.ts'

const groupInput = z.object({ UserPoolId: text.userPoolId, GroupName: text.groupName })
const membershipInput = z.object({ ...userMembers, GroupName: text.groupName })
const userInput = z.object(userMembers)

/** Groups, which tokens carry as `cognito:groups`. */
export const adminGroupOperations: Operations = {
  CreateGroup: administratorOperation(groupInput, ({ pools, database }, { UserPoolId, GroupName }) => {
    const pool = pools.get(UserPoolId)
    if (hasGroup({ database }, pool, GroupName)) {
      throw new ServiceError('GroupExistsException', 'A group with the name already exists.')
    }
    database.collection<string>('group').put(pool.id, GroupName, GroupName)
    return { Group: groupMember(pool, GroupName) }
  }),
  AdminAddUserToGroup: administratorOperation(membershipInput, (services, input) => {
    const { pool, user } = target(services, input)
    if (!hasGroup(services, pool, input.GroupName)) throw resourceNotFound('Group not found.')
    services.users.change(pool, user.username, (draft) => {
      draft.groups = [...new Set([...draft.groups, input.GroupName])]
    })
    return {}
  }),
  AdminRemoveUserFromGroup: administratorOperation(membershipInput, (services, input) => {
    const { pool, user } = target(services, input)
    if (!hasGroup(services, pool, input.GroupName)) throw resourceNotFound('Group not found.')
    services.users.change(pool, user.username, (draft) => {
      draft.groups = draft.groups.filter((name) => name !== input.GroupName)
    })
    return {}
  }),
  AdminListGroupsForUser: administratorOperation(userInput, (services, input) => {
    const { pool, user } = target(services, input)
    return { Groups: user.groups.map((name) => groupMember(pool, name)) }
  }),
}

/** Groups of the configuration and those made since. */
function hasGroup({ database }: Pick<Services, 'database'>, pool: Pool, name: string): boolean {
  if (pool.settings.groups?.includes(name)) return true
  return database.collection<string>('group').get(pool.id, name) !== undefined
}

function groupMember(pool: Pool, name: string): object {
  return { GroupName: name, UserPoolId: pool.id }
}
