import type { ChallengeOf } from '../challenge.ts'
import { requireClient, type CognitoClient } from '../client.ts'
import { throwIfAborted } from '../service/transport.ts'
import type { AuthenticationResponseJSON } from '../webauthn.ts'
import { getPasskey, requirePasskeys, type ProvePasskeyOptions } from './authenticator.ts'
import { respondToChallenge, type RespondOptions } from './respond.ts'
import { signIn } from './sign-in.ts'
import type { SignInStep } from './step.ts'

/** Input of {@link signInWithPasskey}. */
export type PasskeySignIn = ProvePasskeyOptions &
  RespondOptions & {
    /** User name or alias, because the service does not support a sign-in with only a passkey. */
    username: string
  }

/** Time before the expiry of a challenge at which autofill restarts with a new challenge. */
const ANSWER_TIME_MS = 10_000

/**
 * Signs in with a passkey. Requests a challenge (`USER_AUTH`), signs the challenge with a passkey in the browser, and sends the
 * answer. Some browsers open their dialog only shortly after a click or key press.
 *
 * With `conditional`, the call waits without a time limit until the user chooses the passkey in a field, and renews the service's
 * challenge before it expires. Abort the call if the user signs in another way.
 *
 * @returns the next step of the sign-in, which is `SELECT_CHALLENGE` if the user has no passkey or the pool does not allow
 *   passkeys
 * @throws PasskeyError when the browser returns no passkey (`reason` says why), before any request if passkeys are not supported;
 *   ConfigurationError without a user name, or for a client secret without `crypto.subtle`; ChallengeError when the challenge
 *   expired while the dialog was open; SrpError when the service sends a value that SRP forbids; SessionError when the service
 *   sends unreadable tokens; AnyCognitoError; the reason of `signal`.
 * @example
 * try {
 *   const step = await signInWithPasskey(client, { username })
 *   console.log(step.name === 'SIGNED_IN' ? 'Welcome back.' : 'There is no passkey yet. Please sign in another way.')
 * } catch (error) {
 *   if (!(error instanceof PasskeyError && error.reason === 'cancelled')) throw error
 * }
 */
export async function signInWithPasskey(client: CognitoClient, request: PasskeySignIn): Promise<SignInStep> {
  requireClient(client)
  const { username, clientMetadata, signal } = request
  await requirePasskeys(request)
  const start = { username, flow: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN', clientMetadata, signal } as const
  for (;;) {
    const challenge = await signIn(client, start)
    if (challenge.name !== 'WEB_AUTHN') return challenge
    const isPatient = request.mediation === 'conditional'
    const credential = isPatient
      ? await getWhileOpen(client, challenge, request)
      : await getPasskey(challenge.options, request)
    if (credential) return respondToChallenge(client, challenge, { credential }, { clientMetadata, signal })
  }
}

/**
 * Signs an existing challenge with a passkey in the browser, for example after the user has chosen a factor.
 *
 * @throws PasskeyError when the browser returns no passkey (`reason` says why), while the challenge stays open; the reason of
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
  request: ProvePasskeyOptions = {},
): Promise<AuthenticationResponseJSON> {
  await requirePasskeys(request)
  return getPasskey(options, request)
}

/** Waits for a passkey in autofill. Returns undefined shortly before the challenge expires. */
async function getWhileOpen(
  client: CognitoClient,
  { options, expiresAtMs }: ChallengeOf<'WEB_AUTHN'>,
  request: ProvePasskeyOptions,
): Promise<AuthenticationResponseJSON | undefined> {
  const { signal } = request
  throwIfAborted(signal)
  const waiting = new AbortController()
  const stop = () => waiting.abort()
  const timer = setTimeout(stop, expiresAtMs - ANSWER_TIME_MS - client.now())
  signal?.addEventListener('abort', stop)
  try {
    return await getPasskey(options, { ...request, signal: waiting.signal })
  } catch (error) {
    throwIfAborted(signal)
    if (waiting.signal.aborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
