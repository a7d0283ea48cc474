import { invalidParameter, ServiceError, wrongPassword } from '../service-error.ts'
import type { ChallengeResult } from '../triggers/events.ts'
import type { TriggerAnswers } from '../triggers/response-checks.ts'
import { hasTrigger, runTrigger } from '../triggers/run-trigger.ts'
import { afterOtherProof } from './next-step.ts'
import {
  ask,
  notFoundIn,
  requireParameter,
  signingInUser,
  subjectOf,
  type AuthAnswer,
  type SignIn,
  type ChallengeContext,
} from './sign-in.ts'

/** Calls DefineAuthChallenge, and then sends the next challenge, issues tokens or fails, as the trigger decides. */
export async function advanceCustomAuth(signIn: SignIn, result?: ChallengeResult): Promise<AuthAnswer> {
  const history = result ? [...signIn.progress.history, result] : signIn.progress.history
  const next = { ...signIn, progress: { ...signIn.progress, history } }
  const decision = await defineChallenge(next)
  if (decision.failAuthentication) throw wrongPassword()
  if (decision.issueTokens) return completeCustomAuth(next)
  if (decision.challengeName !== 'CUSTOM_CHALLENGE') {
    throw new ServiceError(
      'InvalidLambdaResponseException',
      'DefineAuthChallenge did not return a challenge that can follow.',
    )
  }
  return askCustomChallenge(next)
}

/**
 * Whether DefineAuthChallenge starts the sign-in with the password. A client asks for the password step with
 * CHALLENGE_NAME = SRP_A.
 */
export async function beginsWithPassword(signIn: SignIn): Promise<boolean> {
  return (await defineChallenge(signIn)).challengeName === 'PASSWORD_VERIFIER'
}

/**
 * Answers CUSTOM_CHALLENGE. VerifyAuthChallengeResponse checks the answer, and DefineAuthChallenge decides how the sign-in
 * continues.
 */
export async function answerCustomChallenge(context: ChallengeContext<'CUSTOM_CHALLENGE'>): Promise<AuthAnswer> {
  const { caller, challenge, responses, clientMetadata } = context
  const { answerCorrect = false } = await runTrigger(caller, 'verifyAuthChallengeResponse', {
    triggerSource: 'VerifyAuthChallengeResponse_Authentication',
    user: subjectOf(context),
    request: {
      privateChallengeParameters: challenge.privateParameters,
      challengeAnswer: requireParameter(responses, 'ANSWER'),
      ...notFoundIn(context),
    },
    clientMetadata,
  })
  return advanceCustomAuth(context, {
    challengeName: 'CUSTOM_CHALLENGE',
    challengeResult: answerCorrect,
    ...(challenge.metadata !== undefined && { challengeMetadata: challenge.metadata }),
  })
}

async function defineChallenge(signIn: SignIn): Promise<TriggerAnswers['defineAuthChallenge']> {
  const { caller, progress, clientMetadata } = signIn
  if (!hasTrigger(caller.pool, 'defineAuthChallenge')) {
    throw invalidParameter('Custom auth lambda trigger is not configured for the user pool.')
  }
  return runTrigger(caller, 'defineAuthChallenge', {
    triggerSource: 'DefineAuthChallenge_Authentication',
    user: subjectOf(signIn),
    request: { session: progress.history, ...notFoundIn(signIn) },
    clientMetadata,
  })
}

async function askCustomChallenge(signIn: SignIn): Promise<AuthAnswer> {
  const { caller, progress, clientMetadata } = signIn
  const { publicChallengeParameters, privateChallengeParameters, challengeMetadata } = await runTrigger(
    caller,
    'createAuthChallenge',
    {
      triggerSource: 'CreateAuthChallenge_Authentication',
      user: subjectOf(signIn),
      request: { challengeName: 'CUSTOM_CHALLENGE', session: progress.history, ...notFoundIn(signIn) },
      clientMetadata,
    },
  )
  const metadata = challengeMetadata === undefined ? {} : { metadata: challengeMetadata }
  const privateParameters = privateChallengeParameters ?? {}
  return ask(signIn, { name: 'CUSTOM_CHALLENGE', privateParameters, ...metadata }, publicChallengeParameters)
}

async function completeCustomAuth(signIn: SignIn): Promise<AuthAnswer> {
  const user = signingInUser(signIn)
  if (!user) throw wrongPassword()
  return afterOtherProof(signIn, user)
}
