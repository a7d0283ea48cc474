import { requireClient, type CognitoClient } from '../client.ts'
import { SessionError } from '../errors.ts'
import { isRejectedRefresh } from '../service/token-requests.ts'
import { readTexts } from '../service/wire.ts'
import { onAuthChange } from './events.ts'
import { getSession } from './get-session.ts'
import type { AuthEvent, Session } from './session.ts'
import { inStorageQueue, readStoredSession } from './stored-session.ts'

/** The signed-in user. All fields except `username` come from the id token. */
export type SignedInUser = {
  readonly username: string
  readonly sub: string
  readonly email?: string
  /** Names of the user's groups (`cognito:groups`). */
  readonly groups: readonly string[]
}

/** State of the user. The snapshot of a signed-in user is the same object until the user or a field changes. */
export type AuthSnapshot = 'checking' | 'signedOut' | SignedInUser

/** Store for React's `useSyncExternalStore`. The functions do not use `this`. */
export type AuthStore = {
  /**
   * Calls `listener` after each change. Returns a function that ends the subscription. The first subscription starts the check
   * of the session.
   */
  subscribe: (listener: () => void) => () => void
  /** Returns the current snapshot. */
  getSnapshot: () => AuthSnapshot
  /** Returns `'checking'`, the snapshot during server rendering and hydration. */
  getServerSnapshot: () => AuthSnapshot
}

/** Longest time in the state `'checking'`. After this time, a known user counts as signed in. */
const PATIENCE_MS = 2000

/**
 * Creates a store of the signed-in user, for `useSyncExternalStore` and similar functions of view libraries. Create the store
 * once, next to the client.
 *
 * The snapshot is `'checking'`, not `'signedOut'`, until the user is known. A user is signed in if the session is valid or can be
 * renewed. While the service cannot be reached, fails or takes longer than two seconds, the user of the stored id token counts as
 * signed in. If the service later rejects the renewal, the user is signed out. The store follows other tabs while it has
 * subscribers.
 *
 * @throws ConfigurationError when the first argument is not a client.
 * @example
 * // const user = useSyncExternalStore(auth.subscribe, auth.getSnapshot, auth.getServerSnapshot)
 * const auth = createAuthStore(client)
 * const stop = auth.subscribe(() => {
 *   const user = auth.getSnapshot()
 *   console.log(typeof user === 'string' ? user : `Hello, ${user.email ?? user.username}`)
 * })
 * stop()
 */
export function createAuthStore(client: CognitoClient): AuthStore {
  requireClient(client)
  const { state } = client
  const listeners = new Set<() => void>()
  let snapshot: AuthSnapshot = 'checking'
  /** Generation of the snapshot. A later sign-in or sign-out makes the snapshot outdated. */
  let { generation } = state
  let stopCheck = () => {}
  let stopListening: (() => void) | undefined

  const move = (next: AuthSnapshot) => {
    stopCheck() // the check began before this change
    ;({ generation } = state)
    if (JSON.stringify(next) === JSON.stringify(snapshot)) return
    snapshot = next
    for (const listener of listeners) listener()
  }
  const check = (find = findOut) => {
    stopCheck()
    stopCheck = startCheck(client, find, move)
  }
  const hear = (event: AuthEvent) => {
    const { type, username } = event
    const isOfCurrent = username === usernameOf(snapshot)
    if (type === 'refreshed' && snapshot === 'checking') return // sent by the check itself, which would otherwise never end
    if (type === 'signedIn' || (type === 'refreshed' && isOfCurrent)) check(readUser)
    else if (type === 'signedOut' && isOfCurrent && !isFollowed(event.reason)) move('signedOut')
    else check()
  }
  const stop = () => {
    stopCheck()
    stopListening?.()
    stopListening = undefined
  }

  return {
    subscribe(listener) {
      const subscribed = () => listener()
      listeners.add(subscribed)
      if (!stopListening) {
        stopListening = onAuthChange(client, hear)
        check()
      }
      return () => {
        if (listeners.delete(subscribed) && listeners.size === 0) stop()
      }
    },
    getSnapshot() {
      // Without subscribers the store gets no events, so it must check again after a sign-in or sign-out.
      if (!stopListening && generation !== state.generation) {
        snapshot = 'checking'
        ;({ generation } = state)
      }
      return snapshot
    },
    getServerSnapshot: () => 'checking',
  }
}

type Find = (client: CognitoClient) => Promise<AuthSnapshot>

/**
 * Starts a check. Calls `settle` with the result of `find`, or with the stored user if `find` takes too long.
 *
 * @returns a function that ends the check, after which `settle` is not called
 */
function startCheck(client: CognitoClient, find: Find, settle: (snapshot: AuthSnapshot) => void): () => void {
  let isOver = false
  const settleUnlessOver = (next: AuthSnapshot) => {
    if (!isOver) settle(next)
  }
  const patience = setTimeout(() => void readUser(client).then(settleUnlessOver), PATIENCE_MS)
  void find(client).then(settleUnlessOver)
  return () => {
    isOver = true
    clearTimeout(patience)
  }
}

function usernameOf(snapshot: AuthSnapshot): string | undefined {
  return typeof snapshot === 'string' ? undefined : snapshot.username
}

/** Whether another sign-in may follow immediately, so that views should not show `'signedOut'` in between. */
function isFollowed(reason: 'requested' | 'refused' | 'replaced' | 'elsewhere'): boolean {
  return reason === 'replaced' || reason === 'elsewhere'
}

/**
 * Returns the user of a session that is valid or can be renewed. If the service neither renews nor rejects the session, returns
 * the stored user.
 */
async function findOut(client: CognitoClient): Promise<AuthSnapshot> {
  try {
    return userOf(await getSession(client))
  } catch (error) {
    return error instanceof SessionError || isRejectedRefresh(error) ? 'signedOut' : readUser(client)
  }
}

/** Returns the user of the stored id token, even if that token has expired. Sends no request. */
async function readUser(client: CognitoClient): Promise<AuthSnapshot> {
  try {
    const { username, idToken } = await inStorageQueue(client, () => readStoredSession(client))
    return idToken ? userOf({ username, idToken }) : 'signedOut'
  } catch {
    return 'signedOut'
  }
}

function userOf({ username, idToken }: Pick<Session, 'username' | 'idToken'>): SignedInUser {
  const { sub = '', email, 'cognito:groups': groups } = idToken.claims
  return { username, sub, ...(typeof email === 'string' && { email }), groups: readTexts(groups) }
}
