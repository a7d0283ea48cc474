import { randomBytes } from 'node:crypto'

import type { Deliver } from '../controls.ts'
import type { Pool } from '../pools.ts'
import { invalidParameter, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { endSignIns } from '../tokens/end-sign-ins.ts'
import { applyAttributes, checkAttribute, listAttributes, readAttributes } from '../users/attributes.ts'
import { checkPassword, setTemporaryPassword } from '../users/passwords.ts'
import { toRecordId } from '../users/user-directory.ts'
import { endPending, newAccount, type User } from '../users/user.ts'
import { removeUser } from './account.ts'
import { namedUser } from './callers.ts'
import { mfaSettings } from './mfa.ts'
import type { Input, Operations, Output } from './operation.ts'

const DEFAULT_PAGE = 60
const FILTER = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/

/** Users as an administrator makes, finds and changes them. */
export const userOperations: Operations = {
  AdminCreateUser: adminCreateUser,
  AdminGetUser: adminGetUser,
  ListUsers: listUsers,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminDisableUser: adminDisableUser,
  AdminEnableUser: adminEnableUser,
  AdminDeleteUser: adminDeleteUser,
}

type InvitationServices = Pick<Services, 'users' | 'passwords' | 'clock' | 'deliver'>

async function adminCreateUser(
  { pools, ...services }: InvitationServices & Pick<Services, 'pools'>,
  input: Input<'AdminCreateUser'>,
): Promise<Output<'AdminCreateUser'>> {
  const { users, passwords, clock, deliver } = services
  const pool = pools.get(input.UserPoolId)
  const attributes = readAttributes(input.UserAttributes)
  for (const [name, value] of Object.entries(attributes)) checkAttribute(name, value)
  const temporaryPassword = input.TemporaryPassword ?? randomPassword()
  if (input.TemporaryPassword !== undefined) checkPassword(pool, temporaryPassword)
  if (input.MessageAction === 'RESEND') return resendInvitation(services, pool, input.Username, temporaryPassword)

  const createdAtMs = clock.nowMs()
  const account = newAccount(pool, { name: input.Username, attributes, status: 'FORCE_CHANGE_PASSWORD', createdAtMs })
  const password = await passwords.enrol(pool, account.username, temporaryPassword)
  setTemporaryPassword(account, password, pool, createdAtMs)
  const user = users.create(pool, account)
  if (input.MessageAction !== 'SUPPRESS') sendInvitation(deliver, pool, user, temporaryPassword)
  return { User: describeUser(user) }
}

async function resendInvitation(
  { users, passwords, clock, deliver }: InvitationServices,
  pool: Pool,
  username: string,
  temporaryPassword: string,
): Promise<Output<'AdminCreateUser'>> {
  const user = users.get(pool, username)
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new ServiceError(
      'UnsupportedUserStateException',
      'Resend not possible. User is not in FORCE_CHANGE_PASSWORD state.',
    )
  }
  const password = await passwords.enrol(pool, user.username, temporaryPassword)
  const changed = users.change(pool, user.username, (draft) => {
    setTemporaryPassword(draft, password, pool, clock.nowMs())
    endPending(draft) // nobody has a session before the first password of their own
  })
  sendInvitation(deliver, pool, changed, temporaryPassword)
  return { User: describeUser(changed) }
}

function sendInvitation(deliver: Deliver, pool: Pool, { username, attributes }: User, password: string): void {
  const { phone_number: phoneNumber, email } = attributes
  const invitation = { kind: 'TEMPORARY_PASSWORD', userPoolId: pool.id, username, code: password } as const
  if (phoneNumber) deliver({ ...invitation, medium: 'SMS', destination: phoneNumber })
  else if (email) deliver({ ...invitation, medium: 'EMAIL', destination: email })
}

/** Fits the service's default policy. */
function randomPassword(): string {
  return `Aa1-${randomBytes(9).toString('base64url')}`
}

function adminGetUser(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminGetUser'>,
): Output<'AdminGetUser'> {
  const { user } = namedUser(services, input)
  const { Attributes, ...description } = describeUser(user)
  return { ...description, Username: user.username, UserAttributes: Attributes, ...mfaSettings(user) }
}

function adminUpdateUserAttributes(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminUpdateUserAttributes'>,
): Output<'AdminUpdateUserAttributes'> {
  const { pool, user } = namedUser(services, input)
  const attributes = readAttributes(input.UserAttributes)
  for (const [name, value] of Object.entries(attributes)) checkAttribute(name, value)
  services.users.change(pool, user.username, (draft) => {
    applyAttributes(draft, attributes)
    Object.assign(draft.attributes, verifiedFlags(attributes)) // an administrator may say that an address is verified
  })
  return {}
}

function verifiedFlags(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name.endsWith('_verified')))
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

function listUsers(
  { pools, users }: Pick<Services, 'pools' | 'users'>,
  { UserPoolId, Filter, Limit, PaginationToken }: Input<'ListUsers'>,
): Output<'ListUsers'> {
  const pool = pools.get(UserPoolId)
  const filter = parseFilter(Filter)
  const matching = users.list(pool, { afterId: PaginationToken ?? '' }).filter((user) => matchesFilter(user, filter))
  const page = matching.slice(0, Limit || DEFAULT_PAGE)
  const last = page.at(-1)
  return {
    Users: page.map(describeUser),
    PaginationToken: last && page.length < matching.length ? toRecordId(last.username) : undefined,
  }
}

/** A condition of ListUsers: `name = "value"` or `name ^= "prefix"`. */
type UserFilter = { name: string; isPrefix: boolean; value: string }

/** Reads a filter; none when it is absent or empty. @throws {ServiceError} InvalidParameterException */
function parseFilter(filter: string | undefined): UserFilter | undefined {
  if (!filter) return undefined
  const [, name, operator, value] = FILTER.exec(filter) ?? []
  if (name === undefined || value === undefined) throw invalidParameter('Error while parsing filter.')
  return { name, isPrefix: operator === '^=', value: value.replaceAll(/\\(.)/g, '$1') }
}

/** Whether the user fulfils the condition; every user does when there is none. */
function matchesFilter(user: User, filter: UserFilter | undefined): boolean {
  if (!filter) return true
  const value = valueOf(user, filter.name)
  return filter.isPrefix ? value.startsWith(filter.value) : value === filter.value
}

function valueOf(user: User, name: string): string {
  if (name === 'username') return user.username
  if (name === 'sub') return user.sub
  if (name === 'cognito:user_status') return user.status
  if (name === 'status') return user.isEnabled ? 'Enabled' : 'Disabled'
  return user.attributes[name] ?? ''
}

/** A user as ListUsers and AdminCreateUser answer it. */
function describeUser(user: User): NonNullable<Output<'AdminCreateUser'>['User']> {
  return {
    Username: user.username,
    UserCreateDate: user.createdAtMs / 1000,
    UserLastModifiedDate: user.modifiedAtMs / 1000,
    Enabled: user.isEnabled,
    UserStatus: user.status,
    Attributes: listAttributes(user),
  }
}
