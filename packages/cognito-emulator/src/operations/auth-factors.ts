import type { Pool } from '../pools/pools.ts'
import { invalidParameter, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { availableFactors } from '../sign-in/first-factors.ts'
import { endPending, type User } from '../users/user.ts'
import { namedUser } from './callers.ts'
import { mfaSettings } from './mfa.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Operations that list or remove the factors of a user. */
export const authFactorOperations: Operations = {
  GetUserAuthFactors: getUserAuthFactors,
  AdminGetUserAuthFactors: adminGetUserAuthFactors,
  AdminDeleteSoftwareToken: adminDeleteSoftwareToken,
}

async function getUserAuthFactors(
  { tokens }: Pick<Services, 'tokens'>,
  { AccessToken }: Input<'GetUserAuthFactors'>,
): Promise<Output<'GetUserAuthFactors'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  return describeFactors(caller.pool, user)
}

function adminGetUserAuthFactors(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminGetUserAuthFactors'>,
): Output<'AdminGetUserAuthFactors'> {
  const { pool, user } = namedUser(services, input)
  return describeFactors(pool, user)
}

/** Removes the authenticator app of a user, so that the user can set up another app. */
function adminDeleteSoftwareToken(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminDeleteSoftwareToken'>,
): Output<'AdminDeleteSoftwareToken'> {
  const { pool, user } = namedUser(services, input)
  if (user.status === 'UNCONFIRMED') throw new ServiceError('UserNotConfirmedException', 'User is not confirmed.')
  if (!user.mfa.software) throw invalidParameter('User has not set up software token mfa')
  services.users.change(pool, user.username, (draft) => {
    delete draft.mfa.software
    draft.mfa.isSoftwareEnabled = false
    if (draft.mfa.preferred === 'SOFTWARE_TOKEN_MFA') delete draft.mfa.preferred
    endPending(draft)
  })
  return {}
}

function describeFactors(pool: Pool, user: User): Output<'AdminGetUserAuthFactors'> {
  const first = availableFactors(pool, user).filter((factor) => factor !== 'PASSWORD_SRP')
  const { MFAOptions: _legacy, ...settings } = mfaSettings(user)
  return {
    Username: user.username,
    ...settings,
    ConfiguredUserAuthFactors: user.mfa.software?.isVerified ? [...first, 'SOFTWARE_TOKEN'] : first,
  }
}
