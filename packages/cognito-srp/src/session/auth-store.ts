import type { CognitoClient } from '../client.ts'
import { SessionError } from '../errors.ts'
import { isRefusedRefresh } from '../service/token-requests.ts'
import { onAuthChange } from './events.ts'
import { currentUsername, getSession } from './get-session.ts'
import type { AuthEvent } from './session.ts'

/** Who is signed in, as far as is known. The same object as long as it is the same user. */
export type AuthSnapshot = 'checking' | 'signedOut' | { readonly username: string }

/** A store as React's `useSyncExternalStore` takes it. Its functions need no `this`. */
export type AuthStore = {
  /** Calls `listener` after each change; returns what ends it. The first subscription starts to find out. */
  subscribe: (listener: () => void) => () => void
  /** Who is signed in now. */
  getSnapshot: () => AuthSnapshot
  /** What a server renders, and a page until it knows better: `'checking'`. */
  getServerSnapshot: () => AuthSnapshot
}

/** Nobody looks at an empty page for longer: then a known user is taken to be signed in. */
const PATIENCE_MS = 2000

/**
 * Who is signed in, for views: a store for `useSyncExternalStore` and its kin. Create it once, beside the client.
 *
 * It says `'checking'` until it knows, never `'signedOut'` on the way: signed in is whose session is valid or can be
 * renewed. While the service cannot be reached, or takes longer than two seconds, a user who is known here counts as
 * signed in; a renewal that is refused later signs out. Other tabs are followed while somebody is subscribed.
 *
 * @example
 * // const user = useSyncExternalStore(auth.subscribe, auth.getSnapshot, auth.getServerSnapshot)
 * const auth = createAuthStore(client)
 * const stop = auth.subscribe(() => {
 *   const user = auth.getSnapshot()
 *   console.log(typeof user === 'string' ? user : `Hello, ${user.username}`)
 * })
 * stop()
 */
export function createAuthStore(client: CognitoClient): AuthStore {
  const { state } = client
  const listeners = new Set<() => void>()
  let snapshot: AuthSnapshot = 'checking'
  /** When the snapshot was true; a sign-in or sign-out that has begun since makes it doubtful. */
  let { generation } = state
  let stopCheck = () => {}
  let stopHearing: (() => void) | undefined

  const move = (next: AuthSnapshot) => {
    stopCheck() // it began before this change
    ;({ generation } = state)
    const username = usernameOf(next)
    if (next === snapshot || (username !== undefined && username === usernameOf(snapshot))) return
    snapshot = next
    for (const listener of listeners) listener()
  }
  const check = () => {
    stopCheck()
    stopCheck = startCheck(client, move)
  }
  const hear = (event: AuthEvent) => {
    const { type, username } = event
    const isOfCurrent = username === usernameOf(snapshot)
    if (type === 'signedIn') move({ username })
    else if (type === 'refreshed' && snapshot === 'checking') return // by the check itself, which would never end
    else if (!isOfCurrent || (type === 'signedOut' && isFollowed(event.reason))) check()
    else if (type === 'signedOut') move('signedOut')
  }
  const stop = () => {
    stopCheck()
    stopHearing?.()
    stopHearing = undefined
  }

  return {
    subscribe(listener) {
      const subscribed = () => listener()
      listeners.add(subscribed)
      if (!stopHearing) {
        stopHearing = onAuthChange(client, hear)
        check()
      }
      return () => {
        if (listeners.delete(subscribed) && listeners.size === 0) stop()
      }
    },
    getSnapshot() {
      // Without subscribers nothing is heard: after a sign-in or sign-out it has to find out again.
      if (!stopHearing && generation !== state.generation) {
        snapshot = 'checking'
        ;({ generation } = state)
      }
      return snapshot
    },
    getServerSnapshot: () => 'checking',
  }
}

/**
 * Finds out who is signed in; when that takes too long, a known user counts as signed in.
 *
 * @returns ends the check, so that `settle` is not called any more
 */
function startCheck(client: CognitoClient, settle: (snapshot: AuthSnapshot) => void): () => void {
  let isOver = false
  const settleUnlessOver = (next: AuthSnapshot) => {
    if (!isOver) settle(next)
  }
  const patience = setTimeout(() => void presume(client).then(settleUnlessOver), PATIENCE_MS)
  void findOut(client).then(settleUnlessOver)
  return () => {
    isOver = true
    clearTimeout(patience)
  }
}

function usernameOf(snapshot: AuthSnapshot): string | undefined {
  return typeof snapshot === 'string' ? undefined : snapshot.username
}

/** Whether somebody else may be there at once: views need not show an end in between. */
function isFollowed(reason: 'requested' | 'refused' | 'replaced' | 'elsewhere'): boolean {
  return reason === 'replaced' || reason === 'elsewhere'
}

async function findOut(client: CognitoClient): Promise<AuthSnapshot> {
  try {
    const { username } = await getSession(client)
    return { username }
  } catch (error) {
    return error instanceof SessionError || isRefusedRefresh(error) ? 'signedOut' : presume(client)
  }
}

/** A known user, while nobody can say that the session is over. */
async function presume(client: CognitoClient): Promise<AuthSnapshot> {
  const username = await currentUsername(client).catch(() => null)
  return username === null ? 'signedOut' : { username }
}
