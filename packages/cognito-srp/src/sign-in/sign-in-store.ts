import type { AnyAnswer, MfaSetup } from '../challenge.ts'
import type { CognitoClient } from '../client.ts'
import { doNotRememberDevice, rememberDevice } from '../operations/devices.ts'
import { totpUri } from '../operations/mfa.ts'
import { makeOrUndefined, type Signal } from '../service/transport.ts'
import { onAuthChange } from '../session/events.ts'
import { currentUsername } from '../session/get-session.ts'
import type { Session } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { keepChallenge, readKeptChallenge, type Keep } from './kept-challenge.ts'
import { associateSoftwareToken } from './mfa-setup.ts'
import { respondToChallenge } from './respond.ts'
import { FORM, stateAfter, stateAfterFailure, type ChallengeState, type SignInState } from './sign-in-states.ts'
import { signIn, type SignInRequest } from './sign-in.ts'

/** Options of {@link createSignInStore}. */
export type SignInStoreOptions = {
  /**
   * Storage that keeps an open challenge across a reload. Pass `sessionStorage`, or `() => sessionStorage` if the storage may be
   * missing or blocked. Without this option, a reload returns to the form.
   */
  keep?: Keep | undefined
  /** Name of the program in authenticator apps. The default is the page's host name. */
  issuer?: string | undefined
}

/**
 * Store of a login page, for `useSyncExternalStore` and similar functions. The functions of the store need no `this` and never
 * throw, because the state contains each error. Their promises resolve when the request has ended.
 */
export type SignInStore = {
  /** Calls `listener` after each change. Returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void
  /** Returns the current state, which is the same object until the state changes. */
  getSnapshot: () => SignInState
  /** Returns the state for server rendering, which is the empty form. */
  getServerSnapshot: () => SignInState
  /** Starts a sign-in. Ignored in the phase `busy`. */
  signIn: (request: Omit<SignInRequest, 'signal'>) => Promise<void>
  /**
   * Answers the challenge of the phase `challenge`. For an answer that takes time, such as a passkey, pass a function, whose
   * signal `cancel` aborts.
   */
  answer: (answer: AnyAnswer | ((signal?: Signal) => Promise<AnyAnswer>)) => Promise<void>
  /** Requests the secret of an authenticator app for the challenge MFA_SETUP and adds it to the state. */
  setUpAuthenticator: () => Promise<void>
  /** Sends the user's decision in the phase `deviceConsent`. The user stays signed in if the request fails. */
  rememberDevice: (yes: boolean) => Promise<void>
  /** Returns to the form and aborts the pending request. Does nothing once the user is signed in. */
  cancel: () => void
}

/**
 * Creates the state machine of a login page, from the form through challenges to the session. Create it once, next to the client.
 *
 * A call that does not fit the phase is ignored. During a request, every call except `cancel` is ignored. The challenge stays
 * open after a wrong code. The phase becomes `form`, with the error, when the challenge has expired or was consumed, and `form`
 * without an error when the user signs out here or in another tab.
 *
 * @example
 * const store = createSignInStore(client, { keep: sessionStorage })
 * store.subscribe(() => console.log(store.getSnapshot().phase))
 * await store.signIn({ username, password })
 * const state = store.getSnapshot()
 * if (state.phase === 'challenge' && state.challenge.name === 'SMS_MFA') await store.answer({ code: await ask('Code') })
 */
export function createSignInStore(client: CognitoClient, { keep, issuer }: SignInStoreOptions = {}): SignInStore {
  const { getSnapshot, subscribe, move } = createStateHolder(client, keep)
  const { run, abandon } = createRunner(client, move)

  return {
    subscribe,
    getSnapshot,
    getServerSnapshot: () => FORM,
    async signIn(request) {
      if (getSnapshot().phase === 'busy') return
      const { username } = { ...request } // programs without types may pass nothing
      await run({ username }, async (signal) => stateAfter(await signIn(client, { ...request, signal })))
    },
    async answer(given) {
      const open = getSnapshot()
      if (open.phase !== 'challenge') return
      await run({ username: open.challenge.username, open }, async (signal) => {
        const answer = typeof given === 'function' ? await given(signal) : given
        return stateAfter(await respondToChallenge(client, open.challenge, answer as never, { signal }))
      })
    },
    async setUpAuthenticator() {
      const open = getSnapshot()
      if (open.phase !== 'challenge' || open.challenge.name !== 'MFA_SETUP') return
      const { challenge } = open
      await run({ username: challenge.username, open }, (signal) => associate(client, challenge, signal, issuer))
    },
    async rememberDevice(yes) {
      const state = getSnapshot()
      if (state.phase !== 'deviceConsent') return
      const { session } = state
      await run({ username: session.username, isSignedIn: true }, () => decide(client, session, yes))
    },
    cancel() {
      if ('session' in getSnapshot()) return
      if (abandon()) move(FORM)
    },
  }
}

/** Holds the state, resets it after a sign-out, and notifies listeners. */
function createStateHolder(client: CognitoClient, keep: Keep | undefined) {
  const listeners = new Set<() => void>()
  let state: SignInState = (keep && readKeptChallenge(client, keep)) ?? FORM
  let stopFollowing = () => {}

  const move = (next: SignInState): void => {
    stopFollowing()
    stopFollowing = 'session' in next ? followSignOut(client, next.session, () => move(FORM)) : () => {}
    state = next
    if (keep) keepChallenge(client, keep, next)
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    const subscribed = () => listener()
    listeners.add(subscribed)
    return () => void listeners.delete(subscribed)
  }
  return { getSnapshot: () => state, subscribe, move }
}

/** Request of the page, with its user, the answered challenge, and whether the user is already signed in. */
type Request = { username: string; open?: ChallengeState; isSignedIn?: true }
type Work = (signal?: Signal) => Promise<SignInState>

/** Runs one request at a time. The next request waits even for a cancelled one, which could otherwise undo its effects. */
function createRunner(client: CognitoClient, move: (state: SignInState) => void) {
  let underWay: (Request & { controller: AbortController | undefined }) | undefined
  let last: Promise<void> = Promise.resolve()

  /** Moves to `busy`, and then to the state that `work` returns, or to the state after its error. */
  const run = (request: Request, work: Work): Promise<void> => {
    const mine = { ...request, controller: makeOrUndefined(() => new AbortController()) }
    const end = async () => {
      if (underWay !== mine) return
      const next = await work(mine.controller?.signal).catch((error: unknown) =>
        stateAfterFailure(error, { ...request, nowMs: client.now() }),
      )
      if (underWay === mine) {
        underWay = undefined
        move(next)
      } else if ('session' in next) await signOut(client, { scope: 'revoke' }).catch(() => undefined) // local part first
    }
    underWay = mine
    last = last.then(end, end)
    const { error: _error, ...open } = { ...request.open }
    move({ ...open, phase: 'busy' })
    return last
  }
  /**
   * Aborts the pending request and ignores its result. `run` revokes a session that the request still creates. Returns false if
   * the user is signed in.
   */
  const abandon = (): boolean => {
    if (underWay?.isSignedIn) return false
    underWay?.controller?.abort()
    underWay = undefined
    return true
  }
  return { run, abandon }
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

/**
 * Sends the decision about a device. The user stays signed in even if the request fails, unless the user has signed out
 * meanwhile.
 */
async function decide(client: CognitoClient, session: Session, yes: boolean): Promise<SignInState> {
  await (yes ? rememberDevice : doNotRememberDevice)(client).catch(() => undefined)
  const username = await currentUsername(client).catch(() => null)
  return username === session.username ? { phase: 'signedIn', session } : FORM
}

function followSignOut(client: CognitoClient, { username }: Session, onSignOut: () => void): () => void {
  return onAuthChange(client, (event) => {
    if (event.type === 'signedOut' && event.username === username) onSignOut()
  })
}
