import { randomBytes } from 'node:crypto'
import { z } from 'zod'

import type { Pool } from '../pools.ts'
import { ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { temporaryPasswordExpiryMs } from '../sign-in/next-step.ts'
import { createPasswordRecord } from '../srp/handshake.ts'
import { applyAttributes, checkAttribute, readAttributes } from '../users/attributes.ts'
import { newAccount } from '../users/new-account.ts'
import { checkPassword } from '../users/password-policy.ts'
import { adminUserMember, userMember } from '../users/user-members.ts'
import type { User } from '../users/user.ts'
import { applyMfaPreferences, mfaPreferenceMembers } from './mfa.ts'
import { administratorOperation, type Operations } from './operation.ts'
import { attributeList, text, userMembers } from './shapes.ts'

const createInput = z.object({
  ...userMembers,
  UserAttributes: attributeList.optional(),
  TemporaryPassword: text.proposedPassword.optional(),
  MessageAction: z.enum(['RESEND', 'SUPPRESS']).optional(),
})
const setPasswordInput = z.object({
  ...userMembers,
  Password: text.proposedPassword,
  Permanent: z.boolean().default(false),
})
const updateInput = z.object({ ...userMembers, UserAttributes: attributeList })
const preferenceInput = z.object({ ...userMembers, ...mfaPreferenceMembers })
const userInput = z.object(userMembers)

/** Users as an administrator makes and changes them. */
export const adminUserOperations: Operations = {
  AdminCreateUser: administratorOperation(createInput, createUser),
  AdminSetUserPassword: administratorOperation(setPasswordInput, setPassword),
  AdminUpdateUserAttributes: administratorOperation(updateInput, updateAttributes),
  AdminGetUser: administratorOperation(userInput, (services, input) => adminUserMember(target(services, input).user)),
  AdminSetUserMFAPreference: administratorOperation(preferenceInput, (services, input) => {
    const { pool, user } = target(services, input)
    applyMfaPreferences(services, pool, user, input)
    return {}
  }),
  AdminDeleteUser: administratorOperation(userInput, (services, input) => {
    const { pool, user } = target(services, input)
    services.database.transaction(() => {
      services.authSessions.revokeAll(pool, user.username)
      services.users.remove(pool, user.username)
    })
    return {}
  }),
  AdminUserGlobalSignOut: administratorOperation(userInput, (services, input) => {
    const { pool, user } = target(services, input)
    services.authSessions.revokeAll(pool, user.username)
    return {}
  }),
  AdminDisableUser: administratorOperation(userInput, (services, input) => setEnabled(services, input, false)),
  AdminEnableUser: administratorOperation(userInput, (services, input) => setEnabled(services, input, true)),
}

/** The pool and the user an administrator names. @throws {ServiceError} ResourceNotFoundException, UserNotFoundException */
export function target(
  { pools, users }: Services,
  { UserPoolId, Username }: { UserPoolId: string; Username: string },
): { pool: Pool; user: User } {
  const pool = pools.get(UserPoolId)
  return { pool, user: users.get(pool, Username) }
}

async function createUser(services: Services, input: z.infer<typeof createInput>): Promise<object> {
  const pool = services.pools.get(input.UserPoolId)
  const attributes = readAttributes(input.UserAttributes)
  for (const [name, value] of Object.entries(attributes)) checkAttribute(name, value)
  const temporaryPassword = input.TemporaryPassword ?? randomPassword()
  if (input.TemporaryPassword !== undefined) checkPassword(temporaryPassword, pool.settings.passwordPolicy)
  if (input.MessageAction === 'RESEND') return resendInvitation(services, pool, input.Username, temporaryPassword)

  const account = newAccount(services, pool, { name: input.Username, attributes, status: 'FORCE_CHANGE_PASSWORD' })
  account.temporaryPasswordExpiresAtMs = temporaryPasswordExpiryMs(pool, services.clock.nowMs())
  account.password = await recordOf(services, pool, account, temporaryPassword)
  const user = services.users.create(pool, account)
  if (input.MessageAction !== 'SUPPRESS') sendInvitation(services, pool, user, temporaryPassword)
  return { User: userMember(user) }
}

async function resendInvitation(services: Services, pool: Pool, username: string, password: string): Promise<object> {
  const user = services.users.get(pool, username)
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new ServiceError(
      'UnsupportedUserStateException',
      'Resend not possible. User is not in FORCE_CHANGE_PASSWORD state.',
    )
  }
  const record = await recordOf(services, pool, user, password)
  const changed = services.users.change(pool, user.username, (draft) => {
    draft.password = record
    draft.temporaryPasswordExpiresAtMs = temporaryPasswordExpiryMs(pool, services.clock.nowMs())
  })
  sendInvitation(services, pool, changed, password)
  return { User: userMember(changed) }
}

async function setPassword(services: Services, input: z.infer<typeof setPasswordInput>): Promise<object> {
  const { pool, user } = target(services, input)
  checkPassword(input.Password, pool.settings.passwordPolicy)
  const record = await recordOf(services, pool, user, input.Password)
  services.users.change(pool, user.username, (draft) => {
    draft.password = record
    draft.status = input.Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
    if (input.Permanent) delete draft.temporaryPasswordExpiresAtMs
    else draft.temporaryPasswordExpiresAtMs = temporaryPasswordExpiryMs(pool, services.clock.nowMs())
  })
  services.attemptLimits.succeed(pool, user.username)
  return {}
}

function updateAttributes(services: Services, input: z.infer<typeof updateInput>): object {
  const { pool, user } = target(services, input)
  const attributes = readAttributes(input.UserAttributes)
  for (const [name, value] of Object.entries(attributes)) checkAttribute(name, value)
  services.users.change(pool, user.username, (draft) => {
    applyAttributes(draft, attributes)
    Object.assign(draft.attributes, verifiedFlags(attributes)) // an administrator may say that an address is verified
  })
  return {}
}

function setEnabled(services: Services, input: z.infer<typeof userInput>, isEnabled: boolean): object {
  const { pool, user } = target(services, input)
  services.users.change(pool, user.username, (draft) => {
    draft.isEnabled = isEnabled
  })
  return {}
}

function recordOf(
  services: Services,
  pool: Pool,
  { username }: User,
  password: string,
): Promise<User['password'] & object> {
  return services.compute(() => createPasswordRecord({ poolName: pool.name, userId: username }, password))
}

function sendInvitation({ deliver }: Services, pool: Pool, { username, attributes }: User, password: string): void {
  const { phone_number: phoneNumber, email } = attributes
  if (phoneNumber) deliver({ userPoolId: pool.id, username, medium: 'SMS', destination: phoneNumber, code: password })
  else if (email) deliver({ userPoolId: pool.id, username, medium: 'EMAIL', destination: email, code: password })
}

function verifiedFlags(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name.endsWith('_verified')))
}

/** Fits the service's default policy. */
function randomPassword(): string {
  return `Aa1-${randomBytes(9).toString('base64url')}`
}
