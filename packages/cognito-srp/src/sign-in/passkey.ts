import type { ChallengeOf } from '../challenge.ts'
import type { CognitoClient } from '../client.ts'
import { throwIfAborted, type CallOptions } from '../service/transport.ts'
import type { AuthenticationResponseJSON } from '../webauthn.ts'
import { getPasskey, requirePasskeys, type PasskeyMediation } from './authenticator.ts'
import { respondToChallenge, type RespondOptions } from './respond.ts'
import { signIn } from './sign-in.ts'
import type { SignInStep } from './step.ts'

/** Options of {@link provePasskey}. */
export type ProvePasskeyOptions = CallOptions & {
  /** Default: a dialog. `conditional` offers the passkey among what a field with `autocomplete="webauthn"` offers. */
  mediation?: PasskeyMediation | undefined
}

/** What {@link signInWithPasskey} is given. */
export type PasskeySignIn = ProvePasskeyOptions &
  RespondOptions & {
    /** The user name or an alias of it: the service has no sign-in by a passkey alone. */
    username: string
  }

/** A question in a field is asked anew this long before the service stops taking the answer. */
const ANSWER_TIME_MS = 10_000

/**
 * Signs in with a passkey: asks the service for a challenge (`USER_AUTH`), lets the browser prove a passkey, and answers.
 * A browser may want a press or click just before it opens its dialog.
 *
 * With `conditional` it waits until the person chooses the passkey in a field, however long that takes: the service's
 * challenge is renewed before it expires. Abort it when the person signs in otherwise.
 *
 * @returns where the sign-in leads; `SELECT_CHALLENGE` where the user has no passkey or the pool takes none
 * @throws PasskeyError when the browser gives none (`reason` says why), before any request where it has none to give;
 *   ConfigurationError without a user name, or for a client secret where there is no `crypto.subtle`; ChallengeError when
 *   the challenge expired while the dialog was open; SrpError when it sends a value that SRP forbids; SessionError when
 *   it sends tokens that cannot be read; AnyCognitoError; the reason of `signal`.
 * @example
 * try {
 *   const step = await signInWithPasskey(client, { username })
 *   console.log(step.name === 'SIGNED_IN' ? 'Welcome back.' : 'No passkey yet: please sign in otherwise.')
 * } catch (error) {
 *   if (!(error instanceof PasskeyError && error.reason === 'cancelled')) throw error
 * }
 */
export async function signInWithPasskey(client: CognitoClient, request: PasskeySignIn): Promise<SignInStep> {
  const { username, mediation, clientMetadata, signal } = request
  await requirePasskeys(mediation)
  const start = { username, flow: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN', clientMetadata, signal } as const
  for (;;) {
    const challenge = await signIn(client, start)
    if (challenge.name !== 'WEB_AUTHN') return challenge
    const isPatient = mediation === 'conditional'
    const credential = isPatient
      ? await getWhileOpen(client, challenge, signal)
      : await getPasskey(challenge.options, { mediation, signal })
    if (credential) return respondToChallenge(client, challenge, { credential }, { clientMetadata, signal })
  }
}

/**
 * Lets the browser prove a passkey for a challenge that is there already, for example after a choice of factors.
 *
 * @throws PasskeyError when the browser gives none; `reason` says why. The challenge stays open; the reason of
 *   `signal`.
 * @example
 * let step = await signIn(client, { username, flow: 'USER_AUTH' })
 * if (step.name === 'SELECT_CHALLENGE' && step.options.includes('WEB_AUTHN')) {
 *   step = await respondToChallenge(client, step, { challengeName: 'WEB_AUTHN' })
 * }
 * if (step.name === 'WEB_AUTHN') {
 *   step = await respondToChallenge(client, step, { credential: await provePasskey(step) })
 * }
 */
export async function provePasskey(
  { options }: ChallengeOf<'WEB_AUTHN'>,
  { mediation, signal }: ProvePasskeyOptions = {},
): Promise<AuthenticationResponseJSON> {
  await requirePasskeys(mediation)
  return getPasskey(options, { mediation, signal })
}

/** A field may wait for its person longer than the service for its answer: undefined when the time is over. */
async function getWhileOpen(
  client: CognitoClient,
  { options, expiresAtMs }: ChallengeOf<'WEB_AUTHN'>,
  signal: CallOptions['signal'],
): Promise<AuthenticationResponseJSON | undefined> {
  throwIfAborted(signal)
  const waiting = new AbortController()
  const stop = () => waiting.abort()
  const timer = setTimeout(stop, expiresAtMs - ANSWER_TIME_MS - client.now())
  signal?.addEventListener('abort', stop)
  try {
    return await getPasskey(options, { mediation: 'conditional', signal: waiting.signal })
  } catch (error) {
    throwIfAborted(signal)
    if (waiting.signal.aborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
