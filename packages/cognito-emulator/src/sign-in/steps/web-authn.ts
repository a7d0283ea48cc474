import { createAuthenticationOptions, verifyAuthentication } from '../../passkeys/ceremony.ts'
import type { User } from '../../users/user.ts'
import { afterOtherProof } from '../next-step.ts'
import { ask, requireParameter, type AuthAnswer, type SignIn, type Turn } from '../sign-in.ts'

/** Asks for an assertion by one of the user's passkeys. */
export async function askWebAuthn(signIn: SignIn, user: User): Promise<AuthAnswer> {
  const options = await createAuthenticationOptions(signIn.caller.pool, user)
  const detail = { name: 'WEB_AUTHN', webAuthnChallenge: options.challenge } as const
  return ask(signIn, detail, { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) })
}

/** Answers WEB_AUTHN with the passkey's assertion. */
export async function answerWebAuthn(turn: Turn<'WEB_AUTHN'>): Promise<AuthAnswer> {
  const { services, caller, progress, challenge, responses } = turn
  const credential = requireParameter(responses, 'CREDENTIAL')
  const user = services.users.get(caller.pool, progress.username)
  const { credentialId, newCounter } = await verifyAuthentication(
    caller.pool,
    user,
    credential,
    challenge.webAuthnChallenge,
  )
  services.users.change(caller.pool, user.username, ({ passkeys }) => {
    const passkey = passkeys.find((known) => known.credentialId === credentialId)
    if (passkey) passkey.counter = newCounter
  })
  return afterOtherProof(turn, user)
}
