import { associateSoftwareToken, totpUri } from '@cognito-srp/client'
import type { MfaSetup } from '@cognito-srp/client'
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
    <AnswerForm submit={challengeText.continue} onAnswer={({ address = '' }) => answer({ email: address.trim() })}>
      <TextField label={challengeText.setupEmail} name="address" type="email" autoComplete="email" />
    </AnswerForm>
  )
}

/** Shows the secret to an authenticator app, by camera or by hand, and asks for its first code. */
function AuthenticatorSetup({ challenge, secretCode }: MfaSetupChallengeProps) {
  const { productName } = useAtomValue(envAtom)
  const takeStep = useSetAtom(takeLoginStepAtom)
  const answer = useAnswer(challenge)
  const needsSecret = challenge.step !== 'complete' && secretCode === undefined

  useEffect(() => {
    if (needsSecret) void takeStep((client, signal) => associateSoftwareToken(client, challenge, { signal }))
  }, [needsSecret, challenge, takeStep])

  if (needsSecret) return <Loading text={commonText.loading} />
  return (
    <>
      <p>{challengeText.setupSteps}</p>
      {secretCode !== undefined && (
        <>
          <QrCode
            text={totpUri({ secretCode, username: challenge.username, issuer: productName })}
            label={challengeText.setupQr}
          />
          <p>
            {challengeText.setupSecret}: <code>{secretCode}</code>
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
