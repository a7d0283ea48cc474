import type { Services } from '../services.ts'
import { endSignIns } from '../tokens/end-sign-ins.ts'
import { removeUser } from './account.ts'
import { namedUser } from './callers.ts'
import { describeUser } from './describe-user.ts'
import { mfaSettings } from './mfa.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Administrator operations that read, disable, enable and delete one user. */
export const userOperations: Operations = {
  AdminGetUser: adminGetUser,
  AdminDisableUser: adminDisableUser,
  AdminEnableUser: adminEnableUser,
  AdminDeleteUser: adminDeleteUser,
}

function adminGetUser(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminGetUser'>,
): Output<'AdminGetUser'> {
  const { user } = namedUser(services, input)
  const { Attributes, ...description } = describeUser(user)
  return { ...description, Username: user.username, UserAttributes: Attributes, ...mfaSettings(user) }
}

function adminDisableUser(
  services: Pick<Services, 'pools' | 'users' | 'authSessions'>,
  input: Input<'AdminDisableUser'>,
): Output<'AdminDisableUser'> {
  const { pool, user } = namedUser(services, input)
  services.users.change(pool, user.username, (draft) => {
    draft.isEnabled = false
    endSignIns(services, pool, draft)
  })
  return {}
}

function adminEnableUser(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminEnableUser'>,
): Output<'AdminEnableUser'> {
  const { pool, user } = namedUser(services, input)
  services.users.change(pool, user.username, (draft) => {
    draft.isEnabled = true
  })
  return {}
}

function adminDeleteUser(
  services: Pick<Services, 'pools' | 'users' | 'authSessions' | 'database'>,
  input: Input<'AdminDeleteUser'>,
): Output<'AdminDeleteUser'> {
  const { pool, user } = namedUser(services, input)
  removeUser(services, pool, user)
  return {}
}
