import type { MfaSetup } from '@cognito-srp/client'
import { useState } from 'react'

import { challengeText } from '../../text.ts'
import { Button } from '../../widgets/button.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useAnswer } from './answer-step.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'

const APP = 'SOFTWARE_TOKEN_MFA'

type MfaSetupChallengeProps = { challenge: MfaSetup; secretCode?: string | undefined }

/** Sets up a second factor: an authenticator app, or codes by e-mail where the pool allows them. */
export function MfaSetupChallenge({ challenge, secretCode }: MfaSetupChallengeProps) {
  const canUseApp = challenge.options.includes(APP)
  const canUseEmail = challenge.options.some((option) => option.startsWith('EMAIL'))
  const [wantsApp, setWantsApp] = useState(canUseApp)

  if (!canUseApp && !canUseEmail) return <p>{challengeText.setupImpossible}</p>
  return (
    <>
      <FocusedHeading>{challengeText.setupTitle}</FocusedHeading>
      {wantsApp ? (
        <AuthenticatorSetup challenge={challenge} secretCode={secretCode} />
      ) : (
        <EmailSetup challenge={challenge} />
      )}
      {canUseApp && canUseEmail && (
        <Button onClick={() => setWantsApp(!wantsApp)}>
          {wantsApp ? challengeText.setupByEmail : challengeText.setupByApp}
        </Button>
      )}
    </>
  )
}

function EmailSetup({ challenge }: { challenge: MfaSetup }) {
  const answer = useAnswer(challenge)
  return (
    <AnswerForm onAnswer={({ address = '' }) => answer({ email: address.trim() })}>
      <TextField label={challengeText.setupEmail} name="address" type="email" autoComplete="email" />
    </AnswerForm>
  )
}
