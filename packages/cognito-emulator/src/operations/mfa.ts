import type { MfaType } from '../options/user-options.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter, invalidSession, notAuthorized, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { ChallengeOf } from '../sign-in/challenges.ts'
import { ask, checkNotEnded, type SignInServices } from '../sign-in/sign-in.ts'
import { activeMfa, allowedMfa } from '../users/mfa-types.ts'
import { acceptTotp, createTotpSecret, useSoftwareToken } from '../users/totp.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import { endPending, type MfaSettings, type SoftwareToken, type User } from '../users/user.ts'
import { namedUser } from './callers.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Services for setting up an authenticator app. A user can set up an app while signed in, or during a sign-in. */
type SetUpServices = SignInServices & Pick<Services, 'pools'>

/** Operations that set up and choose second factors. */
export const mfaOperations: Operations = {
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  SetUserMFAPreference: setUserMfaPreference,
  AdminSetUserMFAPreference: adminSetUserMfaPreference,
  SetUserSettings: setUserSettings,
  AdminSetUserSettings: adminSetUserSettings,
}

async function associateSoftwareToken(
  services: SetUpServices,
  { AccessToken, Session }: Input<'AssociateSoftwareToken'>,
): Promise<Output<'AssociateSoftwareToken'>> {
  const token: SoftwareToken = { secret: createTotpSecret(), isVerified: false }
  if (AccessToken !== undefined) {
    const { caller, user } = await services.tokens.verify(AccessToken).catch(rejectAsNotAuthorized)
    checkAllowsApps(caller.pool)
    services.users.change(caller.pool, user.username, ({ mfa }) => {
      mfa.pendingSoftware = token
    })
    return { SecretCode: token.secret }
  }
  const challenge = takeMfaSetup(services, Session)
  return { SecretCode: token.secret, Session: askAgain(services, challenge, token) }
}

/**
 * Throws NotAuthorizedException instead of PasswordResetRequiredException, which the service's reference does not list for
 * AssociateSoftwareToken. Rethrows other errors.
 */
function rejectAsNotAuthorized(error: unknown): never {
  const isReset = error instanceof ServiceError && error.code === 'PasswordResetRequiredException'
  throw isReset ? notAuthorized(error.message) : error
}

/** @throws {ServiceError} SoftwareTokenMFANotFoundException if the pool does not allow authenticator apps. */
function checkAllowsApps(pool: Pool): void {
  if (pool.settings.mfa !== 'OFF' && allowedMfa(pool).includes('SOFTWARE_TOKEN_MFA')) return
  throw new ServiceError('SoftwareTokenMFANotFoundException', 'Software Token MFA has not been enabled by the userPool')
}

async function verifySoftwareToken(
  services: SetUpServices,
  { AccessToken, Session, UserCode, FriendlyDeviceName }: Input<'VerifySoftwareToken'>,
): Promise<Output<'VerifySoftwareToken'>> {
  const accept = (token: SoftwareToken | undefined): SoftwareToken => ({
    ...acceptSetUpCode(token, UserCode, services.clock.nowMs()),
    isVerified: true,
    ...(FriendlyDeviceName !== undefined && { friendlyName: FriendlyDeviceName }),
  })
  if (AccessToken !== undefined) {
    const { caller, user } = await services.tokens.verify(AccessToken)
    const { pool } = caller
    await services.attemptLimits.guess({ pool, ...user }, 'set-up-code', () =>
      services.users.change(pool, user.username, ({ mfa }) => {
        mfa.software = accept(mfa.pendingSoftware)
        delete mfa.pendingSoftware
      }),
    )
    return { Status: 'SUCCESS' }
  }
  const challenge = takeMfaSetup(services, Session)
  try {
    const token = accept(challenge.token)
    const { pool } = services.pools.callerOf(challenge.clientId)
    services.users.change(pool, challenge.progress.username, ({ mfa }) => useSoftwareToken(mfa, token))
    return { Status: 'SUCCESS', Session: askAgain(services, challenge, token) }
  } catch (error) {
    challenge.attemptsLeft -= 1
    if (challenge.attemptsLeft > 0) services.challenges.reopen(challenge)
    throw error
  }
}

function acceptSetUpCode(token: SoftwareToken | undefined, code: string, nowMs: number): SoftwareToken {
  try {
    return acceptTotp(token, code, nowMs)
  } catch {
    throw new ServiceError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA')
  }
}

function takeMfaSetup(services: SetUpServices, session: string | undefined): ChallengeOf<'MFA_SETUP'> {
  if (session === undefined) throw invalidParameter('AccessToken or Session is required.')
  const challenge = services.challenges.find(session)
  if (challenge.name !== 'MFA_SETUP') throw invalidSession()
  const { pool, client } = services.pools.callerOf(challenge.clientId)
  checkAllowsApps(pool)
  checkNotEnded(services, { pool, client }, challenge)
  // An attacker with only the password must not replace a factor that the owner has just set up.
  if (activeMfa(pool, services.users.get(pool, challenge.progress.username)).length > 0) throw invalidSession()
  services.challenges.take(challenge)
  return challenge
}

/** Opens the next challenge of the set-up and returns its Session. */
function askAgain(services: SetUpServices, challenge: ChallengeOf<'MFA_SETUP'>, token: SoftwareToken): string {
  const caller = services.pools.callerOf(challenge.clientId)
  const detail = { name: challenge.name, options: challenge.options, token }
  return ask({ services, caller, progress: challenge.progress }, detail).Session ?? ''
}

async function setUserMfaPreference(
  { tokens, users }: Pick<Services, 'tokens' | 'users'>,
  input: Input<'SetUserMFAPreference'>,
): Promise<Output<'SetUserMFAPreference'>> {
  const { caller, user } = await tokens.verify(input.AccessToken)
  applyPreferences(users, caller.pool, user, input)
  return {}
}

function adminSetUserMfaPreference(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminSetUserMFAPreference'>,
): Output<'AdminSetUserMFAPreference'> {
  const { pool, user } = namedUser(services, input)
  applyPreferences(services.users, pool, user, input)
  return {}
}

async function setUserSettings(
  { tokens, users }: Pick<Services, 'tokens' | 'users'>,
  { AccessToken, MFAOptions }: Input<'SetUserSettings'>,
): Promise<Output<'SetUserSettings'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  applyPreferences(users, caller.pool, user, readMfaOptions(MFAOptions))
  return {}
}

function adminSetUserSettings(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminSetUserSettings'>,
): Output<'AdminSetUserSettings'> {
  const { pool, user } = namedUser(services, input)
  applyPreferences(services.users, pool, user, readMfaOptions(input.MFAOptions))
  return {}
}

/**
 * Reads the older `MFAOptions`, which support only SMS.
 *
 * @throws {ServiceError} InvalidParameterException
 */
function readMfaOptions(options: Input<'SetUserSettings'>['MFAOptions']): Preferences {
  for (const { DeliveryMedium, AttributeName } of options) {
    if (DeliveryMedium !== 'SMS' || AttributeName !== 'phone_number') {
      throw invalidParameter('MFAOptions can only set SMS as DeliveryMedium and phone_number as AttributeName.')
    }
  }
  return { SMSMfaSettings: { Enabled: options.length > 0 } }
}

type Preferences = Omit<Input<'SetUserMFAPreference'>, 'AccessToken'>
type Preference = NonNullable<Preferences['SMSMfaSettings']>

/**
 * Enables and disables factors.
 *
 * @throws {ServiceError} InvalidParameterException for a factor that the pool does not allow or the user has not set
 *   up, or for an invalid preferred factor.
 */
function applyPreferences(users: UserDirectory, pool: Pool, user: User, preferences: Preferences): void {
  const chosen: [MfaType, Preference | undefined][] = [
    ['SMS_MFA', preferences.SMSMfaSettings],
    ['SOFTWARE_TOKEN_MFA', preferences.SoftwareTokenMfaSettings],
    ['EMAIL_OTP', preferences.EmailMfaSettings],
  ]
  const preferred = chosen.filter(([, setting]) => setting?.PreferredMfa)
  if (preferred.length > 1) throw invalidParameter('Only one MFA setting can be preferred.')
  if (preferred.some(([, setting]) => !setting?.Enabled)) {
    throw invalidParameter('An MFA setting must be enabled to be preferred.')
  }
  for (const [mfaType, setting] of chosen) if (setting?.Enabled) checkMayEnable(pool, user, mfaType)
  users.change(pool, user.username, (draft) => {
    for (const [mfaType, setting] of chosen) if (setting) applyPreference(draft.mfa, mfaType, setting)
    endPending(draft) // a sign-in in progress must ask for the new second factor
  })
}

function applyPreference(mfa: MfaSettings, mfaType: MfaType, { Enabled = false, PreferredMfa }: Preference): void {
  if (mfaType === 'SMS_MFA') mfa.isSmsEnabled = Enabled
  if (mfaType === 'SOFTWARE_TOKEN_MFA') mfa.isSoftwareEnabled = Enabled
  if (mfaType === 'EMAIL_OTP') mfa.isEmailEnabled = Enabled
  if (Enabled && PreferredMfa) mfa.preferred = mfaType
  else if (mfa.preferred === mfaType) delete mfa.preferred
}

function checkMayEnable(pool: Pool, { mfa, attributes }: User, mfaType: MfaType): void {
  if (pool.settings.mfa === 'OFF' || !allowedMfa(pool).includes(mfaType)) {
    throw invalidParameter(`${mfaType} is not enabled for the user pool.`)
  }
  if (mfaType === 'SOFTWARE_TOKEN_MFA' && !mfa.software?.isVerified) {
    throw invalidParameter('User has not verified software token mfa')
  }
  if (mfaType === 'SMS_MFA' && !attributes['phone_number']) {
    throw invalidParameter('User does not have delivery config set to turn on SMS_MFA')
  }
  if (mfaType === 'EMAIL_OTP' && !attributes['email']) {
    throw invalidParameter('User does not have delivery config set to turn on EMAIL_OTP')
  }
}

/** Describes the second factors of a user in the format of GetUser. */
export function mfaSettings({
  mfa,
}: User): Pick<Output<'GetUser'>, 'MFAOptions' | 'PreferredMfaSetting' | 'UserMFASettingList'> {
  const enabled: [MfaType, boolean][] = [
    ['SMS_MFA', mfa.isSmsEnabled],
    ['SOFTWARE_TOKEN_MFA', mfa.isSoftwareEnabled],
    ['EMAIL_OTP', mfa.isEmailEnabled],
  ]
  const list = enabled.filter(([, isEnabled]) => isEnabled).map(([mfaType]) => mfaType)
  return {
    MFAOptions: mfa.isSmsEnabled ? [{ AttributeName: 'phone_number', DeliveryMedium: 'SMS' }] : undefined,
    PreferredMfaSetting: mfa.preferred,
    UserMFASettingList: list.length > 0 ? list : undefined,
  }
}
