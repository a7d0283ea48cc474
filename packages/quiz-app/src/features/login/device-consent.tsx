import { doNotRememberDevice, rememberDevice } from '@cognito-srp/client'
import type { CognitoClient } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'

import { finishLoginAtom } from './login-atoms.ts'
import layout from '../../styles/layout.module.css'
import { challengeText } from '../../text.ts'
import { Button } from '../../widgets/button.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'

/** Whether the service may remember this device. The person is signed in already, whatever they choose. */
export function DeviceConsent({ username }: { username: string }) {
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
