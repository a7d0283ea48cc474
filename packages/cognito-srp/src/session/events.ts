import type { CognitoClient } from '../client.ts'
import { lastAuthUserKey, readLastAuthUser, usernameOfKey } from '../storage/token-storage.ts'
import type { AuthEvent } from './session.ts'

/** Receives the changes of {@link onAuthChange}. */
export type AuthListener = (event: AuthEvent) => void

/**
 * Calls `listener` when somebody signs in or out or the tokens are refreshed, here or in another tab that shares the
 * storage. Nothing is called for the state at the moment of subscribing.
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
function tellListeners({ state }: CognitoClient, event: AuthEvent): void {
  for (const listener of state.listeners) queueMicrotask(() => listener(event))
}

/**
 * Hears what happens to the same storage in other tabs: `localStorage` reports its changes itself; for any other shared
 * storage the tabs tell each other.
 */
function hearOtherTabs(client: CognitoClient): () => void {
  if (reportsChanges(client)) return hearStorage(client)
  if (canTell(client)) return hearChannel(client)
  return () => {}
}

/** Tells the other tabs, unless the storage does so itself or is seen by nobody else. */
function tellOtherTabs(client: CognitoClient, event: AuthEvent): void {
  if (reportsChanges(client) || !canTell(client)) return
  const { channel } = client.state
  // The channel that hears does not hear itself; one opened for this message is closed again.
  const sender = channel ?? new BroadcastChannel(client.clientId)
  sender.postMessage(event)
  if (!channel) sender.close()
}

function reportsChanges({ storage }: CognitoClient): boolean {
  return typeof document !== 'undefined' && typeof Storage !== 'undefined' && storage instanceof Storage
}

function canTell({ storage }: CognitoClient): boolean {
  return storage.isShared !== false && typeof BroadcastChannel !== 'undefined'
}

function hearStorage(client: CognitoClient): () => void {
  const onStorage = (change: StorageEvent) => {
    if (change.storageArea !== client.storage) return
    const event = readChange(client, change)
    if (event) tellListeners(client, event)
  }
  globalThis.addEventListener('storage', onStorage)
  return () => globalThis.removeEventListener('storage', onStorage)
}

/** The name of the user is written last and removed first; a new id token in place of another one is a refresh. */
function readChange(client: CognitoClient, { key, oldValue, newValue }: StorageEvent): AuthEvent | undefined {
  if (key === lastAuthUserKey(client)) {
    if (newValue) return { type: 'signedIn', username: newValue }
    return oldValue ? { type: 'signedOut', username: oldValue, reason: 'elsewhere' } : undefined
  }
  const username = oldValue && newValue && usernameOfKey(client, key ?? '', 'idToken')
  return username ? { type: 'refreshed', username } : undefined
}

function hearChannel(client: CognitoClient): () => void {
  const channel = new BroadcastChannel(client.clientId)
  // Node keeps a process alive for an open channel; browsers have no unref.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
  channel.addEventListener('message', ({ data }: MessageEvent<AuthEvent>) => void tellIfShared(client, data))
  client.state.channel = channel
  return () => {
    client.state.channel = undefined
    channel.close()
  }
}

/** Another client of the same name may keep its tokens elsewhere: what it tells must be seen in this storage too. */
async function tellIfShared(client: CognitoClient, event: AuthEvent): Promise<void> {
  // A storage that cannot be read says nothing; whoever uses the session next gets its StorageError.
  const stored = await readLastAuthUser(client).catch(() => undefined)
  if (stored === undefined) return
  const isSignedIn = stored === event.username
  if (isSignedIn !== (event.type !== 'signedOut')) return
  tellListeners(client, event.type === 'signedOut' ? { ...event, reason: 'elsewhere' } : event)
}
