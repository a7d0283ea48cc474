import type { Caller } from '../pools/pools.ts'
import { checkSecretHash } from '../pools/secrets.ts'
import { invalidSession, passwordAttemptsExceeded, ServiceError, wrongPassword } from '../service-error.ts'
import { answerInEqualTime } from '../users/equal-time.ts'
import { toRecordId } from '../users/user-directory.ts'
import {
  isFirstProof,
  type Challenge,
  type ChallengeName,
  type ChallengeOf,
  type SignInProgress,
} from './challenges.ts'
import { answerSelectChallenge, answerWebAuthn } from './choice.ts'
import { answerCustomChallenge } from './custom.ts'
import { answerDevicePasswordVerifier, answerDeviceSrpAuth } from './device.ts'
import { answerNewPassword, answerPassword, answerPasswordSrp, answerPasswordVerifier } from './password-challenges.ts'
import { answerMfaSetup, answerSelectMfaType, answerSentCode, answerSoftwareToken } from './second-factor.ts'
import {
  checkNotEnded,
  requireParameter,
  type AuthAnswer,
  type SignInServices,
  type ChallengeContext,
} from './sign-in.ts'

/** An answer to a challenge, as received from the client. */
export type ChallengeAnswer = {
  caller: Caller
  challengeName: string
  session?: string | undefined
  responses: Record<string, string>
  clientMetadata?: Record<string, string> | undefined
}

type AnswerChallenge = { [Name in ChallengeName]: (context: ChallengeContext<Name>) => Promise<AuthAnswer> }

const answerChallenge: AnswerChallenge = {
  PASSWORD_VERIFIER: answerPasswordVerifier,
  PASSWORD: answerPassword,
  PASSWORD_SRP: answerPasswordSrp,
  DEVICE_SRP_AUTH: answerDeviceSrpAuth,
  DEVICE_PASSWORD_VERIFIER: answerDevicePasswordVerifier,
  NEW_PASSWORD_REQUIRED: answerNewPassword,
  SMS_MFA: answerSentCode,
  SMS_OTP: answerSentCode,
  EMAIL_OTP: answerSentCode,
  SOFTWARE_TOKEN_MFA: answerSoftwareToken,
  SELECT_MFA_TYPE: answerSelectMfaType,
  MFA_SETUP: answerMfaSetup,
  CUSTOM_CHALLENGE: answerCustomChallenge,
  SELECT_CHALLENGE: answerSelectChallenge,
  WEB_AUTHN: answerWebAuthn,
}

/**
 * Answers an open challenge. The challenge is marked as used before the answer is checked, so concurrent copies of an
 * answer count once. After a NotAuthorizedException, the challenge stays marked as used, unless the answer came during
 * a lockout. Other exceptions of the service reopen the challenge, for example for a missing field, an unknown device
 * or one of the first four wrong codes.
 *
 * @throws {ServiceError} NotAuthorizedException for a Session that is not open, or a wrong proof;
 * CodeMismatchException, ExpiredCodeException, InvalidPasswordException, InvalidParameterException and
 * ResourceNotFoundException for an answer that can be retried; UserNotConfirmedException or
 * PasswordResetRequiredException; errors thrown by triggers.
 */
export function respondToChallenge(services: SignInServices, answer: ChallengeAnswer): Promise<AuthAnswer> {
  return answerInEqualTime(answer.caller, () => respondOnce(services, answer))
}

async function respondOnce(services: SignInServices, answer: ChallengeAnswer): Promise<AuthAnswer> {
  const { caller, responses, clientMetadata } = answer
  const challenge = findChallenge(services, answer)
  const name = requireParameter(responses, 'USERNAME')
  checkUsername(services, caller, challenge, name)
  checkSecretHash(caller.client, [name, challenge.progress.username], responses['SECRET_HASH'])
  checkNotEnded(services, caller, challenge)
  services.challenges.take(challenge)
  const progress = withDevice(challenge, responses['DEVICE_KEY'])
  try {
    return await dispatch({ services, caller, progress, challenge, responses, clientMetadata })
  } catch (error) {
    if (canRetry(error, challenge)) services.challenges.reopen(challenge)
    throw error
  }
}

/**
 * Adds the device that the answer names to the progress of the sign-in. The client must name the device no later than with
 * the first proof, because the next step depends on the device. A password can be sent again without a rejected device, so
 * for PASSWORD_VERIFIER only the current answer counts.
 */
function withDevice(challenge: Challenge, named: string | undefined): SignInProgress {
  const { deviceKey: earlier, ...progress } = challenge.progress
  const later = isFirstProof(challenge) ? (named ?? earlier) : earlier
  const deviceKey = challenge.name === 'PASSWORD_VERIFIER' ? named : later
  return { ...progress, ...(deviceKey !== undefined && { deviceKey }) }
}

function findChallenge(services: SignInServices, answer: ChallengeAnswer): Challenge {
  if (answer.session !== undefined) return findOpenChallenge(services, answer, answer.session)
  if (answer.challengeName !== 'PASSWORD_VERIFIER') throw invalidSession()
  try {
    return findOpenChallenge(services, answer, requireParameter(answer.responses, 'PASSWORD_CLAIM_SECRET_BLOCK'))
  } catch (error) {
    // An unknown or used secret block must look like a wrong password.
    throw error instanceof ServiceError && error.code === 'NotAuthorizedException' ? wrongPassword() : error
  }
}

function findOpenChallenge(
  { challenges }: SignInServices,
  { caller, challengeName, session }: ChallengeAnswer,
  handle: string,
): Challenge {
  const challenge = challenges.find(handle)
  const isAsked = challenge.name === challengeName && challenge.session === session
  const isForCaller = challenge.clientId === caller.client.id && challenge.poolId === caller.pool.id
  if (!isAsked || !isForCaller) throw invalidSession()
  return challenge
}

function checkUsername({ users }: SignInServices, { pool }: Caller, { progress }: Challenge, name: string): void {
  if ([progress.username, progress.typed].includes(toRecordId(pool, name))) return
  if (progress.sub !== undefined && users.find(pool, name)?.sub === progress.sub) return
  throw invalidSession()
}

function dispatch<Name extends ChallengeName>(context: ChallengeContext<Name>): Promise<AuthAnswer> {
  const answer: (context: ChallengeContext<Name>) => Promise<AuthAnswer> = answerChallenge[context.challenge.name]
  return answer(context)
}

function canRetry(error: unknown, challenge: ChallengeOf<ChallengeName>): boolean {
  if (!(error instanceof ServiceError)) return false
  if (error.message === passwordAttemptsExceeded().message) return true // the answer was not checked during the lock
  if (error.code === 'NotAuthorizedException') return false
  if (error.code === 'CodeMismatchException') challenge.attemptsLeft -= 1
  return challenge.attemptsLeft > 0
}
