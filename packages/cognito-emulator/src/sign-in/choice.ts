import type { FirstFactor as PoolFactor } from '../options/pool-options.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter, invalidSession } from '../service-error.ts'
import { isVerified } from '../users/attributes.ts'
import { activeMfa } from '../users/mfa-types.ts'
import { takeSignUpSession } from '../users/sign-up-session.ts'
import type { User } from '../users/user.ts'
import { createAuthenticationOptions, invalidPasskey, verifyAuthentication } from '../users/webauthn.ts'
import type { FirstFactor } from './challenges.ts'
import { checkAccount } from './complete.ts'
import { afterOtherProof, askForCode, askSecondFactor } from './next-step.ts'
import { askPasswordVerifier, checkPlainPassword } from './password-challenges.ts'
import {
  apparentUser,
  ask,
  requireParameter,
  signingInUser,
  type AuthAnswer,
  type SignIn,
  type ChallengeContext,
} from './sign-in.ts'

const PASSWORD_FACTORS: FirstFactor[] = ['PASSWORD', 'PASSWORD_SRP']

/**
 * Starts USER_AUTH with the preferred factor if the user has this factor, otherwise with a choice of the user's factors. The
 * response always lists the available factors.
 */
export async function startUserAuth(signIn: SignIn, parameters: Record<string, string>): Promise<AuthAnswer> {
  const options = availableFactors(signIn.caller.pool, apparentUser(signIn))
  const preferred = options.find((option) => option === parameters['PREFERRED_CHALLENGE'])
  if (!preferred) return { ...ask(signIn, { name: 'SELECT_CHALLENGE', options }), AvailableChallenges: options }
  const answer = await startFactor(signIn, preferred, parameters)
  return answer.ChallengeName === preferred ? { ...answer, AvailableChallenges: options } : answer
}

/**
 * Signs in a user who has just confirmed the account. The code of ConfirmSignUp counts as the first proof.
 *
 * @throws {ServiceError} NotAuthorizedException if the Session belongs to another user or client, was already used, or
 * has expired.
 */
export async function signInNewAccount(signIn: SignIn, session: string): Promise<AuthAnswer> {
  const { services, caller } = signIn
  const user = signingInUser(signIn)
  if (!user) throw invalidSession()
  const presented = { step: 'confirmed', session, client: caller.client, nowMs: services.clock.nowMs() } as const
  services.users.change(caller.pool, user.username, (draft) => takeSignUpSession(draft, presented))
  checkAccount(signIn, user)
  return askSecondFactor(signIn, user)
}

/** Answers SELECT_CHALLENGE. */
export async function answerSelectChallenge(context: ChallengeContext<'SELECT_CHALLENGE'>): Promise<AuthAnswer> {
  const { challenge, responses } = context
  const answer = requireParameter(responses, 'ANSWER')
  const factor = challenge.options.find((option: FirstFactor) => option === answer)
  if (!factor) throw invalidParameter(`ANSWER must be one of ${challenge.options.join(', ')}.`)
  return startFactor(context, factor, responses)
}

/** Returns the first factors of a user. A user with a second factor can only start with a password. */
export function availableFactors(pool: Pool, user: User): FirstFactor[] {
  if (user.status !== 'CONFIRMED' || !user.isEnabled) return PASSWORD_FACTORS
  const { firstFactors } = pool.settings
  const isAllowed = (factor: PoolFactor) => !firstFactors || firstFactors.includes(factor)
  const passwords = user.password && isAllowed('PASSWORD') ? PASSWORD_FACTORS : []
  if (pool.settings.mfa === 'ON' || activeMfa(pool, user).length > 0) return passwords
  const { email, phone_number: phoneNumber } = user.attributes
  const isAvailable: [Exclude<PoolFactor, 'PASSWORD'>, boolean][] = [
    ['EMAIL_OTP', Boolean(email) && isVerified(user, 'email')],
    ['SMS_OTP', Boolean(phoneNumber) && isVerified(user, 'phone_number')],
    ['WEB_AUTHN', user.passkeys.length > 0],
  ]
  return [...passwords, ...isAvailable.filter(([factor, is]) => is && isAllowed(factor)).map(([factor]) => factor)]
}

async function startFactor(
  signIn: SignIn,
  factor: FirstFactor,
  parameters: Record<string, string>,
): Promise<AuthAnswer> {
  const { PASSWORD: password, SRP_A: srpA } = parameters
  if (factor === 'PASSWORD') {
    return password === undefined ? ask(signIn, { name: factor }) : checkPlainPassword(signIn, password)
  }
  if (factor === 'PASSWORD_SRP') {
    return srpA === undefined ? ask(signIn, { name: 'PASSWORD_SRP' }) : askPasswordVerifier(signIn, srpA)
  }
  if (factor === 'WEB_AUTHN') return askWebAuthn(signIn)
  return askForCode(signIn, factor, 'first-factor')
}

/** Asks for an assertion by one of the user's passkeys. */
async function askWebAuthn(signIn: SignIn): Promise<AuthAnswer> {
  const options = await createAuthenticationOptions(signIn.caller.pool, apparentUser(signIn))
  const detail = { name: 'WEB_AUTHN', webAuthnChallenge: options.challenge } as const
  return ask(signIn, detail, { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) })
}

/** Answers WEB_AUTHN with the passkey's assertion. */
export async function answerWebAuthn(context: ChallengeContext<'WEB_AUTHN'>): Promise<AuthAnswer> {
  const { services, caller, challenge, responses } = context
  const credential = requireParameter(responses, 'CREDENTIAL')
  const { credentialId, newCounter } = await verifyAuthentication(
    caller.pool,
    apparentUser(context),
    credential,
    challenge.webAuthnChallenge,
  )
  const user = signingInUser(context)
  if (!user) throw invalidPasskey()
  services.users.change(caller.pool, user.username, ({ passkeys }) => {
    const passkey = passkeys.find((known) => known.credentialId === credentialId)
    if (passkey) passkey.counter = newCounter
  })
  return afterOtherProof(context, user)
}
