import type { Clock } from '../controls/clock.ts'
import type { Deliver } from '../controls/outbox.ts'
import { sendWelcome } from '../messages/send-message.ts'
import { type Caller, type Pool } from '../pools/pools.ts'
import { ServiceError } from '../service-error.ts'
import type { TriggerAnswers } from '../triggers/response-checks.ts'
import { hasTrigger, runTrigger } from '../triggers/run-trigger.ts'
import { checkNewAttributes } from './attributes.ts'
import { takeAliases, type UserDirectory } from './user-directory.ts'
import { setTemporaryPassword, type Passwords } from './user-passwords.ts'
import { newAccount, type User } from './user.ts'

/** What a user who comes from elsewhere is made with. */
export type MigrationServices = { clock: Clock; users: UserDirectory; passwords: Passwords; deliver: Deliver }

/** A name that nobody has, and on which occasion it was given. */
export type UnknownName = {
  occasion: 'Authentication' | 'ForgotPassword'
  name: string
  /** As it was typed; it becomes the user's. */
  password?: string
  /** InitiateAuth's ClientMetadata. */
  validationData?: Record<string, string> | undefined
  clientMetadata?: Record<string, string> | undefined
}

/** With what the trigger speaks of a user whom it knows: without attributes it knows none. */
type KnownUser = TriggerAnswers['userMigration'] & { userAttributes: Record<string, string> }

/**
 * Has the pool's UserMigration trigger look for somebody of a name that nobody has, and makes the user it knows. A pool
 * without the trigger, and a name that the trigger does not know either, change nothing.
 *
 * @throws {ServiceError} UserNotFoundException, whatever went wrong: the service tells no more.
 */
export async function migrateUser(services: MigrationServices, caller: Caller, unknown: UnknownName): Promise<void> {
  const { pool, client } = caller
  if (!hasTrigger(pool, 'userMigration') || services.users.find(pool, unknown.name)) return
  try {
    const { userAttributes, ...rest } = await askTrigger(caller, unknown)
    if (!userAttributes) return
    const known = { userAttributes, ...rest }
    const user = await createUser(services, pool, unknown, known)
    if (known.messageAction !== 'SUPPRESS') await sendWelcome(services.deliver, { pool }, user, mediumsOf(known))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new ServiceError('UserNotFoundException', `Exception migrating user in app client ${client.id}`)
  }
}

function askTrigger(caller: Caller, unknown: UnknownName): Promise<TriggerAnswers['userMigration']> {
  const { occasion, name, password = null, validationData = null, clientMetadata } = unknown
  return runTrigger(caller, 'userMigration', {
    triggerSource: `UserMigration_${occasion}`,
    user: { username: name, attributes: {} },
    request: { password, validationData },
    clientMetadata,
  })
}

/** The password is taken as it is: the service holds it to no policy here. */
async function createUser(
  { clock, users, passwords }: MigrationServices,
  pool: Pool,
  { name: typed, password }: UnknownName,
  { userAttributes, finalUserStatus: status = 'CONFIRMED', ...known }: KnownUser,
): Promise<User> {
  // Who came by an address gets the name that the trigger gives, where the pool does not make one up.
  const { username: name = typed, ...attributes } = userAttributes
  const createdAtMs = clock.nowMs()
  const account = newAccount(pool, { name, attributes, status, createdAtMs })
  checkNewAttributes(pool, account.attributes, pool.settings.requiredAttributes)
  if (known.enableSMSMFA) enableSms(pool, account)
  if (password !== undefined) {
    account.password = await passwords.enrol(pool, account.username, password)
    if (status === 'FORCE_CHANGE_PASSWORD') setTemporaryPassword(account, account.password, pool, createdAtMs)
  }
  if (known.forceAliasCreation) takeAliases(users, pool, account)
  return users.create(pool, account)
}

function enableSms({ settings }: Pool, { mfa, attributes }: User): void {
  if (settings.mfa === 'OFF' || !attributes['phone_number']) {
    throw new ServiceError('InvalidLambdaResponseException', 'SMS MFA needs a pool with MFA and a phone number.')
  }
  mfa.isSmsEnabled = true
}

/** By SMS, says the service, when the trigger does not say. */
function mediumsOf({ desiredDeliveryMediums = [] }: KnownUser): ('EMAIL' | 'SMS')[] {
  return desiredDeliveryMediums.length === 0 ? ['SMS'] : desiredDeliveryMediums
}
