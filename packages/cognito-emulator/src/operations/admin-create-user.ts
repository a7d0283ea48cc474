import { randomBytes } from 'node:crypto'

import type { Deliver } from '../controls/outbox.ts'
import { sendMessage, type Message } from '../messages/send-message.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { runTrigger } from '../triggers/run-trigger.ts'
import { checkNewAttributes, readAttributes } from '../users/attributes.ts'
import { takeAliases } from '../users/user-directory.ts'
import { allowsNoPassword, checkPassword, setTemporaryPassword } from '../users/user-passwords.ts'
import { endPending, newAccount, type Destination, type User } from '../users/user.ts'
import { describeUser } from './describe-user.ts'
import type { Input, Operations, Output } from './operation.ts'
import { checkVerifiedAddresses } from './user-attributes.ts'

/** Operation with which administrators create and invite users. */
export const adminCreateUserOperations: Operations = { AdminCreateUser: adminCreateUser }

type Invitation = Input<'AdminCreateUser'>
type Medium = NonNullable<Invitation['DesiredDeliveryMediums']>[number]
type InvitationServices = Pick<Services, 'pools' | 'users' | 'passwords' | 'clock' | 'deliver' | 'database'>

/** A new user, and the temporary password that the invitation contains, if any. */
type Invited = { user: User; password: string | undefined }

const ADDRESS_OF: Record<Medium, Destination> = { SMS: 'phone_number', EMAIL: 'email' }

async function adminCreateUser(services: InvitationServices, input: Invitation): Promise<Output<'AdminCreateUser'>> {
  const pool = services.pools.get(input.UserPoolId)
  const temporaryPassword = input.TemporaryPassword || undefined
  if (temporaryPassword !== undefined) checkPassword(pool, temporaryPassword)
  const { user, password } =
    input.MessageAction === 'RESEND'
      ? await renewInvitation(services, pool, input.Username, temporaryPassword ?? randomPassword(pool))
      : await createUser(
          services,
          pool,
          input,
          temporaryPassword ?? (allowsNoPassword(pool) ? undefined : randomPassword(pool)),
        )
  if (input.MessageAction !== 'SUPPRESS' && password !== undefined) {
    for (const medium of mediumsOf(user.attributes, input)) {
      await sendInvitation(services.deliver, { pool, user, medium, password, clientMetadata: input.ClientMetadata })
    }
  }
  return { User: describeUser(user) }
}

async function createUser(
  { users, passwords, clock, database }: InvitationServices,
  pool: Pool,
  input: Invitation,
  password: string | undefined,
): Promise<Invited> {
  const attributes = readAttributes(input.UserAttributes)
  checkNewAttributes(pool, attributes)
  const createdAtMs = clock.nowMs()
  const status = password === undefined ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
  const account = newAccount(pool, { name: input.Username, attributes, status, createdAtMs })
  if (password === undefined) checkHasAddress(account)
  checkVerifiedAddresses(account.attributes, attributes)
  if (input.MessageAction !== 'SUPPRESS') mediumsOf(account.attributes, input)
  if (users.find(pool, account.username)) {
    throw new ServiceError('UsernameExistsException', 'User account already exists')
  }
  await runTrigger({ pool }, 'preSignUp', {
    triggerSource: 'PreSignUp_AdminCreateUser', // can reject the user; its response applies only to SignUp
    user: { username: account.username, attributes: account.attributes, status: account.status },
    request: { validationData: input.ValidationData ? readAttributes(input.ValidationData) : null },
    clientMetadata: input.ClientMetadata,
  })
  if (password !== undefined) {
    const record = await passwords.enrol(pool, account.username, password)
    setTemporaryPassword(account, record, pool, createdAtMs)
  }
  const user = database.transaction(() => {
    if (input.ForceAliasCreation) takeAliases(users, pool, account)
    return users.create(pool, account)
  })
  return { user, password }
}

/** @throws {ServiceError} InvalidParameterException if the user has neither an e-mail address nor a phone number. */
function checkHasAddress({ attributes }: User): void {
  if (attributes['email'] || attributes['phone_number']) return
  throw invalidParameter('A user without a password needs an email or a phone_number.')
}

async function renewInvitation(
  { users, passwords, clock }: InvitationServices,
  pool: Pool,
  username: string,
  password: string,
): Promise<Invited> {
  const user = users.get(pool, username)
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new ServiceError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
    )
  }
  const record = await passwords.enrol(pool, user.username, password)
  const renewed = users.change(pool, user.username, (draft) => {
    setTemporaryPassword(draft, record, pool, clock.nowMs())
    endPending(draft) // the user cannot have a session before choosing a password
  })
  return { user: renewed, password }
}

/**
 * Returns the media by which an invitation is sent. Without DesiredDeliveryMediums, the invitation is sent by SMS if the
 * user has a phone number, or else by e-mail if the user has an e-mail address. Otherwise no invitation is sent.
 *
 * @throws {ServiceError} InvalidParameterException if the user has no address for a requested medium.
 */
function mediumsOf(attributes: User['attributes'], { DesiredDeliveryMediums = [] }: Invitation): Medium[] {
  if (DesiredDeliveryMediums.length === 0) {
    const available = (['SMS', 'EMAIL'] as const).filter((medium) => attributes[ADDRESS_OF[medium]])
    return available.slice(0, 1)
  }
  const impossible = DesiredDeliveryMediums.find((medium) => !attributes[ADDRESS_OF[medium]])
  if (impossible === 'EMAIL') throw invalidParameter('No email provided but desired delivery medium was Email')
  if (impossible === 'SMS') throw invalidParameter('No phone number provided but desired delivery medium was SMS')
  return [...new Set(DesiredDeliveryMediums)]
}

async function sendInvitation(
  deliver: Deliver,
  {
    pool,
    user,
    medium,
    password,
    clientMetadata,
  }: { pool: Pool; user: User; medium: Medium; password: string } & Pick<Message, 'clientMetadata'>,
): Promise<void> {
  const destination = user.attributes[ADDRESS_OF[medium]] ?? ''
  const message = { occasion: 'AdminCreateUser', user, medium, destination, code: password, clientMetadata } as const
  await sendMessage(deliver, { pool }, message)
}

/** Returns a password that satisfies the pool's policy. A policy can require up to 99 characters. */
function randomPassword({ settings }: Pool): string {
  const length = Math.max(settings.passwordPolicy?.minimumLength ?? 0, 16)
  return `Aa1-${randomBytes(length).toString('base64url')}`.slice(0, length)
}
