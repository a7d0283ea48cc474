import type { AnyAnswer, MfaSetup } from '../challenge.ts'
import type { CognitoClient } from '../client.ts'
import type { AnyCognitoError } from '../errors.ts'
import { doNotRememberDevice, rememberDevice } from '../operations/devices.ts'
import { totpUri } from '../operations/mfa.ts'
import type { Signal } from '../service/transport.ts'
import type { Session } from '../session/session.ts'
import { associateSoftwareToken } from './mfa-setup.ts'
import { respondToChallenge } from './respond.ts'
import type { SignInState } from './sign-in-states.ts'
import { signIn, type SignInRequest } from './sign-in.ts'
import { createStepStore, type StepStore, type StepStoreOptions } from './step-store.ts'

/** Options of {@link createSignInStore}. */
export type SignInStoreOptions = StepStoreOptions & {
  /**
   * Name that authenticator apps show for the account. The default is the page's host name. Outside a page, the default is the
   * client's `poolName`.
   */
  issuer?: string | undefined
}

/** Store of a login page, with functions for the steps of a sign-in. */
export type SignInStore = StepStore & {
  /** Starts a sign-in. Ignored in the phase `busy`. */
  signIn: (request: Omit<SignInRequest, 'signal'>) => Promise<void>
  /**
   * Answers the current challenge. If an answer takes time, for example because of a passkey prompt, pass a function. `cancel`
   * aborts the signal that the function receives.
   */
  answer: (answer: AnyAnswer | ((signal?: Signal) => Promise<AnyAnswer>)) => Promise<void>
  /** Requests the secret of an authenticator app for the challenge MFA_SETUP and adds the secret to the state. */
  setUpAuthenticator: () => Promise<void>
  /** Sends the user's decision in the phase `deviceConsent`. If the request fails, the phase becomes `signedIn` with the error. */
  rememberDevice: (yes: boolean) => Promise<void>
}

/**
 * Creates a store for a login page. The state starts at the form, passes through challenges and ends with a session. Create the
 * store once, where the client is created.
 *
 * A call that is not allowed in the current phase is ignored. During a request, the functions that start another request are
 * ignored. The challenge stays open after a wrong code. If an answer fails because the challenge has expired or was consumed, the
 * phase becomes `form` with the error. If the user signs out in this or another tab, the phase becomes `form` without an error.
 *
 * @throws ConfigurationError when the first argument is not a client.
 * @example
 * const store = createSignInStore(client, { keep: sessionStorage })
 * store.subscribe(() => console.log(store.getSnapshot().phase))
 * await store.signIn({ username, password })
 * const state = store.getSnapshot()
 * if (state.phase === 'challenge' && state.challenge.name === 'SMS_MFA') await store.answer({ code: await ask('Code') })
 */
export function createSignInStore(client: CognitoClient, options: SignInStoreOptions = {}): SignInStore {
  const store = createStepStore(client, options)
  const { getSnapshot, run } = store

  return {
    ...store,
    async signIn(request) {
      const { username = '' } = { ...(request as Partial<SignInRequest>) } // programs without types may pass nothing
      await run((signal) => signIn(client, { ...request, signal }), username)
    },
    async answer(given) {
      const state = getSnapshot()
      if (state.phase !== 'challenge') return
      await run(async (signal) => {
        const answer = typeof given === 'function' ? await given(signal) : given
        return respondToChallenge(client, state.challenge, answer as never, { signal })
      })
    },
    async setUpAuthenticator() {
      const state = getSnapshot()
      if (state.phase !== 'challenge' || state.challenge.name !== 'MFA_SETUP') return
      const { challenge } = state
      await run((signal) => associate(client, challenge, signal, options.issuer))
    },
    async rememberDevice(yes) {
      const state = getSnapshot()
      if (state.phase === 'deviceConsent') await run(() => decide(client, state.session, yes))
    },
  }
}

async function associate(
  client: CognitoClient,
  setup: MfaSetup,
  signal: Signal | undefined,
  issuer: string = pageHost() || client.poolName,
): Promise<SignInState> {
  const { secretCode, challenge } = await associateSoftwareToken(client, setup, { signal })
  const uri = totpUri({ secretCode, username: challenge.username, issuer })
  return { phase: 'challenge', challenge, authenticator: { secretCode, uri } }
}

function pageHost(): string | undefined {
  return (globalThis as { location?: { hostname?: string } }).location?.hostname
}

/** Sends the user's decision about a device. The user stays signed in even if the request fails. */
async function decide(client: CognitoClient, session: Session, yes: boolean): Promise<SignInState> {
  const state = { phase: 'signedIn', session } as const
  return (yes ? rememberDevice : doNotRememberDevice)(client).then(
    () => state,
    (error: AnyCognitoError) => ({ ...state, error }),
  )
}
