import { listAttributes } from '../users/attributes.ts'
import type { User } from '../users/user.ts'
import { mfaSettings } from './mfa.ts'
import type { Output } from './operation.ts'

/** A user in the format that AdminCreateUser and the list operations return. */
export type UserDescription = NonNullable<Output<'AdminCreateUser'>['User']>

export function describeUser(user: User): UserDescription {
  return {
    Username: user.username,
    Attributes: listAttributes(user),
    UserCreateDate: user.createdAtMs / 1000,
    UserLastModifiedDate: user.modifiedAtMs / 1000,
    Enabled: user.isEnabled,
    UserStatus: user.status,
    MFAOptions: mfaSettings(user).MFAOptions,
  }
}
