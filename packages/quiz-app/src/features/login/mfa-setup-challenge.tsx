import { associateSoftwareToken, totpUri } from '@cognito-srp/client'
import type { AuthenticatorSecret, MfaSetup } from '@cognito-srp/client'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'

import { FocusedHeading } from '../../frame/screen.tsx'
import { envAtom } from '../../session/services.ts'
import { challengeText } from '../../text/challenge.ts'
import { commonText } from '../../text/common.ts'
import { AnswerForm } from '../../widgets/answer-form.tsx'
import { CodeField } from '../../widgets/code-field.tsx'
import { Button } from '../../widgets/button.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { QrCode } from '../../widgets/qr-code.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { takeLoginStepAtom } from './login-atoms.ts'
import { useAnswer } from './use-answer.ts'

const APP = 'SOFTWARE_TOKEN_MFA'

type MfaSetupChallengeProps = { challenge: MfaSetup; authenticator: AuthenticatorSecret | undefined }

/** Sets up an authenticator app, or codes by e-mail if the pool allows them. */
export function MfaSetupChallenge({ challenge, authenticator }: MfaSetupChallengeProps) {
  const canUseApp = challenge.options.includes(APP)
  const canUseEmail = challenge.options.some((option) => option.startsWith('EMAIL'))
  const [wantsApp, setWantsApp] = useState(canUseApp)

  if (!canUseApp && !canUseEmail) return <p>{challengeText.setupImpossible}</p>
  return (
    <>
      <FocusedHeading>{challengeText.setupTitle}</FocusedHeading>
      {wantsApp ? (
        <AuthenticatorSetup challenge={challenge} authenticator={authenticator} />
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
    <AnswerForm submit={challengeText.continue} onAnswer={({ address = '' }) => answer({ email: address.trim() })}>
      <TextField label={challengeText.setupEmail} name="address" type="email" autoComplete="email" />
    </AnswerForm>
  )
}

/** Shows the secret of an authenticator app as a QR code and as text, and asks for the app's first code. */
function AuthenticatorSetup({ challenge, authenticator }: MfaSetupChallengeProps) {
  const { productName } = useAtomValue(envAtom)
  const takeStep = useSetAtom(takeLoginStepAtom)
  const answer = useAnswer(challenge)
  const needsSecret = challenge.step !== 'complete' && authenticator === undefined

  useEffect(() => {
    if (!needsSecret) return
    void takeStep(async (client, signal) => {
      const { secretCode, challenge: next } = await associateSoftwareToken(client, challenge, { signal })
      const uri = totpUri({ secretCode, username: next.username, issuer: productName })
      return { phase: 'challenge', challenge: next, authenticator: { secretCode, uri } }
    })
  }, [needsSecret, challenge, takeStep, productName])

  if (needsSecret) return <Loading text={commonText.loading} />
  return (
    <>
      <p>{challengeText.setupSteps}</p>
      {authenticator && (
        <>
          <QrCode text={authenticator.uri} label={challengeText.setupQr} />
          <p>
            {challengeText.setupSecret}: <code>{authenticator.secretCode}</code>
          </p>
        </>
      )}
      <AnswerForm
        submit={challengeText.continue}
        onAnswer={({ code = '' }) => answer({ userCode: code, deviceName: productName })}
      >
        <CodeField label={challengeText.code} />
      </AnswerForm>
    </>
  )
}
