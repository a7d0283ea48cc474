import { requireClient, type CognitoClient } from '../client.ts'
import { makeOrUndefined, type Signal } from '../service/transport.ts'
import { onAuthChange } from '../session/events.ts'
import { currentUsername } from '../session/get-session.ts'
import type { Session } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { keepChallenge, readKeptChallenge, type Keep } from './kept-challenge.ts'
import { FORM, stateAfter, stateAfterFailure, type SignInState } from './sign-in-states.ts'
import type { SignInStep } from './step.ts'

/** Options of {@link createStepStore}. */
export type StepStoreOptions = {
  /**
   * Storage that keeps an open challenge across a reload. Pass `sessionStorage`, or `() => sessionStorage` if the storage may be
   * missing or blocked. Without this option, a reload returns to the form.
   */
  keep?: Keep | undefined
}

/**
 * Store of a login page, for `useSyncExternalStore` and similar functions. The functions do not use `this`. An error changes the
 * state and does not reject the promise that a function returns. The promise resolves when the request has ended.
 */
export type StepStore = {
  /** Calls `listener` after each change. Returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void
  /** Returns the current state, which is the same object until the state changes. */
  getSnapshot: () => SignInState
  /** Returns the state for server rendering, which is the empty form. */
  getServerSnapshot: () => SignInState
  /**
   * Runs a custom step, such as `signInWithPasskey`, or `confirmForgotPassword` followed by `signIn`. The result of `step`
   * determines the next state. If `step` resolves to undefined, the store returns to the previous phase. If `step` rejects, the
   * phase does not change, unless the user has to start again, reset the password or confirm the account. If a signed-in user
   * signs out during the step, the phase becomes `form`. Ignored in the phase `busy`.
   *
   * @param username user name of a new sign-in, which starts from the phase `form`. If that sign-in fails, the phase becomes
   *   `form`, `passwordReset` or `confirmSignUp`
   */
  run: (step: Step, username?: string) => Promise<void>
  /** Returns to the form and aborts the pending request. Does nothing once the user is signed in. */
  cancel: () => void
}

/** Function that runs a request for a login page. `cancel` aborts the signal that the function receives. */
export type Step = (signal?: Signal) => Promise<SignInStep | SignInState | undefined>

/**
 * Creates a store for the steps of a login page. The store contains no code for challenges. A page that lazy-loads
 * `respondToChallenge` uses this store and calls `respondToChallenge` in a step. `createSignInStore` includes the code for all
 * challenges.
 *
 * @throws ConfigurationError when the first argument is not a client.
 * @example
 * const store = createStepStore(client, { keep: sessionStorage })
 * await store.run((signal) => signIn(client, { username, password, signal }), username)
 */
export function createStepStore(client: CognitoClient, { keep }: StepStoreOptions = {}): StepStore {
  requireClient(client)
  const listeners = new Set<() => void>()
  let state: SignInState = (keep && readKeptChallenge(client, keep)) ?? FORM
  let stopFollowing = () => {}
  /** State before the pending request, and the controller that aborts the request. */
  let underWay: { open: SignInState; controller: AbortController | undefined } | undefined
  let last: Promise<void> = Promise.resolve()

  const move = (next: SignInState): void => {
    stopFollowing()
    stopFollowing = 'session' in next ? followSignOut(client, next.session, () => move(FORM)) : () => {}
    state = next
    if (keep) keepChallenge(client, keep, next)
    for (const listener of listeners) listener()
  }
  move(state)

  return {
    subscribe(listener) {
      const subscribed = () => listener()
      listeners.add(subscribed)
      return () => void listeners.delete(subscribed)
    },
    getSnapshot: () => state,
    getServerSnapshot: () => FORM,
    async run(step, username) {
      if (state.phase === 'busy') return
      const { error: _error, ...open } = { error: undefined, ...(username === undefined ? state : FORM) }
      const mine = (underWay = { open, controller: makeOrUndefined(() => new AbortController()) })
      const end = async () => {
        if (underWay !== mine) return
        const outcome = await Promise.resolve(mine.controller?.signal)
          .then(step)
          .then(
            (result) => stateAfter(result, open),
            (error: unknown) => stateAfterFailure(error, { username, open, nowMs: client.now() }),
          )
        const next = 'session' in open && !(await isCurrent(client, outcome)) ? FORM : outcome
        if (underWay === mine) {
          underWay = undefined
          move(next)
        } else if ('session' in next) await signOut(client, { scope: 'revoke' }).catch(() => undefined) // local part first
      }
      last = last.then(end, end) // also after an abandoned request, which could otherwise undo the effects of this one
      move({ ...(open.phase === 'challenge' && open), phase: 'busy' })
      await last
    },
    cancel() {
      if ('session' in (underWay?.open ?? state)) return
      underWay?.controller?.abort()
      underWay = undefined
      move(FORM)
    },
  }
}

/** Whether a state's session belongs to the current user. Returns true for a state without a session. */
async function isCurrent(client: CognitoClient, state: SignInState): Promise<boolean> {
  if (!('session' in state)) return true
  return (await currentUsername(client).catch(() => null)) === state.session.username
}

function followSignOut(client: CognitoClient, { username }: Session, onSignOut: () => void): () => void {
  return onAuthChange(client, (event) => {
    if (event.type === 'signedOut' && event.username === username) onSignOut()
  })
}
