import {
  associateSoftwareToken,
  ChallengeError,
  isCognitoError,
  respondToChallenge,
  signIn,
  type Challenge,
  type CognitoClient,
  type SignInStep,
} from '@cognito-srp/client'
import { useActionState } from 'react'

import { ChallengeFields, titleOf } from './challenge-fields.tsx'
import { explain } from './explain.ts'

/** Where a sign-in stands: at the password, or at something that the service asks. */
type SignInState = {
  username: string
  challenge?: Challenge | undefined
  /** What an authenticator app is set up with, while that is asked. */
  secretCode?: string | undefined
  failure?: string
}

type SignInProps = {
  client: CognitoClient
  /** For pages that do not follow a store. */
  onSignedIn?: () => void
}

/** User name and password, then one question after the other, until there is a session. */
export function SignIn({ client, onSignedIn }: SignInProps) {
  const [state, submit, isPending] = useActionState(takeStep, { username: '' })
  const { username, challenge, secretCode, failure } = state

  async function takeStep(before: SignInState, form: FormData): Promise<SignInState> {
    const typed = before.challenge ? before.username : textOf(form, 'username')
    try {
      const step = await (before.challenge
        ? answer(client, before.challenge, form)
        : signIn(client, { username: typed, password: textOf(form, 'password') }))
      if (step.name === 'SIGNED_IN') onSignedIn?.()
      return { username: typed, ...(await ask(client, step)) }
    } catch (error) {
      return { ...before, username: typed, failure: explain(error), challenge: challengeAfter(error, before.challenge) }
    }
  }

  return (
    <form action={submit} key={challenge?.name}>
      <h1>{challenge ? titleOf(challenge) : 'Sign in'}</h1>
      {challenge ? (
        <ChallengeFields challenge={challenge} secretCode={secretCode} />
      ) : (
        <>
          <label>
            User name
            <input name="username" defaultValue={username} autoComplete="username" autoCapitalize="none" required />
          </label>
          <label>
            Password
            <input name="password" type="password" autoComplete="current-password" required />
          </label>
        </>
      )}
      <p role="alert">{failure}</p>
      <button disabled={isPending}>{challenge ? 'Go on' : 'Sign in'}</button>
    </form>
  )
}

/** What is shown next. The secret of an authenticator app comes with a challenge of its own, which replaces the first. */
async function ask(client: CognitoClient, step: SignInStep): Promise<Pick<SignInState, 'challenge' | 'secretCode'>> {
  if (step.name === 'SIGNED_IN') return {}
  if (step.name === 'MFA_SETUP' && step.step === 'associate') return associateSoftwareToken(client, step)
  return { challenge: step }
}

function answer(client: CognitoClient, challenge: Challenge, form: FormData): Promise<SignInStep> {
  switch (challenge.name) {
    case 'SMS_MFA':
    case 'SOFTWARE_TOKEN_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
      return respondToChallenge(client, challenge, { code: textOf(form, 'code') })
    case 'SELECT_MFA_TYPE':
      return respondToChallenge(client, challenge, { mfaType: textOf(form, 'mfaType') })
    case 'MFA_SETUP':
      return respondToChallenge(client, challenge, { userCode: textOf(form, 'code') })
    case 'NEW_PASSWORD_REQUIRED':
      return respondToChallenge(client, challenge, {
        newPassword: textOf(form, 'newPassword'),
        attributes: Object.fromEntries(challenge.requiredAttributes.map((name) => [name, textOf(form, name)])),
      })
    default:
      throw new ChallengeError(`This page cannot answer ${challenge.name}.`)
  }
}

/** A wrong code leaves the challenge open. One that has ended, or been refused for good, begins again at the password. */
function challengeAfter(error: unknown, challenge: Challenge | undefined): Challenge | undefined {
  if (error instanceof ChallengeError && error.challenge) return error.challenge
  const isRefused = isCognitoError(error) && error.code === 'NotAuthorizedException'
  return isRefused || (challenge && challenge.expiresAtMs <= Date.now()) ? undefined : challenge
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
