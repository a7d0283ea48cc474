import type { MfaType } from '../options/user-options.ts'
import { isSameSecret } from '../pools/secrets.ts'
import { codeMismatch, invalidParameter, invalidSession, notAuthorized } from '../service-error.ts'
import type { GuessKind } from '../users/attempt-limits.ts'
import { applyAttributes, checkFormats } from '../users/attributes.ts'
import { hasAddress } from '../users/codes.ts'
import { activeMfa } from '../users/mfa-types.ts'
import { acceptTotp } from '../users/totp.ts'
import type { CodePurpose } from './challenges.ts'
import { completeSignIn } from './complete.ts'
import { afterOtherProof, askForCodeAt, askMfa, type CodeChallengeName } from './next-step.ts'
import {
  guessedIn,
  requireParameter,
  signingInUser,
  withMethod,
  type AuthAnswer,
  type ChallengeContext,
} from './sign-in.ts'

const GUESS_KINDS: Record<CodePurpose, GuessKind> = {
  'first-factor': 'sign-in-code',
  mfa: 'mfa-code',
  'mfa-setup': 'mfa-code',
}

/** Answers SMS_MFA, EMAIL_OTP and SMS_OTP. */
export async function answerSentCode(context: ChallengeContext<CodeChallengeName>): Promise<AuthAnswer> {
  await checkSentCode(context)
  const { services, caller, progress, challenge } = context
  const { destination, address } = challenge.sentTo
  const proven = withMethod(context, destination === 'email' ? 'email_otp' : 'sms')
  if (challenge.purpose === 'mfa-setup') {
    services.users.change(caller.pool, progress.username, (draft) => {
      applyAttributes(draft, { [destination]: address })
      draft.attributes[`${destination}_verified`] = 'true'
      draft.mfa.isEmailEnabled = true
    })
    return completeSignIn(proven)
  }
  const user = services.users.get(caller.pool, progress.username)
  if (!hasAddress(user, challenge.sentTo)) throw invalidSession()
  return challenge.purpose === 'first-factor' ? afterOtherProof(proven, user) : completeSignIn(proven)
}

/** Answers SOFTWARE_TOKEN_MFA. */
export async function answerSoftwareToken(context: ChallengeContext<'SOFTWARE_TOKEN_MFA'>): Promise<AuthAnswer> {
  const { services, caller, progress, responses } = context
  const code = requireParameter(responses, 'SOFTWARE_TOKEN_MFA_CODE')
  await services.attemptLimits.guess(guessedIn(context), 'mfa-code', () =>
    services.users.change(caller.pool, progress.username, ({ mfa }) => {
      mfa.software = acceptTotp(mfa.software, code, services.clock.nowMs())
    }),
  )
  return completeSignIn(withMethod(context, 'otp'))
}

/** Answers SELECT_MFA_TYPE with one of the offered factors. */
export async function answerSelectMfaType(context: ChallengeContext<'SELECT_MFA_TYPE'>): Promise<AuthAnswer> {
  const { services, caller, progress, challenge, responses } = context
  const answer = requireParameter(responses, 'ANSWER')
  const mfaType = challenge.options.find((option: MfaType) => option === answer)
  if (!mfaType) throw invalidParameter(`ANSWER must be one of ${challenge.options.join(', ')}.`)
  return askMfa(context, services.users.get(caller.pool, progress.username), mfaType)
}

/**
 * Answers MFA_SETUP with the Session of a verified authenticator app, or with an e-mail address that receives a code. The
 * address becomes the user's address when the code is confirmed.
 */
export async function answerMfaSetup(context: ChallengeContext<'MFA_SETUP'>): Promise<AuthAnswer> {
  const { services, caller, progress, challenge, responses } = context
  const { token, options } = challenge
  const email = responses['EMAIL']
  if (email !== undefined) {
    const factors = activeMfa(caller.pool, services.users.get(caller.pool, progress.username))
    if (factors.length > 0) throw invalidSession() // a factor was set up meanwhile
    if (!options.includes('EMAIL_OTP')) throw invalidParameter('EMAIL_OTP is not available for this user.')
    checkFormats({ email })
    return askForCodeAt(context, 'EMAIL_OTP', 'mfa-setup', { destination: 'email', address: email })
  }
  if (!token?.isVerified) throw notAuthorized('Invalid session for the user.')
  return completeSignIn(withMethod(context, 'otp'))
}

/**
 * @throws {ServiceError} CodeMismatchException for a wrong code; InvalidParameterException for a missing code; errors from
 *   `attemptLimits.guess`.
 */
async function checkSentCode(context: ChallengeContext<CodeChallengeName>): Promise<void> {
  const { services, challenge, responses } = context
  const code = requireParameter(responses, `${challenge.name}_CODE`)
  await services.attemptLimits.guess(guessedIn(context), GUESS_KINDS[challenge.purpose], () => {
    const isRight = isSameSecret(challenge.code, code)
    if (!isRight || !signingInUser(context)) throw codeMismatch('Invalid code or auth state for the user.')
  })
}
