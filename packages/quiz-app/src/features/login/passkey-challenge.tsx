import { respondToChallenge } from '@cognito-srp/client'
import type { AuthenticationResponseJSON, ChallengeOf, CredentialRequestOptionsJSON } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'

import { FocusedHeading } from '../../frame/screen.tsx'
import { readRequestOptions, writeAssertion } from '../../session/passkey.ts'
import { challengeText } from '../../text/challenge.ts'
import { Button } from '../../widgets/button.tsx'
import { takeLoginStepAtom } from './login-atoms.ts'

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

/** The browser gave no passkey: the person cancelled, none fits, or the browser knows no passkeys. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly code = 'PasskeyError'
}

/**
 * Lets the browser prove a passkey.
 *
 * @param signal takes the browser's question away
 * @throws PasskeyError
 */
async function provePasskey(
  options: CredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON> {
  try {
    const credential = await navigator.credentials.get({ publicKey: readRequestOptions(options), signal })
    if (!(credential instanceof PublicKeyCredential)) throw new PasskeyError('The browser gave no passkey.')
    return writeAssertion(credential)
  } catch (cause) {
    if (cause instanceof PasskeyError) throw cause
    throw new PasskeyError('The browser did not prove a passkey.', { cause })
  }
}
