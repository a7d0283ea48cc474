import type { RecoveryMechanism } from '../options/pool-options.ts'
import type { MfaType } from '../options/user-options.ts'
import { hidesUnknownUsers, type Pool } from '../pools/pools.ts'
import { invalidParameter, notAuthorized, wrongPassword, type ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { endSignInsOnNewPassword } from '../tokens/end-sign-ins.ts'
import { isVerified } from '../users/attributes.ts'
import { recordAuthEvent } from '../users/auth-event-log.ts'
import { runPostConfirmation } from '../users/confirmation.ts'
import { askedMfa } from '../users/mfa-types.ts'
import { migrateUser } from '../users/migration.ts'
import { checkPassword, replacePassword, setPassword, setTemporaryPassword } from '../users/user-passwords.ts'
import type { Destination, User } from '../users/user.ts'
import { inEqualTime, checkedCaller, namedUser } from './callers.ts'
import type { Input, Operations, Output } from './operation.ts'
import { rejectUnknownUser, sendOrPretend, unknownUser } from './unknown-users.ts'

/** Operations that change, reset and set passwords. */
export const passwordOperations: Operations = {
  ForgotPassword: inEqualTime(forgotPassword),
  ConfirmForgotPassword: inEqualTime(confirmForgotPassword),
  ChangePassword: changePassword,
  AdminSetUserPassword: adminSetUserPassword,
  AdminResetUserPassword: adminResetUserPassword,
}

async function forgotPassword(
  services: Pick<Services, 'pools' | 'users' | 'codes' | 'decoyUsers' | 'clock' | 'passwords' | 'deliver'>,
  input: Input<'ForgotPassword'>,
): Promise<Output<'ForgotPassword'>> {
  const caller = checkedCaller(services, input)
  const { pool } = caller
  const [first] = pool.settings.accountRecovery ?? []
  if (first === 'admin_only') throw notAuthorized('Contact administrator to reset password.')
  const { Username: name, ClientMetadata: clientMetadata } = input
  await migrateUser(services, caller, { occasion: 'ForgotPassword', name, clientMetadata })
  return {
    CodeDeliveryDetails: await sendOrPretend(services, caller, name, {
      purpose: 'password',
      occasion: 'ForgotPassword',
      clientMetadata,
      destinationsOf: (user) => recoveryDestinations(pool, user),
      errorFor: resetErrorFor,
      noDestination: noVerifiedDestination,
    }),
  }
}

function resetErrorFor({ isEnabled, status }: User): ServiceError | undefined {
  if (!isEnabled) return notAuthorized('User is disabled') // without a full stop, unlike the same error at sign-in
  return status === 'FORCE_CHANGE_PASSWORD' || status === 'EXTERNAL_PROVIDER'
    ? notAuthorized('User password cannot be reset in the current state.')
    : undefined
}

async function confirmForgotPassword(
  services: Pick<Services, 'pools' | 'users' | 'passwords' | 'clock' | 'codes' | 'attemptLimits' | 'authSessions'>,
  input: Input<'ConfirmForgotPassword'>,
): Promise<Output<'ConfirmForgotPassword'>> {
  const { users, passwords, codes, attemptLimits } = services
  const caller = checkedCaller(services, input)
  const { pool } = caller
  checkPassword(pool, input.Password)
  const user = users.find(pool, input.Username)
  const hides = hidesUnknownUsers(caller)
  if (!user && hides) return rejectUnknownUser(services, { pool, username: input.Username }, 'reset-code')
  if (!user) throw unknownUser()
  if (!user.isEnabled && !hides) throw notAuthorized('User is disabled')
  const changed = await codes.redeem(pool, user, {
    purpose: 'password',
    code: input.ConfirmationCode,
    hides,
    async allow() {
      const password = await passwords.enrolNext(pool, user, input.Password)
      return (draft) => {
        setPassword(draft, password, pool)
        endSignInsOnNewPassword(services, pool, draft)
      }
    },
  })
  attemptLimits.forgive({ pool, ...user }, 'password')
  recordAuthEvent(services, pool, user, { type: 'PasswordChange' })
  await runPostConfirmation(caller, 'ConfirmForgotPassword', changed, input.ClientMetadata)
  return {}
}

async function changePassword(
  services: Pick<Services, 'tokens' | 'users' | 'passwords' | 'clock' | 'attemptLimits' | 'authSessions'>,
  input: Input<'ChangePassword'>,
): Promise<Output<'ChangePassword'>> {
  const { tokens, users, passwords, attemptLimits } = services
  const { caller, user, session } = await tokens.verify(input.AccessToken)
  const { pool } = caller
  const { password, status } = user
  if (status === 'EXTERNAL_PROVIDER') throw wrongPassword() // until an administrator sets a password
  if (password) {
    await attemptLimits.guess({ pool, ...user }, 'previous-password', async () => {
      const isRight = await passwords.matches(password, pool, user.username, input.PreviousPassword ?? '')
      if (!isRight) throw wrongPassword()
    })
  }
  const changed = await passwords.enrolNext(pool, user, input.ProposedPassword)
  users.change(pool, user.username, (draft) => {
    // The user may have been deleted or changed while the new password was hashed.
    if (draft.sub !== user.sub || draft.signInEpoch !== user.signInEpoch) throw wrongPassword()
    replacePassword(draft, changed, pool)
    endSignInsOnNewPassword(services, pool, draft, { except: session.originJti })
  })
  recordAuthEvent(services, pool, user, { type: 'PasswordChange' })
  return {}
}

async function adminSetUserPassword(
  services: Pick<Services, 'pools' | 'users' | 'passwords' | 'attemptLimits' | 'clock' | 'authSessions'>,
  input: Input<'AdminSetUserPassword'>,
): Promise<Output<'AdminSetUserPassword'>> {
  const { users, passwords, attemptLimits, clock } = services
  const { pool, user } = namedUser(services, input)
  const password = await passwords.enrolNext(pool, user, input.Password)
  users.change(pool, user.username, (draft) => {
    if (input.Permanent) setPassword(draft, password, pool)
    else setTemporaryPassword(draft, password, pool, clock.nowMs())
    endSignInsOnNewPassword(services, pool, draft)
  })
  attemptLimits.forgive({ pool, ...user }, 'password')
  return {}
}

async function adminResetUserPassword(
  services: Pick<Services, 'pools' | 'users' | 'codes' | 'authSessions'>,
  input: Input<'AdminResetUserPassword'>,
): Promise<Output<'AdminResetUserPassword'>> {
  const { pool, user } = namedUser(services, input)
  if (!user.isEnabled) throw notAuthorized('User is disabled') // without a full stop, as users of the service report
  const error = resetErrorFor(user)
  if (error) throw error
  const [destination] = recoveryDestinations(pool, user)
  if (!destination) throw noVerifiedDestination()
  const reset = services.users.change(pool, user.username, (draft) => {
    draft.status = 'RESET_REQUIRED'
    endSignInsOnNewPassword(services, pool, draft)
  })
  const { ClientMetadata: clientMetadata } = input
  await services.codes.send({ pool }, reset, {
    purpose: 'password',
    destination,
    occasion: 'ForgotPassword',
    clientMetadata,
  })
  return {}
}

const RECOVERY_ADDRESSES: Record<RecoveryMechanism, Destination[]> = {
  verified_phone_number: ['phone_number'],
  verified_email: ['email'],
  admin_only: [],
}
/**
 * Destinations of a recovery code if the pool has no recovery setting, or if an administrator resets a password in a pool with
 * `admin_only`.
 */
const PHONE_FIRST: Destination[] = ['phone_number', 'email']

const FACTOR_AT: Record<Destination, MfaType> = { phone_number: 'SMS_MFA', email: 'EMAIL_OTP' }

/**
 * Returns the verified addresses that can receive a code for a new password, in the pool's order of preference. An address
 * that also receives the codes of the user's second factor is skipped, except the phone number in a pool without a recovery
 * setting (AccountRecoverySetting of CreateUserPool).
 */
function recoveryDestinations(pool: Pool, user: User): Destination[] {
  const { accountRecovery } = pool.settings
  const chosen = accountRecovery?.flatMap((mechanism) => RECOVERY_ADDRESSES[mechanism]) ?? []
  const destinations = chosen.length > 0 ? chosen : PHONE_FIRST
  const factors = askedMfa(pool, user)
  const isFactor = (name: Destination) =>
    factors.includes(FACTOR_AT[name]) && (name === 'email' || accountRecovery !== undefined)
  return destinations.filter((name) => user.attributes[name] && isVerified(user, name) && !isFactor(name))
}

function noVerifiedDestination(): ServiceError {
  return invalidParameter('Cannot reset password for the user as there is no registered/verified email or phone_number')
}
