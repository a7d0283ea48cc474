import type { CognitoClient } from '../client.ts'
import { lastAuthUserKey, readLastAuthUser, usernameOfKey } from '../storage/token-storage.ts'
import type { AuthEvent } from './session.ts'

/** Receives the changes of {@link onAuthChange}. */
export type AuthListener = (event: AuthEvent) => void

/**
 * Calls `listener` when somebody signs in or out or the tokens are refreshed, here or in another tab that shares the
 * storage. Nothing is called for the state at the moment of subscribing. With `accounts: 'many'`, `signedIn` also tells
 * of the one whom `switchAccount` chose, and the others stay signed in.
 *
 * A listener that throws, or whose promise rejects, stops no other. The platform is told as it is of any event listener:
 * by `reportError`, or where there is none (Node) by a rejection that nobody handles.
 *
 * @returns ends the subscription and closes what was opened for it
 * @example
 * const stop = onAuthChange(client, ({ type, username }) => console.log(username, type))
 * stop()
 */
export function onAuthChange(client: CognitoClient, listener: AuthListener): () => void {
  const { state } = client
  const subscribed: AuthListener = (event) => listener(event)
  state.listeners.add(subscribed)
  state.stopHearing ??= hearOtherTabs(client)
  return () => {
    state.listeners.delete(subscribed)
    if (state.listeners.size > 0) return
    state.stopHearing?.()
    state.stopHearing = undefined
  }
}

/** Tells the listeners of this client and the other tabs. */
export function emit(client: CognitoClient, event: AuthEvent): void {
  tellListeners(client, event)
  tellOtherTabs(client, event)
}

/** A listener that throws does not disturb the others, nor the work that the event is about. */
function tellListeners(client: CognitoClient, event: AuthEvent): void {
  const { state } = client
  const { reportError } = globalThis as Partial<typeof globalThis>
  for (const listener of state.listeners) {
    void Promise.resolve()
      .then(() => listener(event))
      .catch(reportError)
  }
  if (state.stopHearing) state.lastKnownUser = readUser(client)
}

/** Who is signed in; undefined where the storage cannot be read: whoever uses the session next gets its StorageError. */
function readUser(client: CognitoClient): Promise<string | null | undefined> {
  return readLastAuthUser(client).catch(() => undefined)
}

/**
 * Hears what happens to the same storage in other tabs: `localStorage` reports its changes itself; for any other shared
 * storage the tabs tell each other.
 */
function hearOtherTabs(client: CognitoClient): () => void {
  return reportsChanges(client) ? hearStorage(client) : hearChannel(client)
}

/** Tells the other tabs, unless the storage does so itself or is seen by nobody else. */
function tellOtherTabs(client: CognitoClient, event: AuthEvent): void {
  if (reportsChanges(client)) return
  // The channel that hears does not hear itself; one opened for this message is closed again.
  const sender = client.state.channel ?? openChannel(client)
  try {
    sender?.postMessage(event)
    if (sender !== client.state.channel) sender?.close()
  } catch {
    // What the event is about has happened, whether other tabs can be told or not.
  }
}

/** Where tabs tell each other; undefined when nobody shares the storage, or the platform has no channels or refuses one. */
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

function hearStorage(client: CognitoClient): () => void {
  const onStorage = (change: StorageEvent) => {
    if (change.storageArea !== client.storage) return
    if (change.key === null) void tellIfShared(client, CLEARED)
    else for (const event of readChange(client, change.key, change)) tellListeners(client, event)
  }
  globalThis.addEventListener('storage', onStorage)
  client.state.lastKnownUser = readUser(client) // WebKit reports changes only of a storage that the page has used
  return () => globalThis.removeEventListener('storage', onStorage)
}

/** `localStorage.clear()` names no item: whoever was signed in last has gone. */
const CLEARED = { type: 'signedOut', username: '' } as const

/**
 * What a change of an item means. A new id token in place of another one is a refresh. The name of the signed-in user is
 * written last and removed first: with `accounts: 'one'` the name before has gone with it. With `'many'` a new name may
 * be a switch, and who loses the id token has gone.
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

function hearChannel(client: CognitoClient): () => void {
  const { state } = client
  const channel = openChannel(client, ({ data }) => void tellIfShared(client, data))
  if (!channel) return () => {}
  // Node keeps a process alive for an open channel; browsers have no unref.
  ;(channel as { unref?: () => void }).unref?.()
  state.channel = channel
  state.lastKnownUser = readUser(client)
  return () => {
    state.channel = undefined
    channel.close()
  }
}

/**
 * Another client of the same name may keep its tokens elsewhere: what it tells must be seen in this storage too, and
 * anything may be said on a channel of that name.
 */
async function tellIfShared(client: CognitoClient, said: Partial<AuthEvent> | null): Promise<void> {
  const { type, username } = said ?? {}
  if (typeof username !== 'string') return
  const before = await client.state.lastKnownUser
  const user = await readUser(client)
  if (type === 'signedOut' && before && user !== undefined && user !== before) {
    tellListeners(client, { type, username: username || before, reason: 'elsewhere' })
  }
  if ((type === 'signedIn' || type === 'refreshed') && user === username) tellListeners(client, { type, username })
}
