import { useAtomValue, useSetAtom } from 'jotai'

import { FocusedHeading } from '../../frame/screen.tsx'
import { envAtom } from '../../session/services.ts'
import { challengeText } from '../../text/challenge.ts'
import { loginText } from '../../text/login.ts'
import { recoveryText } from '../../text/account-recovery.ts'
import { AnswerForm } from '../../widgets/answer-form.tsx'
import { CodeField } from '../../widgets/code-field.tsx'
import { ResendButton } from '../../widgets/resend-button.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import type { Recovery } from './kept-stage.ts'
import { takeLoginStepAtom } from './login-atoms.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { confirmAccount, resetPassword, sendConfirmationCode, sendPasswordCode } from './recovery-steps.ts'
import { StageFrame } from './stage-frame.tsx'

type RecoveryStageProps = {
  recovery: Recovery
  /**
   * Password from the login form, empty after a reload. The app signs in to a confirmed account with this password, and rejects
   * it as the new password in a required reset.
   */
  password: string
}

/** Asks for the codes that reset a password or confirm a new account. */
export function RecoveryStage({ recovery, password }: RecoveryStageProps) {
  const isRequest = recovery.step === 'request'
  return (
    <StageFrame
      key={recovery.step}
      busyText={isRequest ? recoveryText.sending : loginText.signingIn}
      back={recoveryText.back}
    >
      {isRequest && <Request recovery={recovery} />}
      {recovery.step === 'reset' && <Reset recovery={recovery} password={password} />}
      {recovery.step === 'confirm' && <Confirm recovery={recovery} password={password} />}
    </StageFrame>
  )
}

/** Asks for the address of the account. */
function Request({ recovery }: { recovery: Recovery }) {
  const takeStep = useSetAtom(takeLoginStepAtom)
  const send = (username: string) =>
    void takeStep((client, signal) => sendPasswordCode(client, { ...recovery, username }, { signal }))
  return (
    <>
      <FocusedHeading>{recoveryText.requestTitle}</FocusedHeading>
      <p>{recoveryText.requestSteps}</p>
      <AnswerForm submit={recoveryText.requestSubmit} onAnswer={({ email = '' }) => send(email.trim().toLowerCase())}>
        <TextField
          label={loginText.email}
          name="email"
          type="email"
          autoComplete="username"
          placeholder={loginText.emailSample}
          defaultValue={recovery.username}
        />
      </AnswerForm>
    </>
  )
}

/** Asks for the code and a new password. */
function Reset({ recovery, password: typed }: RecoveryStageProps) {
  const { authFlow: flow } = useAtomValue(envAtom)
  const takeStep = useSetAtom(takeLoginStepAtom)
  const { username, isRequired } = recovery
  const reset = (code: string, password: string) =>
    void takeStep((client, signal) => resetPassword(client, recovery, { code, password, typed, flow, signal }))
  return (
    <>
      <FocusedHeading>{isRequired ? recoveryText.requiredTitle : recoveryText.resetTitle}</FocusedHeading>
      <p role="status">{resetSteps(recovery)}</p>
      <AnswerForm
        submit={recoveryText.resetSubmit}
        account={username}
        onAnswer={({ code = '', newPassword = '' }) => reset(code, newPassword)}
      >
        <CodeField label={challengeText.code} />
        <NewPasswordField />
      </AnswerForm>
      <Resend recovery={recovery} send={sendPasswordCode} />
    </>
  )
}

function resetSteps({ sent, isRequired }: Recovery): string {
  if (sent === null) return recoveryText.requiredSteps
  return isRequired ? recoveryText.codeSent(sent.destination) : recoveryText.codeMayBeSent(sent.destination)
}

/** Asks for the code that confirms a new account. */
function Confirm({ recovery, password }: RecoveryStageProps) {
  const { authFlow: flow } = useAtomValue(envAtom)
  const takeStep = useSetAtom(takeLoginStepAtom)
  const { sent } = recovery
  const confirm = (code: string) =>
    void takeStep((client, signal) => confirmAccount(client, recovery, { code, password, flow, signal }))
  return (
    <>
      <FocusedHeading>{recoveryText.confirmTitle}</FocusedHeading>
      <p role="status">{sent ? recoveryText.codeSent(sent.destination) : recoveryText.confirmSteps}</p>
      <AnswerForm submit={recoveryText.confirmSubmit} onAnswer={({ code = '' }) => confirm(code)}>
        <CodeField label={challengeText.code} />
      </AnswerForm>
      <Resend recovery={recovery} send={sendConfirmationCode} />
    </>
  )
}

function Resend({ recovery, send }: { recovery: Recovery; send: typeof sendPasswordCode }) {
  const takeStep = useSetAtom(takeLoginStepAtom)
  return (
    <ResendButton
      label={recoveryText.resend}
      sentAtMs={recovery.sent?.atMs ?? null}
      onResend={() => void takeStep((client, signal) => send(client, recovery, { signal }))}
    />
  )
}
