import { associateSoftwareToken } from '@cognito-srp/client'
import type { MfaSetup } from '@cognito-srp/client'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

import { takeLoginStepAtom } from './login-atoms.ts'
import { envAtom } from '../../session/services.ts'
import { challengeText, commonText } from '../../text.ts'
import { Loading } from '../../widgets/loading.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useAnswer } from './answer-step.ts'
import styles from './authenticator-setup.module.css'
import { authenticatorAddress } from './authenticator-address.ts'
import { QrCode } from './qr-code.tsx'

type AuthenticatorSetupProps = { challenge: MfaSetup; secretCode?: string | undefined }

/** Shows the secret to an authenticator app, by camera or by hand, and asks for its first code. */
export function AuthenticatorSetup({ challenge, secretCode }: AuthenticatorSetupProps) {
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
            text={authenticatorAddress(productName, challenge.username, secretCode)}
            label={challengeText.setupQr}
          />
          <p>
            {challengeText.setupSecret}: <code className={styles.secret}>{secretCode}</code>
          </p>
        </>
      )}
      <AnswerForm onAnswer={({ code = '' }) => answer({ userCode: code.trim(), deviceName: productName })}>
        <TextField label={challengeText.code} name="code" inputMode="numeric" autoComplete="one-time-code" />
      </AnswerForm>
    </>
  )
}
