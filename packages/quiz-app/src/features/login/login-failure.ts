import { describeFailure, failureKind, failureOf } from '../../session/identity-failure.ts'
import { identityFailureText } from '../../text/identity-failure-text.ts'
import type { LoginFailure, LoginStage } from './login-atoms.ts'

// Lazy-loaded after the first failure.

/** Describes a failed step of the sign-in. @param stage stage that the step started from */
export function describeLoginFailure(cause: unknown, stage: LoginStage): LoginFailure {
  const failure = failureOf(cause)
  const kind = failureKind(failure)
  // A session cannot end during a sign-in, so this error means that the reply was unreadable.
  if (failure.code === 'SessionError') return failureWith('reply-unreadable')
  const isQuestion = stage.name === 'challenge' && stage.challenge.name === 'CUSTOM_CHALLENGE'
  if (isQuestion && kind === 'wrong-credentials') return failureWith('answer-refused')
  return { kind, text: describeFailure(failure) }
}

function failureWith(kind: keyof typeof identityFailureText): LoginFailure {
  return { kind, text: identityFailureText[kind] }
}
