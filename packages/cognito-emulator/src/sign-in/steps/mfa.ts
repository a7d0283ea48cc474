import type { MfaType } from '../../options.ts'
import { codeMismatch, expiredCode, invalidParameter } from '../../service-error.ts'
import type { SoftwareToken } from '../../users/user.ts'
import { findTotpStep } from '../../users/totp.ts'
import { completeSignIn } from '../complete.ts'
import { afterOtherProof, askMfa } from '../next-step.ts'
import { requireParameter, type AuthAnswer, type Turn } from '../sign-in.ts'
import { checkSentCode, type CodeChallengeName } from './codes.ts'

/** Answers SMS_MFA, and EMAIL_OTP or SMS_OTP as a factor. */
export async function answerSentCode(turn: Turn<CodeChallengeName>): Promise<AuthAnswer> {
  checkSentCode(turn)
  const { services, caller, progress, challenge } = turn
  if (challenge.purpose === 'mfa-setup') {
    services.users.change(caller.pool, progress.username, ({ mfa, attributes }) => {
      mfa.isEmailEnabled = true
      attributes['email_verified'] = 'true'
    })
  }
  if (challenge.purpose !== 'first-factor') return completeSignIn(turn)
  return afterOtherProof(turn, services.users.get(caller.pool, progress.username))
}

/** Answers SOFTWARE_TOKEN_MFA. */
export async function answerSoftwareToken(turn: Turn<'SOFTWARE_TOKEN_MFA'>): Promise<AuthAnswer> {
  const { services, caller, progress, responses } = turn
  const code = requireParameter(responses, 'SOFTWARE_TOKEN_MFA_CODE')
  services.users.change(caller.pool, progress.username, ({ mfa }) => {
    mfa.software = acceptTotp(mfa.software, code, services.clock.nowMs())
  })
  return completeSignIn(turn)
}

/**
 * The token with the code's time step used up.
 *
 * @throws {ServiceError} CodeMismatchException, or ExpiredCodeException for a code that was accepted before.
 */
export function acceptTotp(token: SoftwareToken | undefined, code: string, nowMs: number): SoftwareToken {
  const step = token && findTotpStep(token.secret, code, nowMs)
  if (!token || step === undefined) throw codeMismatch('Invalid code received for user')
  if (step <= (token.lastStep ?? -1)) throw expiredCode('Your software token has already been used once.')
  return { ...token, lastStep: step }
}

/** Answers SELECT_MFA_TYPE with one of the names it offered. */
export async function answerSelectMfaType(turn: Turn<'SELECT_MFA_TYPE'>): Promise<AuthAnswer> {
  const { services, caller, progress, challenge, responses } = turn
  const answer = requireParameter(responses, 'ANSWER')
  const mfaType = challenge.options.find((option: MfaType) => option === answer)
  if (!mfaType) throw invalidParameter(`ANSWER must be one of ${challenge.options.join(', ')}.`)
  return askMfa(turn, services.users.get(caller.pool, progress.username), mfaType)
}
