import type { AnyAnswer, Challenge, CognitoClient, SignInState } from '@cognito-srp/client'
import { useSignIn } from '@cognito-srp/client/react'
import { useEffect, useState } from 'react'

import { ChallengeFields, titleOf } from './challenge-fields.tsx'
import { explain } from './explain.ts'

type SignInProps = {
  client: CognitoClient
  /** Called after the sign-in, for pages that do not use a store. */
  onSignedIn?: () => void
}

/** Asks for user name and password, and then for the answer to each challenge until the user is signed in. */
export function SignIn({ client, onSignedIn }: SignInProps) {
  const [state, store] = useSignIn(client, { keep: () => sessionStorage })
  const [username, setUsername] = useState('')
  const { challenge, authenticator, error } = {
    challenge: undefined,
    authenticator: undefined,
    error: undefined,
    ...state,
  }
  const needsSecret = challenge?.name === 'MFA_SETUP' && challenge.step === 'associate'

  useEffect(() => {
    if (needsSecret) void store.setUpAuthenticator()
  }, [needsSecret, store])
  useEffect(() => {
    if (state.phase === 'deviceConsent') void store.rememberDevice(true)
    if (state.phase === 'signedIn') onSignedIn?.()
  }, [state.phase, store, onSignedIn])

  async function submit(form: FormData) {
    if (needsSecret) return store.setUpAuthenticator() // retry after a failure
    if (challenge) return store.answer(readAnswer(challenge, form))
    setUsername(textOf(form, 'username'))
    return store.signIn({ username: textOf(form, 'username'), password: textOf(form, 'password') })
  }

  return (
    <form action={submit} key={challenge?.name}>
      <h1>{challenge ? titleOf(challenge) : 'Sign in'}</h1>
      {challenge ? (
        <ChallengeFields challenge={challenge} authenticator={authenticator} />
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
      <p role="alert">{ACCOUNT_NEEDS[state.phase] ?? (error && explain(error))}</p>
      <button disabled={state.phase === 'busy'}>{challenge ? 'Continue' : 'Sign in'}</button>
    </form>
  )
}

/**
 * Messages for phases without fields on this page. To continue, an app would call `confirmForgotPassword` or
 * `confirmSignUp`.
 */
const ACCOUNT_NEEDS: Partial<Record<SignInState['phase'], string>> = {
  passwordReset: 'This account needs a new password.',
  confirmSignUp: 'This account is not confirmed yet.',
}

function readAnswer(challenge: Challenge, form: FormData): AnyAnswer {
  switch (challenge.name) {
    case 'SELECT_MFA_TYPE':
      return { mfaType: textOf(form, 'mfaType') }
    case 'MFA_SETUP':
      return { userCode: textOf(form, 'code') }
    case 'NEW_PASSWORD_REQUIRED':
      return {
        newPassword: textOf(form, 'newPassword'),
        attributes: Object.fromEntries(challenge.requiredAttributes.map((name) => [name, textOf(form, name)])),
      }
    default:
      return { code: textOf(form, 'code') }
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
