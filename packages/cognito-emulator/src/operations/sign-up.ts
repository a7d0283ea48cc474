import { isLinkMessage } from '../messages/message-templates.ts'
import { hidesUnknownUsers, type Pool } from '../pools/pools.ts'
import { invalidParameter, notAuthorized, type ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { allowsFlow } from '../sign-in/initiate-auth.ts'
import type { Database } from '../storage/database.ts'
import { runTrigger } from '../triggers/run-trigger.ts'
import { checkMayWrite, checkNewAttributes, readAttributes } from '../users/attributes.ts'
import { recordAuthEvent } from '../users/auth-event-log.ts'
import { runPostConfirmation } from '../users/confirmation.ts'
import { checkSignUpSession, openSignUpSession } from '../users/sign-up-session.ts'
import { allowsNoPassword, checkPassword } from '../users/user-passwords.ts'
import { newAccount, type Destination, type User } from '../users/user.ts'
import { inEqualTime, checkedCaller, namedUser } from './callers.ts'
import { domainsOf } from './domains.ts'
import type { Input, Operations, Output } from './operation.ts'
import { rejectUnknownUser, sendOrPretend, unknownUser } from './unknown-users.ts'

/** Operations that register and confirm users, and resend confirmation codes. */
export const signUpOperations: Operations = {
  SignUp: signUp,
  ConfirmSignUp: inEqualTime(confirmSignUp),
  ResendConfirmationCode: inEqualTime(resendConfirmationCode),
  AdminConfirmSignUp: adminConfirmSignUp,
}

type SignUpServices = Pick<
  Services,
  'pools' | 'users' | 'unconfirmedAccounts' | 'passwords' | 'codes' | 'clock' | 'database'
>

async function signUp(
  { pools, users, unconfirmedAccounts, passwords, codes, clock, database }: SignUpServices,
  input: Input<'SignUp'>,
): Promise<Output<'SignUp'>> {
  const caller = checkedCaller({ pools }, input)
  const { pool, client } = caller
  if (pool.settings.allowSignUp === false) throw notAuthorized('SignUp is not permitted for this user pool')
  const { Password: password = '' } = input // a missing password is rejected like a password that is too short
  const attributes = readAttributes(input.UserAttributes)
  checkMayWrite(caller, Object.keys(attributes))
  const isPasswordless = password === '' && allowsNoPassword(pool)
  if (!isPasswordless) checkPassword(pool, password)
  const createdAtMs = clock.nowMs()
  const account = newAccount(pool, { name: input.Username, attributes, status: 'UNCONFIRMED', createdAtMs })
  checkNewAttributes(pool, account.attributes, pool.settings.requiredAttributes)
  checkHasNoPreferredName(account, pool)
  if (confirmationDestinations(pool, account)[0] === 'email') checkLinkHasDomain(database, pool)
  const decision = await runTrigger(caller, 'preSignUp', {
    triggerSource: 'PreSignUp_SignUp',
    user: { username: account.username, attributes: account.attributes },
    request: { validationData: input.ValidationData ? readAttributes(input.ValidationData) : null },
    clientMetadata: input.ClientMetadata,
  })
  account.attributes = { ...unverifiedFlags(account), ...account.attributes }
  if (decision.autoConfirmUser) account.status = 'CONFIRMED'
  if (decision.autoVerifyEmail) verifyWithoutCode(account, 'email')
  if (decision.autoVerifyPhone) verifyWithoutCode(account, 'phone_number')
  if (!isPasswordless) account.password = await passwords.enrol(pool, account.username, password)
  const isWaiting = account.status === 'UNCONFIRMED' && allowsFlow(client, 'USER_AUTH')
  const session = isWaiting ? openSignUpSession(account, { step: 'signed-up', client, nowMs: createdAtMs }) : undefined
  const user = users.create(pool, account)
  recordAuthEvent({ users, clock }, pool, user, { type: 'SignUp' })
  if (user.status === 'UNCONFIRMED') unconfirmedAccounts.add(pool, user)
  if (user.status === 'CONFIRMED') await runPostConfirmation(caller, 'ConfirmSignUp', user, input.ClientMetadata)
  const [destination] = user.status === 'CONFIRMED' ? [] : confirmationDestinations(pool, user)
  return {
    UserConfirmed: user.status === 'CONFIRMED',
    UserSub: user.sub,
    CodeDeliveryDetails:
      destination &&
      (await codes.send(caller, user, {
        purpose: 'sign-up',
        destination,
        occasion: 'SignUp',
        clientMetadata: input.ClientMetadata,
      })),
    Session: session,
  }
}

/**
 * Rejects a `preferred_username` alias at sign-up. A `preferred_username` is never verified, so anyone could claim the
 * name of another user.
 */
function checkHasNoPreferredName({ attributes }: User, { settings }: Pool): void {
  if (!attributes['preferred_username'] || !settings.aliasAttributes?.includes('preferred_username')) return
  throw invalidParameter(
    'Preferred username cannot be provided for unconfirmed account, since user pool is configured for preferred username alias.',
  )
}

/** @throws {ServiceError} InvalidParameterException if the pool confirms accounts by link but has no domain. */
function checkLinkHasDomain(database: Database, pool: Pool): void {
  if (!isLinkMessage(pool.description, 'SignUp', 'EMAIL') || domainsOf(database, pool).length > 0) return
  throw invalidParameter(
    'Cannot perform specific action because there does not exist a valid use pool domain associated with the user pool',
  )
}

/** Returns `email_verified` or `phone_number_verified` with the value `false` for each address of a new user. */
function unverifiedFlags({ attributes }: User): Record<string, string> {
  const addresses = (['email', 'phone_number'] as const).filter((name) => attributes[name])
  return Object.fromEntries(addresses.map((name) => [`${name}_verified`, 'false']))
}

/**
 * Marks an address as verified at the request of PreSignUp.
 *
 * @throws {ServiceError} InvalidParameterException if the user has no such address.
 */
function verifyWithoutCode({ attributes }: User, destination: Destination): void {
  if (!attributes[destination]) throw invalidParameter(`User has no ${destination} that PreSignUp could verify.`)
  attributes[`${destination}_verified`] = 'true'
}

async function confirmSignUp(
  services: Pick<Services, 'pools' | 'users' | 'codes' | 'clock' | 'attemptLimits'>,
  input: Input<'ConfirmSignUp'>,
): Promise<Output<'ConfirmSignUp'>> {
  const { users, codes, clock } = services
  const caller = checkedCaller(services, input)
  const { pool, client } = caller
  const user = users.find(pool, input.Username)
  const hides = hidesUnknownUsers(caller)
  if (!user && !hides) throw unknownUser()
  if (user && !hides) checkIsUnconfirmed(user)
  const nowMs = clock.nowMs()
  if (input.Session) checkSignUpSession(user, { step: 'signed-up', session: input.Session, client, nowMs })
  if (user?.status !== 'UNCONFIRMED') {
    return rejectUnknownUser(services, { pool, ...(user ?? { username: input.Username }) }, 'sign-up-code')
  }
  let session: string | undefined
  const confirmed = await codes.redeem(pool, user, {
    purpose: 'sign-up',
    code: input.ConfirmationCode,
    hides,
    allow:
      () =>
      (draft, { destination, address }) => {
        checkIsUnconfirmed(draft)
        if (input.ForceAliasCreation) users.releaseAlias(pool, destination, address)
        draft.status = 'CONFIRMED'
        if (allowsFlow(client, 'USER_AUTH')) session = openSignUpSession(draft, { step: 'confirmed', client, nowMs })
        draft.attributes[`${destination}_verified`] = 'true'
      },
  })
  await runPostConfirmation(caller, 'ConfirmSignUp', confirmed, input.ClientMetadata)
  return { Session: session }
}

async function resendConfirmationCode(
  services: Pick<Services, 'pools' | 'users' | 'clock' | 'codes' | 'decoyUsers'>,
  input: Input<'ResendConfirmationCode'>,
): Promise<Output<'ResendConfirmationCode'>> {
  const caller = checkedCaller(services, input)
  const { pool } = caller
  if (pool.settings.autoVerifiedAttributes?.length === 0) throw noConfirmationDestination()
  return {
    CodeDeliveryDetails: await sendOrPretend(services, caller, input.Username, {
      purpose: 'sign-up',
      occasion: 'ResendCode',
      clientMetadata: input.ClientMetadata,
      destinationsOf: (user) => confirmationDestinations(pool, user),
      errorFor: resendErrorFor,
      noDestination: noConfirmationDestination,
    }),
  }
}

function resendErrorFor({ isEnabled, status }: User): ServiceError | undefined {
  if (!isEnabled) return notAuthorized('User is disabled.')
  return status === 'UNCONFIRMED' ? undefined : invalidParameter('User is already confirmed.')
}

async function adminConfirmSignUp(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminConfirmSignUp'>,
): Promise<Output<'AdminConfirmSignUp'>> {
  const { pool, user } = namedUser(services, input)
  checkIsUnconfirmed(user)
  const confirmed = services.users.change(pool, user.username, (draft) => {
    draft.status = 'CONFIRMED'
    delete draft.codes['sign-up']
  })
  await runPostConfirmation({ pool }, 'ConfirmSignUp', confirmed, input.ClientMetadata)
  return {}
}

function checkIsUnconfirmed({ status }: User): void {
  if (status !== 'UNCONFIRMED') throw notAuthorized(`User cannot be confirmed. Current status is ${status}`)
}

/**
 * Returns the destinations of a confirmation code, in order of preference. As in the service, the phone number comes
 * first.
 */
function confirmationDestinations({ settings }: Pool, { attributes }: User): Destination[] {
  const verified = settings.autoVerifiedAttributes ?? ['phone_number', 'email']
  const destinations: Destination[] = ['phone_number', 'email']
  return destinations.filter((name) => verified.includes(name) && attributes[name])
}

function noConfirmationDestination(): ServiceError {
  return invalidParameter('Cannot resend codes. Auto verification not turned on.')
}
