import { z } from 'zod'

import { sendUserCode, type Destination } from '../delivery/codes.ts'
import { invalidParameter, notAuthorized } from '../service-error.ts'
import type { Services } from '../services.ts'
import { matchesFilter, parseFilter } from '../users/user-filter.ts'
import { userMember } from '../users/user-members.ts'
import { toRecordId } from '../users/aliases.ts'
import { target } from './admin-users.ts'
import { administratorOperation, type Operations } from './operation.ts'
import { limit, text, userMembers } from './shapes.ts'

const DEFAULT_PAGE = 60

const userInput = z.object(userMembers)
const listInput = z.object({
  UserPoolId: text.userPoolId,
  Filter: z.string().max(256).optional(),
  Limit: limit,
  PaginationToken: z.string().min(1).optional(),
})

/** Confirming, resetting and listing accounts as an administrator. */
export const adminAccountOperations: Operations = {
  AdminConfirmSignUp: administratorOperation(userInput, confirmSignUp),
  AdminResetUserPassword: administratorOperation(userInput, resetPassword),
  ListUsers: administratorOperation(listInput, listUsers),
}

function confirmSignUp(services: Services, input: z.infer<typeof userInput>): object {
  const { pool, user } = target(services, input)
  if (user.status !== 'UNCONFIRMED') {
    throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`)
  }
  services.users.change(pool, user.username, (draft) => {
    draft.status = 'CONFIRMED'
    delete draft.codes['sign-up']
  })
  return {}
}

function resetPassword(services: Services, input: z.infer<typeof userInput>): object {
  const { pool, user } = target(services, input)
  const destinations: Destination[] = ['phone_number', 'email']
  const destination = destinations.find((name) => user.attributes[`${name}_verified`] === 'true')
  if (!destination) {
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    )
  }
  services.users.change(pool, user.username, (draft) => {
    draft.status = 'RESET_REQUIRED'
  })
  sendUserCode(services, pool, user, { purpose: 'password', destination })
  return {}
}

function listUsers(services: Services, input: z.infer<typeof listInput>): object {
  const pool = services.pools.get(input.UserPoolId)
  const filter = parseFilter(input.Filter)
  const afterId = input.PaginationToken ?? ''
  const matching = services.users.list(pool, { afterId }).filter((user) => matchesFilter(user, filter))
  const page = matching.slice(0, input.Limit || DEFAULT_PAGE)
  const last = page.at(-1)
  const next = last && page.length < matching.length ? { PaginationToken: toRecordId(last.username) } : {}
  return { Users: page.map(userMember), ...next }
}
