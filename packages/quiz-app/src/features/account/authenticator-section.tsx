import {
  associateSoftwareToken,
  getUser,
  setUserMfaPreference,
  totpUri,
  verifySoftwareToken,
} from '@cognito-srp/client'
import { useAtomValue } from 'jotai'
import { useState } from 'react'

import { envAtom } from '../../session/services.ts'
import { authenticatorText } from '../../text/account.ts'
import { challengeText } from '../../text/challenge.ts'
import { AnswerForm } from '../../widgets/answer-form.tsx'
import { Button } from '../../widgets/button.tsx'
import { CodeField } from '../../widgets/code-field.tsx'
import { QrCode } from '../../widgets/qr-code.tsx'
import { ConfirmButton, NextStep, OutcomeLine, ReadingView } from './account-parts.tsx'
import { useAccountAction, useAccountReading } from './account-work.tsx'
import styles from './account.module.css'

const APP = 'SOFTWARE_TOKEN_MFA'
const TURNED_ON = { softwareTokenMfaSettings: { enabled: true, preferredMfa: true } }
const TURNED_OFF = { softwareTokenMfaSettings: { enabled: false, preferredMfa: false } }

/** A second factor shown by an app on another device: set up with a QR code, preferred, and switched off. */
export function AuthenticatorSection({ signInName }: { signInName: string }) {
  const { productName } = useAtomValue(envAtom)
  const { reading, reload, retry } = useAccountReading((client, options) => getUser(client, options))
  const { outcome, run } = useAccountAction({ 'not-offered': authenticatorText.notOffered })
  /** What an app is being set up with. It is kept nowhere else: a set-up that is left starts again. */
  const [secretCode, setSecretCode] = useState<string | null>(null)

  const begin = () =>
    run(async (call) => {
      setSecretCode((await call((client, options) => associateSoftwareToken(client, options))).secretCode)
      return null
    })
  const prefer = (preference: typeof TURNED_ON, done: string) =>
    run(async (call) => {
      await call((client, options) => setUserMfaPreference(client, { ...preference, ...options }))
      await reload()
      return done
    })
  const confirm = ({ code: userCode = '' }) =>
    run(async (call) => {
      await call((client, options) =>
        verifySoftwareToken(client, { userCode, friendlyDeviceName: productName, ...options }),
      )
      await call((client, options) => setUserMfaPreference(client, { ...TURNED_ON, ...options }))
      await reload()
      setSecretCode(null)
      return authenticatorText.turnedOn
    })

  return (
    <>
      <p>{authenticatorText.purpose}</p>
      <ReadingView reading={reading} onRetry={retry}>
        {({ userMfaSettingList, preferredMfaSetting }) => {
          if (secretCode !== null) {
            return (
              <NextStep key="set-up" focus="start">
                <p>{challengeText.setupSteps}</p>
                <QrCode
                  text={totpUri({ secretCode, username: signInName, issuer: productName })}
                  label={challengeText.setupQr}
                />
                <p>
                  {challengeText.setupSecret}: <code className={styles.secret}>{secretCode}</code>
                </p>
                <AnswerForm submit={authenticatorText.confirmCode} onAnswer={(fields) => void confirm(fields)}>
                  <CodeField label={challengeText.code} />
                </AnswerForm>
              </NextStep>
            )
          }
          if (!userMfaSettingList.includes(APP)) {
            return (
              <>
                <p>{authenticatorText.off}</p>
                <div>
                  <Button appearance="outlined" onClick={() => void begin()}>
                    {authenticatorText.set}
                  </Button>
                </div>
              </>
            )
          }
          const isPreferred = preferredMfaSetting === APP
          return (
            <>
              <p>
                {authenticatorText.on} {isPreferred && authenticatorText.preferred}
              </p>
              <div className={styles.actions}>
                {!isPreferred && (
                  <Button appearance="outlined" onClick={() => void prefer(TURNED_ON, authenticatorText.nowPreferred)}>
                    {authenticatorText.prefer}
                  </Button>
                )}
                <ConfirmButton
                  label={authenticatorText.turnOff}
                  question={authenticatorText.turnOffQuestion}
                  onConfirm={() => void prefer(TURNED_OFF, authenticatorText.turnedOff)}
                />
              </div>
            </>
          )
        }}
      </ReadingView>
      <OutcomeLine outcome={outcome} />
    </>
  )
}
