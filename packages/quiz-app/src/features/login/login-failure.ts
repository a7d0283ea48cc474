import { ChallengeError, signIn } from '@cognito-srp/client'
import type { CognitoClient, SignInRequest } from '@cognito-srp/client'

import { logFailure } from '../../failure-log.ts'
import { describeFailure, failureKind, failureOf } from '../../session/identity-failure.ts'
import { identityFailureText } from '../../text/identity-failure-text.ts'
import type { LoginFailure, LoginStage, LoginState, Reached } from './login-atoms.ts'

// What a failed step leads to. Loaded when one has failed: whoever signs in at once never needs it.

/**
 * Goes on after a refused sign-in. Phones like to begin an address with a capital, so it is tried once more in lower case;
 * an account that needs a code first leads to where the code is asked for.
 */
export async function signInAgain(client: CognitoClient, request: SignInRequest, cause: unknown): Promise<Reached> {
  const { username } = request
  const stage = stageOfRecovery(cause, username)
  if (stage) {
    logFailure('Signing in needs a code first.', cause)
    return { stage }
  }
  const lowered = username.toLowerCase()
  if (lowered === username || failureKind(failureOf(cause)) !== 'wrong-credentials') throw cause
  const again = { ...request, username: lowered }
  return signIn(client, again).catch((second: unknown) => signInAgain(client, again, second))
}

/** A failed step is taken again; where the challenge went on nevertheless from there, and once it is over, from the form. */
export function afterFailure(stage: LoginStage, cause: unknown): Pick<LoginState, 'stage' | 'failure'> {
  if (cause instanceof ChallengeError && cause.challenge) {
    return { stage: { name: 'challenge', challenge: cause.challenge }, failure: describe(cause.cause) }
  }
  const recovery = stage.name === 'challenge' && stageOfRecovery(cause, stage.challenge.username)
  if (recovery) return { stage: recovery, failure: null }
  const isQuestion = stage.name === 'challenge' && stage.challenge.name === 'CUSTOM_CHALLENGE'
  // A pool that refuses here has ended the sign-in: its question takes no more answers.
  const isRefusedForGood = isQuestion && failureOf(cause).code === 'NotAuthorizedException'
  const described = describe(cause)
  const failure = isRefusedForGood && described.kind === 'wrong-credentials' ? failureWith('answer-refused') : described
  const isOver = isRefusedForGood || failure.kind === 'challenge-expired' || failure.kind === 'password-wanted'
  return { stage: isOver ? { name: 'form', email: '' } : stage, failure }
}

/** Where the code is asked for that an account needs before it signs in; null when the failure is another. */
function stageOfRecovery(cause: unknown, username: string): LoginStage | null {
  const kind = failureKind(failureOf(cause))
  if (kind !== 'password-reset-required' && kind !== 'account-unconfirmed') return null
  const isRequired = kind === 'password-reset-required'
  return { name: 'recovery', recovery: { step: isRequired ? 'reset' : 'confirm', username, sent: null, isRequired } }
}

function describe(cause: unknown): LoginFailure {
  const failure = failureOf(cause)
  if (failure.code === 'SessionError') return failureWith('reply-unreadable') // no session has begun that could have ended
  return { kind: failureKind(failure), text: describeFailure(failure) }
}

function failureWith(kind: keyof typeof identityFailureText): LoginFailure {
  return { kind, text: identityFailureText[kind] }
}
