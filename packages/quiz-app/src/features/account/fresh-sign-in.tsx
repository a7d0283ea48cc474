import { provePasskey, respondToChallenge, stepUp } from '@cognito-srp/client'
import type { Challenge, SignInStep } from '@cognito-srp/client'
import { useState } from 'react'
import type { ReactNode } from 'react'

import layout from '../../styles/layout.module.css'
import { passwordText, sessionsText } from '../../text/account.ts'
import { challengeText } from '../../text/challenge.ts'
import { loginText } from '../../text/login.ts'
import { AnswerForm } from '../../widgets/answer-form.tsx'
import { Button } from '../../widgets/button.tsx'
import { CodeField } from '../../widgets/code-field.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { accountFailureKind } from './account-failures.ts'
import { NextStep, OutcomeLine, ReadingView } from './account-parts.tsx'
import { useAccountAction, useAccountReading } from './account-work.tsx'
import type { AccountOperation } from './account-calls.ts'

type FreshSignInProps = {
  /** Maximum age of a sign-in that does not require reauthentication. */
  maxAgeSeconds: number
  /** Called when the user has proven their identity. The client then has a new session. */
  onProven: () => void
}

/**
 * Asks the signed-in user for the password or another factor. The current session continues until the user has reauthenticated.
 */
export function FreshSignIn({ maxAgeSeconds, onProven }: FreshSignInProps) {
  const start: AccountOperation<SignInStep> = (client, options) => stepUp(client, { maxAgeSeconds, ...options })
  const { reading, retry } = useAccountReading(start)
  return (
    <ReadingView reading={reading} onRetry={retry}>
      {(first) => <Proof first={first} start={start} onProven={onProven} />}
    </ReadingView>
  )
}

type ProofProps = { first: SignInStep; start: AccountOperation<SignInStep>; onProven: () => void }

/** Sends an answer; for a passkey, first asks the browser for a credential. */
type Answer = AccountOperation<SignInStep>

function Proof({ first, start, onProven }: ProofProps) {
  const { outcome, run } = useAccountAction({ 'wrong-credentials': passwordText.wrong })
  const [step, setStep] = useState(first)

  const send = (answer: Answer) =>
    run(async (call) => {
      try {
        const next = await call(answer)
        if (next.name === 'SIGNED_IN') onProven()
        else setStep(next)
      } catch (cause) {
        // After any failure except a wrong code, start a new step-up, because the challenge may be over.
        if (accountFailureKind(cause) !== 'wrong-code') setStep(await call(start))
        throw cause
      }
      return null
    })
  if (step.name === 'SIGNED_IN') return null
  return (
    <NextStep key={step.name} focus="control">
      <p>{sessionsText.proof}</p>
      {question(step, (answer) => void send(answer))}
      <OutcomeLine outcome={outcome} />
    </NextStep>
  )
}

/** Returns the controls that answer a challenge, or a message if this section does not support the challenge. */
function question(step: Challenge, send: (answer: Answer) => void): ReactNode {
  switch (step.name) {
    case 'SELECT_CHALLENGE':
      if (step.options.includes('PASSWORD_SRP')) {
        return passwordForm((password) =>
          send((client, options) =>
            respondToChallenge(client, step, { challengeName: 'PASSWORD_SRP', password }, options),
          ),
        )
      }
      return choice(withoutPassword(step.options), (challengeName) =>
        send((client, options) => respondToChallenge(client, step, { challengeName }, options)),
      )
    case 'SELECT_MFA_TYPE':
      return choice(step.options, (mfaType) =>
        send((client, options) => respondToChallenge(client, step, { mfaType }, options)),
      )
    case 'PASSWORD_SRP':
      return passwordForm((password) =>
        send((client, options) => respondToChallenge(client, step, { password }, options)),
      )
    case 'SMS_MFA':
    case 'SMS_OTP':
    case 'EMAIL_OTP':
    case 'SOFTWARE_TOKEN_MFA':
      return (
        <>
          <p>{step.name === 'SOFTWARE_TOKEN_MFA' ? challengeText.codeFromApp : challengeText.codeWithoutDestination}</p>
          <AnswerForm
            submit={challengeText.continue}
            onAnswer={({ code = '' }) => send((client, options) => respondToChallenge(client, step, { code }, options))}
          >
            <CodeField label={challengeText.code} />
          </AnswerForm>
        </>
      )
    case 'WEB_AUTHN':
      return (
        <Button
          appearance="emphasised"
          onClick={() =>
            send(async (client, options) =>
              respondToChallenge(client, step, { credential: await provePasskey(step, options) }, options),
            )
          }
        >
          {challengeText.passkey}
        </Button>
      )
    case 'CUSTOM_CHALLENGE':
    case 'MFA_SETUP':
    case 'NEW_PASSWORD_REQUIRED':
    case 'PASSWORD': // would send the password itself
    case 'UNKNOWN':
      return <p>{sessionsText.proofImpossible}</p>
    default:
      return step satisfies never
  }
}

function passwordForm(onPassword: (password: string) => void): ReactNode {
  return (
    <AnswerForm submit={challengeText.continue} onAnswer={({ password = '' }) => onPassword(password)}>
      <TextField label={loginText.password} name="password" type="password" autoComplete="current-password" />
    </AnswerForm>
  )
}

/** Removes the option that would send the password itself. */
function withoutPassword(options: readonly string[]): readonly string[] {
  return options.filter((option) => option !== 'PASSWORD')
}

function choice(options: readonly string[], onChoice: (option: string) => void): ReactNode {
  if (options.length === 0) return <p>{sessionsText.proofImpossible}</p>
  return (
    <div className={layout.tightStack}>
      {options.map((option) => (
        <Button key={option} appearance="outlined" onClick={() => onChoice(option)}>
          {challengeText.factor(option)}
        </Button>
      ))}
    </div>
  )
}
