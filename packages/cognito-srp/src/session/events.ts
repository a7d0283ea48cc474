import { requireClient, type CognitoClient } from '../client.ts'
import { lastAuthUserKey, readLastAuthUser, usernameOfKey } from '../storage/token-storage.ts'
import type { AuthEvent } from './session.ts'

/** Listener of {@link onAuthChange}. */
export type AuthListener = (event: AuthEvent) => void

/**
 * Calls `listener` when a user signs in or out or the tokens are refreshed, in this tab or in another tab that shares the
 * storage. Does not call `listener` for the state at the time of subscribing. With `accounts: 'many'`, `switchAccount` also sends
 * `signedIn`, and the other users stay signed in.
 *
 * If a listener throws or rejects, other listeners are still called. The error is reported with `reportError`, or as an unhandled
 * rejection if the platform has no `reportError` (Node).
 *
 * @returns a function that ends the subscription
 * @throws ConfigurationError when the first argument is not a client.
 * @example
 * const stop = onAuthChange(client, ({ type, username }) => console.log(username, type))
 * stop()
 */
export function onAuthChange(client: CognitoClient, listener: AuthListener): () => void {
  requireClient(client)
  const { state } = client
  const subscribed: AuthListener = (event) => listener(event)
  state.listeners.add(subscribed)
  state.stopListening ??= listenToOtherTabs(client)
  return () => {
    state.listeners.delete(subscribed)
    if (state.listeners.size > 0) return
    state.stopListening?.()
    state.stopListening = undefined
  }
}

/** Sends an event to the listeners of this client and to other tabs. */
export function emit(client: CognitoClient, event: AuthEvent): void {
  notifyListeners(client, event)
  notifyOtherTabs(client, event)
}

/**
 * Calls the listeners. If a listener throws or rejects, neither other listeners nor the operation that sent the event are
 * affected.
 */
function notifyListeners(client: CognitoClient, event: AuthEvent): void {
  const { state } = client
  const { reportError } = globalThis as Partial<typeof globalThis>
  for (const listener of state.listeners) {
    void Promise.resolve()
      .then(() => listener(event))
      .catch(reportError)
  }
  if (state.stopListening) state.lastKnownUser = readUser(client)
}

/**
 * Returns the signed-in user; undefined if the storage cannot be read. The next use of the session then throws a StorageError.
 */
function readUser(client: CognitoClient): Promise<string | null | undefined> {
  return readLastAuthUser(client).catch(() => undefined)
}

/**
 * Listens to changes of the storage in other tabs. `localStorage` reports its changes itself; for any other shared storage, the
 * tabs send messages.
 */
function listenToOtherTabs(client: CognitoClient): () => void {
  return reportsChanges(client) ? listenToStorage(client) : listenToChannel(client)
}

/** Sends an event to other tabs, unless the storage reports its changes or is not shared. */
function notifyOtherTabs(client: CognitoClient, event: AuthEvent): void {
  if (reportsChanges(client)) return
  // A channel does not receive its own messages. A channel that was opened for this message is closed again.
  const sender = client.state.channel ?? openChannel(client)
  try {
    sender?.postMessage(event)
    if (sender !== client.state.channel) sender?.close()
  } catch {
    // The event has happened even if other tabs cannot be notified.
  }
}

/** Opens the channel between tabs; undefined if the storage is not shared or the platform cannot open a channel. */
function openChannel(
  { clientId, storage }: CognitoClient,
  hear?: (message: MessageEvent) => void,
): BroadcastChannel | undefined {
  if (storage.isShared === false) return undefined
  try {
    const channel = new BroadcastChannel(clientId)
    if (hear) channel.addEventListener('message', hear)
    return channel
  } catch {
    return undefined
  }
}

function reportsChanges({ storage }: CognitoClient): boolean {
  return typeof document !== 'undefined' && typeof Storage !== 'undefined' && storage instanceof Storage
}

function listenToStorage(client: CognitoClient): () => void {
  const onStorage = (change: StorageEvent) => {
    if (change.storageArea !== client.storage) return
    if (change.key === null) void notifyIfShared(client, CLEARED)
    else for (const event of readChange(client, change.key, change)) notifyListeners(client, event)
  }
  globalThis.addEventListener('storage', onStorage)
  client.state.lastKnownUser = readUser(client) // WebKit reports changes only of a storage that the page has used
  return () => globalThis.removeEventListener('storage', onStorage)
}

/** `localStorage.clear()` reports no key, so this event represents a sign-out of the last known user. */
const CLEARED = { type: 'signedOut', username: '' } as const

/**
 * Returns the events that a changed item implies. A replaced id token means a refresh. The name of the signed-in user is written
 * last and removed first, so with `accounts: 'one'` a changed name means that the previous user has signed out. With `'many'`, a
 * new name may mean an account switch, and a removed id token means a sign-out.
 */
function readChange(client: CognitoClient, key: string, { oldValue, newValue }: StorageEvent): AuthEvent[] {
  const events: AuthEvent[] = []
  const isName = key === lastAuthUserKey(client)
  const username = isName ? oldValue : oldValue && usernameOfKey(client, key, 'idToken')
  const isGone = isName ? client.accounts === 'one' : !newValue && client.accounts === 'many'
  if (username && isGone) events.push({ type: 'signedOut', username, reason: 'elsewhere' })
  if (isName && newValue) events.push({ type: 'signedIn', username: newValue })
  if (!isName && username && newValue) events.push({ type: 'refreshed', username })
  return events
}

function listenToChannel(client: CognitoClient): () => void {
  const { state } = client
  const channel = openChannel(client, ({ data }) => void notifyIfShared(client, data))
  if (!channel) return () => {}
  // In Node an open channel keeps the process alive. Browsers have no unref.
  ;(channel as { unref?: () => void }).unref?.()
  state.channel = channel
  state.lastKnownUser = readUser(client)
  return () => {
    state.channel = undefined
    channel.close()
  }
}

/**
 * Calls the listeners if the storage confirms a message. Another client with the same id may use a different storage, and any
 * script of the origin can send messages on the channel.
 */
async function notifyIfShared(client: CognitoClient, said: Partial<AuthEvent> | null): Promise<void> {
  const { type, username } = said ?? {}
  if (typeof username !== 'string') return
  const before = await client.state.lastKnownUser
  const user = await readUser(client)
  if (type === 'signedOut' && before && user !== undefined && user !== before) {
    notifyListeners(client, { type, username: username || before, reason: 'elsewhere' })
  }
  if ((type === 'signedIn' || type === 'refreshed') && user === username) notifyListeners(client, { type, username })
}
