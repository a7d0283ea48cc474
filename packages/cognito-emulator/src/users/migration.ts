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

/** Services that a migration needs. */
export type MigrationServices = { clock: Clock; users: UserDirectory; passwords: Passwords; deliver: Deliver }

/** A user name that does not exist in the pool, and the request that contained the name. */
export type UnknownName = {
  occasion: 'Authentication' | 'ForgotPassword'
  name: string
  /** Password that was entered. The password becomes the user's password in the pool. */
  password?: string
  /** ClientMetadata of InitiateAuth. */
  validationData?: Record<string, string> | undefined
  clientMetadata?: Record<string, string> | undefined
}

/** Response of the trigger for a known user. A response without attributes means that the user is unknown. */
type KnownUser = TriggerAnswers['userMigration'] & { userAttributes: Record<string, string> }

/**
 * Runs the pool's UserMigration trigger for an unknown user name and creates the user that the trigger returns. Does
 * nothing if the pool already has the user or has no such trigger, or if the trigger does not know the name.
 *
 * @throws {ServiceError} UserNotFoundException if the trigger fails or the user cannot be created, as in the service.
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

/** Creates the user. As in the service, the password policy does not apply to migrated users. */
async function createUser(
  { clock, users, passwords }: MigrationServices,
  pool: Pool,
  { name: typed, password }: UnknownName,
  { userAttributes, finalUserStatus: status = 'CONFIRMED', ...known }: KnownUser,
): Promise<User> {
  // The user name in the trigger's response replaces the typed name, unless the pool generates user names.
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
    throw new ServiceError(
      'InvalidLambdaResponseException',
      'enableSMSMFA needs a pool with MFA and a user with a phone number.',
    )
  }
  mfa.isSmsEnabled = true
}

/** Returns the media of the welcome message. As in the service, the default is SMS. */
function mediumsOf({ desiredDeliveryMediums = [] }: KnownUser): ('EMAIL' | 'SMS')[] {
  return desiredDeliveryMediums.length === 0 ? ['SMS'] : desiredDeliveryMediums
}
