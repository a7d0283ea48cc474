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

/** Sets up an authenticator app with a QR code, makes it the preferred second factor, and switches it off. */
export function AuthenticatorSection({ signInName }: { signInName: string }) {
  const { reading, retry, outcome, secretCode, begin, prefer, confirm } = useAuthenticator()
  return (
    <>
      <p>{authenticatorText.purpose}</p>
      <ReadingView reading={reading} onRetry={retry}>
        {({ userMfaSettingList, preferredMfaSetting }) => {
          if (secretCode !== null) return <SetUp {...{ secretCode, signInName }} onConfirm={confirm} />
          if (!userMfaSettingList.includes(APP)) return <Absent onSetUp={begin} />
          return <Present isPreferred={preferredMfaSetting === APP} onChange={prefer} />
        }}
      </ReadingView>
      <OutcomeLine outcome={outcome} />
    </>
  )
}

function useAuthenticator() {
  const { productName } = useAtomValue(envAtom)
  const { reading, reload, retry } = useAccountReading((client, options) => getUser(client, options))
  const { outcome, run } = useAccountAction({ 'not-offered': authenticatorText.notOffered })
  /**
   * Secret code of the current set-up. The code is not stored elsewhere, so the user must start an abandoned set-up
   * again.
   */
  const [secretCode, setSecretCode] = useState<string | null>(null)

  const begin = () =>
    void run(async (call) => {
      setSecretCode((await call((client, options) => associateSoftwareToken(client, options))).secretCode)
      return null
    })
  const prefer = (preference: typeof TURNED_ON, done: string) =>
    void run(async (call) => {
      await call((client, options) => setUserMfaPreference(client, { ...preference, ...options }))
      await reload()
      return done
    })
  const confirm = (userCode: string) =>
    void run(async (call) => {
      await call((client, options) =>
        verifySoftwareToken(client, { userCode, friendlyDeviceName: productName, ...options }),
      )
      await call((client, options) => setUserMfaPreference(client, { ...TURNED_ON, ...options }))
      await reload()
      setSecretCode(null)
      return authenticatorText.turnedOn
    })
  return { reading, retry, outcome, secretCode, begin, prefer, confirm }
}

type SetUpProps = { secretCode: string; signInName: string; onConfirm: (code: string) => void }

function SetUp({ secretCode, signInName, onConfirm }: SetUpProps) {
  const { productName } = useAtomValue(envAtom)
  return (
    <NextStep focus="start">
      <p>{challengeText.setupSteps}</p>
      <QrCode text={totpUri({ secretCode, username: signInName, issuer: productName })} label={challengeText.setupQr} />
      <p>
        {challengeText.setupSecret}: <code className={styles.secret}>{secretCode}</code>
      </p>
      <AnswerForm submit={authenticatorText.confirmCode} onAnswer={({ code = '' }) => onConfirm(code)}>
        <CodeField label={challengeText.code} />
      </AnswerForm>
    </NextStep>
  )
}

function Absent({ onSetUp }: { onSetUp: () => void }) {
  return (
    <>
      <p>{authenticatorText.off}</p>
      <div>
        <Button appearance="outlined" onClick={onSetUp}>
          {authenticatorText.set}
        </Button>
      </div>
    </>
  )
}

type PresentProps = { isPreferred: boolean; onChange: (preference: typeof TURNED_ON, done: string) => void }

function Present({ isPreferred, onChange }: PresentProps) {
  return (
    <>
      <p>
        {authenticatorText.on} {isPreferred && authenticatorText.preferred}
      </p>
      <div className={styles.actions}>
        {!isPreferred && (
          <Button appearance="outlined" onClick={() => onChange(TURNED_ON, authenticatorText.nowPreferred)}>
            {authenticatorText.prefer}
          </Button>
        )}
        <ConfirmButton
          label={authenticatorText.turnOff}
          question={authenticatorText.turnOffQuestion}
          onConfirm={() => onChange(TURNED_OFF, authenticatorText.turnedOff)}
        />
      </div>
    </>
  )
}
