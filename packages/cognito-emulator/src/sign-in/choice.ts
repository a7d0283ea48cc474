import { invalidParameter, invalidSession } from '../service-error.ts'
import { isVerified } from '../users/attributes.ts'
import { takeSignUpSession } from '../users/sign-up-session.ts'
import type { Passkey, User } from '../users/user.ts'
import { createAuthenticationOptions, invalidPasskey, verifyAuthentication } from '../users/webauthn.ts'
import type { FirstFactor } from './challenges.ts'
import { checkAccount } from './complete.ts'
import { availableFactors, isPassword } from './first-factors.ts'
import { afterOtherProof, afterPassword, askForCode, askSecondFactor } from './next-step.ts'
import { askPasswordVerifier, checkPlainPassword } from './password-challenges.ts'
import {
  apparentUser,
  ask,
  requireParameter,
  signingInUser,
  withMethod,
  type AuthAnswer,
  type SignIn,
  type ChallengeContext,
} from './sign-in.ts'
import { aimAtLevel, firstFactorsToward, hasReachedLevel, targetLevel } from './target-level.ts'

/**
 * Starts USER_AUTH with the preferred factor if the user has this factor, otherwise with a choice of the user's
 * factors. A response that asks for the choice or for the preferred factor lists the available factors. If the access
 * token of a step-up already contains the first factor, the sign-in continues with the second factor.
 */
export async function startUserAuth(start: SignIn, parameters: Record<string, string>): Promise<AuthAnswer> {
  const signIn = await aimAtLevel(start, parameters)
  const user = apparentUser(signIn)
  const options = firstFactorsOf(signIn, user)
  if (!options) return afterPassword(signIn, user)
  const preferred = options.find((option) => option === parameters['PREFERRED_CHALLENGE'])
  if (!preferred) return { ...ask(signIn, { name: 'SELECT_CHALLENGE', options }), AvailableChallenges: options }
  const answer = await startFactor(signIn, preferred, parameters)
  return answer.ChallengeName === preferred ? { ...answer, AvailableChallenges: options } : answer
}

/**
 * Returns the first factors with which the sign-in can reach the requested level. Returns undefined if the access token of a
 * step-up already contains the first factor that the level requires.
 */
function firstFactorsOf(signIn: SignIn, user: User): FirstFactor[] | undefined {
  if (hasReachedLevel(signIn, user)) return undefined // the token contains the factors, but the level was renamed
  const target = targetLevel(signIn, user)
  if (target === undefined) return availableFactors(signIn.caller.pool, user)
  const options = firstFactorsToward(target, signIn, user)
  if (!signIn.progress.methods?.includes('pwd')) return options
  const others = options.filter((factor) => !isPassword(factor))
  return others.length < options.length ? undefined : others
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
  return askSecondFactor(withMethod(signIn, isVerified(user, 'email') ? 'email_otp' : 'sms'), user)
}

/** Answers SELECT_CHALLENGE. */
export async function answerSelectChallenge(context: ChallengeContext<'SELECT_CHALLENGE'>): Promise<AuthAnswer> {
  const { challenge, responses } = context
  const answer = requireParameter(responses, 'ANSWER')
  const factor = challenge.options.find((option: FirstFactor) => option === answer)
  if (!factor) throw invalidParameter(`ANSWER must be one of ${challenge.options.join(', ')}.`)
  return startFactor(context, factor, responses)
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

/** Asks for an assertion from one of the user's passkeys. */
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
  const isProven = ({ credentialId: id }: Passkey) => id === credentialId
  const { passkeys } = services.users.change(caller.pool, user.username, (draft) => {
    const passkey = draft.passkeys.find(isProven)
    if (passkey) passkey.counter = newCounter
  })
  const isRoaming = passkeys.find(isProven)?.attachment === 'cross-platform'
  return afterOtherProof(withMethod(context, isRoaming ? 'hwk' : 'swk'), user)
}
