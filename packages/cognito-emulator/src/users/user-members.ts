import { listAttributes } from './attributes.ts'
import { mfaMembers } from './mfa-members.ts'
import type { User } from './user.ts'

/** A user as ListUsers and AdminCreateUser answer it. */
export function userMember(user: User): object {
  return { ...sharedMembers(user), Attributes: listAttributes(user) }
}

/** A user as AdminGetUser answers it. */
export function adminUserMember(user: User): object {
  return { ...sharedMembers(user), UserAttributes: listAttributes(user), ...mfaMembers(user) }
}

function sharedMembers(user: User): object {
  return {
    Username: user.username,
    UserCreateDate: user.createdAtMs / 1000,
    UserLastModifiedDate: user.modifiedAtMs / 1000,
    Enabled: user.isEnabled,
    UserStatus: user.status,
  }
}
