import { z } from 'zod'

import { redeemCode, sendUserCode, type Destination } from '../delivery/codes.ts'
import { hidesUnknownUsers } from '../pools.ts'
import { expiredCode, invalidParameter, notAuthorized, userNotFound, wrongPassword } from '../service-error.ts'
import type { Services } from '../services.ts'
import { createPasswordRecord, matchesPassword } from '../srp/handshake.ts'
import { verifyAccessToken } from '../tokens/access-token.ts'
import { checkPassword } from '../users/password-policy.ts'
import type { User } from '../users/user.ts'
import { operation, type Operations } from './operation.ts'
import { accountMembers, signedInMembers, text } from './shapes.ts'
import { callerOf, imaginaryDelivery } from './sign-up.ts'

const forgotInput = z.object(accountMembers)
const confirmForgotInput = z.object({ ...accountMembers, ConfirmationCode: text.code, Password: text.proposedPassword })
const changeInput = z.object({
  ...signedInMembers,
  PreviousPassword: text.password.optional(),
  ProposedPassword: text.proposedPassword,
})

/** Changing a password, and choosing another when it is forgotten. */
export const passwordOperations: Operations = {
  ForgotPassword: operation(forgotInput, forgotPassword),
  ConfirmForgotPassword: operation(confirmForgotInput, confirmForgotPassword),
  ChangePassword: operation(changeInput, changePassword),
}

function forgotPassword(services: Services, input: z.infer<typeof forgotInput>): object {
  const caller = callerOf(services, input)
  const user = services.users.find(caller.pool, input.Username)
  if (!user && hidesUnknownUsers(caller)) return { CodeDeliveryDetails: imaginaryDelivery(input.Username) }
  if (!user) throw userNotFound('Username/client id combination not found.')
  if (!user.isEnabled) throw notAuthorized('User is disabled.')
  if (user.status === 'FORCE_CHANGE_PASSWORD')
    throw notAuthorized('User password cannot be reset in the current state.')
  const destination = verifiedDestination(user)
  if (!destination) {
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    )
  }
  return { CodeDeliveryDetails: sendUserCode(services, caller.pool, user, { purpose: 'password', destination }) }
}

async function confirmForgotPassword(services: Services, input: z.infer<typeof confirmForgotInput>): Promise<object> {
  const caller = callerOf(services, input)
  const { pool } = caller
  checkPassword(input.Password, pool.settings.passwordPolicy)
  const user = services.users.find(pool, input.Username)
  if (!user) throw hidesUnknownUsers(caller) ? expiredCode() : userNotFound('Username/client id combination not found.')
  const identity = { poolName: pool.name, userId: user.username }
  const password = await services.compute(() => createPasswordRecord(identity, input.Password))
  const apply = (draft: User): void => {
    draft.password = password
    draft.status = 'CONFIRMED'
  }
  redeemCode(services, pool, user, { purpose: 'password', code: input.ConfirmationCode, apply })
  services.attemptLimits.succeed(pool, user.username)
  return {}
}

async function changePassword(services: Services, input: z.infer<typeof changeInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  const { pool } = caller
  const { password } = user
  const identity = { poolName: pool.name, userId: user.username }
  if (password) {
    services.attemptLimits.check(pool, user.username)
    const previous = input.PreviousPassword ?? ''
    const isRight = await services.compute(() => matchesPassword(password, identity, previous))
    if (!isRight) {
      services.attemptLimits.fail(pool, user.username)
      throw wrongPassword()
    }
  }
  checkPassword(input.ProposedPassword, pool.settings.passwordPolicy)
  const changed = await services.compute(() => createPasswordRecord(identity, input.ProposedPassword))
  services.users.change(pool, user.username, (draft) => {
    draft.password = changed
  })
  return {}
}

function verifiedDestination({ attributes }: User): Destination | undefined {
  const destinations: Destination[] = ['phone_number', 'email']
  return destinations.find((name) => attributes[name] && attributes[`${name}_verified`] === 'true')
}
