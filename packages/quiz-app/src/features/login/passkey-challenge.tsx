import { provePasskey, respondToChallenge } from '@cognito-srp/client'
import type { ChallengeOf } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'

import { FocusedHeading } from '../../frame/screen.tsx'
import { challengeText } from '../../text/challenge.ts'
import { Button } from '../../widgets/button.tsx'
import { takeLoginStepAtom } from './login-atoms.ts'

/** Signs in with a passkey after a click, because browsers may require a user gesture. */
export function PasskeyChallenge({ challenge }: { challenge: ChallengeOf<'WEB_AUTHN'> }) {
  const takeStep = useSetAtom(takeLoginStepAtom)
  const prove = () =>
    takeStep(async (client, signal) => {
      const credential = await provePasskey(challenge, { signal })
      return respondToChallenge(client, challenge, { credential }, { signal })
    })
  return (
    <>
      <FocusedHeading>{challengeText.passkeyTitle}</FocusedHeading>
      <p>{challengeText.passkeySteps}</p>
      <Button appearance="emphasised" fullWidth onClick={() => void prove()}>
        {challengeText.passkey}
      </Button>
    </>
  )
}
