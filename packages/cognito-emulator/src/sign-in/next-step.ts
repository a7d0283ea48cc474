import type { MfaType } from '../options/user-options.ts'
import { mayRead } from '../users/attributes.ts'
import { addressOf, createCode, deliverCode, describeDelivery } from '../users/codes.ts'
import { askedMfa } from '../users/mfa-types.ts'
import type { Device, SentTo, User } from '../users/user.ts'
import type { CodePurpose } from './challenges.ts'
import { checkAccount, completeSignIn, namedDevice } from './complete.ts'
import { apparentUser, ask, signingInUser, type AuthAnswer, type SignIn } from './sign-in.ts'
import { hasReachedLevel, secondFactorsToward } from './target-level.ts'

const SETTABLE_MFA: MfaType[] = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']

/**
 * Continues a sign-in after a proven password. The next steps are a new password if the password was temporary, the device or a
 * second factor, and the tokens.
 *
 * @throws {ServiceError} if the user cannot sign in, or has no device with the given key.
 */
export async function afterPassword(signIn: SignIn, user: User): Promise<AuthAnswer> {
  checkAccount(signIn, user)
  namedDevice(signIn, user)
  if (user.status === 'FORCE_CHANGE_PASSWORD') return askForNewPassword(signIn, user)
  return askSecondFactor(signIn, user)
}

/**
 * Continues a sign-in after a proof that does not require a second factor. If the device is remembered, the device must
 * prove itself before the tokens are issued.
 */
export async function afterOtherProof(signIn: SignIn, user: User): Promise<AuthAnswer> {
  checkAccount(signIn, user)
  const device = namedDevice(signIn, user)
  return device?.isRemembered ? askDevice(signIn, device) : completeSignIn(signIn)
}

/**
 * Asks for the remembered device, or otherwise for the user's second factor. If the user has neither, asks for the
 * set-up of a second factor if the pool requires MFA, and otherwise completes the sign-in. If the client requests a
 * level with a second factor, asks for that factor, even on a remembered device.
 */
export async function askSecondFactor(signIn: SignIn, user: User): Promise<AuthAnswer> {
  const requested = secondFactorsToward(signIn, user)
  if (requested) return hasReachedLevel(signIn, user) ? completeSignIn(signIn) : askOneOf(signIn, user, requested)
  const device = namedDevice(signIn, user)
  if (device?.isRemembered) return askDevice(signIn, device)
  const { pool } = signIn.caller
  const factors = askedMfa(pool, user)
  if (factors.length > 0) return askOneOf(signIn, user, factors)
  if (pool.settings.mfa === 'ON') return askForMfaSetup(signIn)
  return completeSignIn(signIn)
}

/** Asks for the user's preferred factor or only factor, or asks the user to choose a factor. */
async function askOneOf(signIn: SignIn, user: User, factors: MfaType[]): Promise<AuthAnswer> {
  const [only] = factors
  const { preferred } = user.mfa
  if (preferred && factors.includes(preferred)) return askMfa(signIn, user, preferred)
  return only && factors.length === 1 ? askMfa(signIn, user, only) : askForChoice(signIn, factors)
}

/** Asks for one second factor. If the factor needs a code, sends the code. */
export async function askMfa(signIn: SignIn, user: User, mfaType: MfaType): Promise<AuthAnswer> {
  if (mfaType !== 'SOFTWARE_TOKEN_MFA') return askForCode(signIn, mfaType, 'mfa')
  const friendlyName = user.mfa.software?.friendlyName ?? ''
  return ask(signIn, { name: 'SOFTWARE_TOKEN_MFA' }, { FRIENDLY_DEVICE_NAME: friendlyName })
}

/** Challenges that the user answers with a code received by SMS or e-mail. */
export type CodeChallengeName = 'SMS_MFA' | 'SMS_OTP' | 'EMAIL_OTP'

/**
 * Sends a code to the user and asks for the code.
 *
 * @throws {ServiceError} InvalidParameterException if the user has no address for the code.
 */
export async function askForCode(signIn: SignIn, name: CodeChallengeName, purpose: CodePurpose): Promise<AuthAnswer> {
  const sentTo = addressOf(apparentUser(signIn), name === 'EMAIL_OTP' ? 'email' : 'phone_number')
  return askForCodeAt(signIn, name, purpose, sentTo)
}

/** Sends a code to an address and asks for the code. The address can be a new address that the user does not have yet. */
export async function askForCodeAt(
  signIn: SignIn,
  name: CodeChallengeName,
  purpose: CodePurpose,
  sentTo: SentTo,
): Promise<AuthAnswer> {
  const code = createCode()
  const { services, caller, clientMetadata } = signIn
  const user = signingInUser(signIn) // no code is sent for an unknown user name
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

/**
 * Asks for the set-up of a second factor. Like the service, lists every factor of the pool, although SMS cannot be set
 * up during a sign-in. If the user gets a phone number, SMS is available at the next sign-in.
 */
function askForMfaSetup(signIn: SignIn): AuthAnswer {
  const options = signIn.caller.pool.settings.mfaTypes ?? SETTABLE_MFA
  return ask(signIn, { name: 'MFA_SETUP', options }, { MFAS_CAN_SETUP: JSON.stringify(options) })
}
