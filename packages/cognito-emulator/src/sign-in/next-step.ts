import type { MfaType } from '../options/user-options.ts'
import { mayRead } from '../users/attributes.ts'
import { addressOf, createCode, deliverCode, describeDelivery } from '../users/codes.ts'
import { askedMfa } from '../users/mfa-types.ts'
import type { Device, SentTo, User } from '../users/user.ts'
import type { CodePurpose } from './challenges.ts'
import { checkAccount, completeSignIn, namedDevice } from './complete.ts'
import { apparentUser, ask, signingInUser, type AuthAnswer, type SignIn } from './sign-in.ts'

const SETTABLE_MFA: MfaType[] = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']

/**
 * What follows a proven password: a new one where it was temporary, then the device or the second factor, then tokens.
 *
 * @throws {ServiceError} when the account may not sign in.
 */
export async function afterPassword(signIn: SignIn, user: User): Promise<AuthAnswer> {
  checkAccount(signIn, user)
  namedDevice(signIn, user)
  if (user.status === 'FORCE_CHANGE_PASSWORD') return askForNewPassword(signIn, user)
  return askSecondFactor(signIn, user)
}

/** What follows a proof that no second factor is asked for: the device where it is remembered, then tokens. */
export async function afterOtherProof(signIn: SignIn, user: User): Promise<AuthAnswer> {
  checkAccount(signIn, user)
  const device = namedDevice(signIn, user)
  return device?.isRemembered ? askDevice(signIn, device) : completeSignIn(signIn)
}

/** The remembered device instead of a second factor, or the user's second factor, or nothing more. */
export async function askSecondFactor(signIn: SignIn, user: User): Promise<AuthAnswer> {
  const device = namedDevice(signIn, user)
  if (device?.isRemembered) return askDevice(signIn, device)
  const { pool } = signIn.caller
  const factors = askedMfa(pool, user)
  const [only] = factors
  const { preferred } = user.mfa
  if (preferred && factors.includes(preferred)) return askMfa(signIn, user, preferred)
  if (only && factors.length === 1) return askMfa(signIn, user, only)
  if (only) return askForChoice(signIn, factors)
  if (pool.settings.mfa === 'ON') return askForMfaSetup(signIn)
  return completeSignIn(signIn)
}

/** Asks for one second factor, sending its code where it has one. */
export async function askMfa(signIn: SignIn, user: User, mfaType: MfaType): Promise<AuthAnswer> {
  if (mfaType !== 'SOFTWARE_TOKEN_MFA') return askForCode(signIn, mfaType, 'mfa')
  const friendlyName = user.mfa.software?.friendlyName ?? ''
  return ask(signIn, { name: 'SOFTWARE_TOKEN_MFA' }, { FRIENDLY_DEVICE_NAME: friendlyName })
}

/** Challenges whose answer is a code that was sent. */
export type CodeChallengeName = 'SMS_MFA' | 'SMS_OTP' | 'EMAIL_OTP'

/** Sends a code and asks for it. @throws {ServiceError} InvalidParameterException when there is nowhere to send it. */
export async function askForCode(signIn: SignIn, name: CodeChallengeName, purpose: CodePurpose): Promise<AuthAnswer> {
  const sentTo = addressOf(apparentUser(signIn), name === 'EMAIL_OTP' ? 'email' : 'phone_number')
  return askForCodeAt(signIn, name, purpose, sentTo)
}

/** Sends a code to an address, which need not be the user's yet, and asks for it. */
export async function askForCodeAt(
  signIn: SignIn,
  name: CodeChallengeName,
  purpose: CodePurpose,
  sentTo: SentTo,
): Promise<AuthAnswer> {
  const code = createCode()
  const { services, caller, clientMetadata } = signIn
  const user = signingInUser(signIn) // to nobody none goes
  if (user)
    await deliverCode(services.deliver, caller, user, { ...sentTo, code, occasion: 'Authentication', clientMetadata })
  const delivery = describeDelivery(sentTo)
  return ask(
    signIn,
    { name, code, purpose, sentTo },
    {
      CODE_DELIVERY_DELIVERY_MEDIUM: delivery.DeliveryMedium,
      CODE_DELIVERY_DESTINATION: delivery.Destination,
    },
  )
}

function askDevice(signIn: SignIn, { key }: Device): AuthAnswer {
  return ask(signIn, { name: 'DEVICE_SRP_AUTH', deviceKey: key })
}

function askForChoice(signIn: SignIn, options: MfaType[]): AuthAnswer {
  return ask(signIn, { name: 'SELECT_MFA_TYPE', options }, { MFAS_CAN_CHOOSE: JSON.stringify(options) })
}

function askForNewPassword(signIn: SignIn, user: User): AuthAnswer {
  const { pool, client } = signIn.caller
  const missing = (pool.settings.requiredAttributes ?? []).filter((name) => !user.attributes[name])
  const readable = Object.entries(user.attributes).filter(([name]) => mayRead(client, name))
  return ask(
    signIn,
    { name: 'NEW_PASSWORD_REQUIRED' },
    {
      userAttributes: JSON.stringify(Object.fromEntries(readable)),
      requiredAttributes: JSON.stringify(missing.map((name) => `userAttributes.${name}`)),
    },
  )
}

/** The service lists every factor that the pool has; a phone, which no answer sets up, brings SMS to the next sign-in. */
function askForMfaSetup(signIn: SignIn): AuthAnswer {
  const options = signIn.caller.pool.settings.mfaTypes ?? SETTABLE_MFA
  return ask(signIn, { name: 'MFA_SETUP', options }, { MFAS_CAN_SETUP: JSON.stringify(options) })
}
