import { respondToChallenge } from '@cognito-srp/client'
import type { ChallengeOf } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'

import { takeLoginStepAtom } from './login-atoms.ts'
import { challengeText } from '../../text.ts'
import { Button } from '../../widgets/button.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'
import { provePasskey } from './passkey.ts'

/** A passkey, proved when the person asks for it: browsers want a press first. */
export function PasskeyChallenge({ challenge }: { challenge: ChallengeOf<'WEB_AUTHN'> }) {
  const takeStep = useSetAtom(takeLoginStepAtom)
  const prove = () =>
    takeStep(async (client, signal) =>
      respondToChallenge(client, challenge, { credential: await provePasskey(challenge.options, signal) }, { signal }),
    )
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
