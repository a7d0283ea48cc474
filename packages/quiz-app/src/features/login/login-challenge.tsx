import { doNotRememberDevice, rememberDevice } from '@cognito-srp/client'
import type { CognitoClient } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'

import { FocusedHeading } from '../../frame/screen.tsx'
import layout from '../../styles/layout.module.css'
import { challengeText } from '../../text/challenge.ts'
import { loginText } from '../../text/login.ts'
import { Button } from '../../widgets/button.tsx'
import { ChoiceChallenge } from './choice-challenge.tsx'
import {
  CodeChallenge,
  CustomChallenge,
  NewPasswordChallenge,
  PasswordChallenge,
  UnknownChallenge,
} from './form-challenges.tsx'
import { finishLoginAtom } from './login-atoms.ts'
import type { LoginStage } from './login-atoms.ts'
import { MfaSetupChallenge } from './mfa-setup-challenge.tsx'
import { PasskeyChallenge } from './passkey-challenge.tsx'
import { questionText } from './pool-question.ts'
import { StageFrame } from './stage-frame.tsx'

type LoginChallengeProps = {
  stage: Exclude<LoginStage, { name: 'form' | 'recovery' }>
  /**
   * Password from the login form, empty after a reload. The password is used for SRP, and rejected as a new password or
   * a custom answer.
   */
  password: string
}

/** Shows a challenge with a button that returns to the form, or the question about the device. */
export function LoginChallenge({ stage, password }: LoginChallengeProps) {
  if (stage.name === 'device-consent') return <DeviceConsent username={stage.username} />
  return (
    <StageFrame key={stage.challenge.name} busyText={loginText.signingIn} back={challengeText.startAgain}>
      {challengeStep(stage, password)}
    </StageFrame>
  )
}

type ChallengeStage = Extract<LoginStage, { name: 'challenge' }>

function challengeStep({ challenge, authenticator }: ChallengeStage, password: string): ReactNode {
  switch (challenge.name) {
    case 'SMS_MFA':
    case 'SMS_OTP':
    case 'EMAIL_OTP':
    case 'SOFTWARE_TOKEN_MFA':
      return <CodeChallenge challenge={challenge} />
    case 'SELECT_MFA_TYPE':
    case 'SELECT_CHALLENGE':
      return <ChoiceChallenge challenge={challenge} password={password} />
    case 'MFA_SETUP':
      return <MfaSetupChallenge challenge={challenge} authenticator={authenticator} />
    case 'NEW_PASSWORD_REQUIRED':
      return <NewPasswordChallenge challenge={challenge} password={password} />
    case 'PASSWORD':
    case 'PASSWORD_SRP':
      return <PasswordChallenge challenge={challenge} />
    case 'WEB_AUTHN':
      return <PasskeyChallenge challenge={challenge} />
    case 'CUSTOM_CHALLENGE':
      return <CustomChallenge key={questionText(challenge)} challenge={challenge} password={password} />
    case 'UNKNOWN':
      return <UnknownChallenge challenge={challenge} />
    default:
      return challenge satisfies never
  }
}

/** Asks whether the service may remember this device. The answer does not affect the sign-in, which is already complete. */
function DeviceConsent({ username }: { username: string }) {
  const finish = useSetAtom(finishLoginAtom)
  const decide = (decision: (client: CognitoClient) => Promise<unknown>) => void finish(username, decision)
  return (
    <>
      <FocusedHeading>{challengeText.consentTitle}</FocusedHeading>
      <p>{challengeText.consent}</p>
      <div className={layout.tightStack}>
        <Button appearance="emphasised" fullWidth onClick={() => decide(rememberDevice)}>
          {challengeText.remember}
        </Button>
        <Button appearance="outlined" fullWidth onClick={() => decide(doNotRememberDevice)}>
          {challengeText.doNotRemember}
        </Button>
      </div>
    </>
  )
}
