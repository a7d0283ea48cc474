import type { CognitoClient } from '../client.ts'
import { lastAuthUserKey, usernameOfKey } from '../storage/items.ts'
import type { AuthEvent } from './auth-event.ts'
import { readLastAuthUser } from './stored-session.ts'

type Hear = (event: AuthEvent) => void

/**
 * Hears what happens to the same storage in other tabs: `localStorage` reports its changes itself; for any other shared
 * storage the tabs tell each other.
 */
export function hearOtherTabs(client: CognitoClient, hear: Hear): () => void {
  if (reportsChanges(client)) return hearStorage(client, hear)
  if (!canTell(client)) return () => {}
  return hearChannel(client, hear)
}

/** Tells the other tabs, unless the storage does so itself or is seen by nobody else. */
export function announce(client: CognitoClient, event: AuthEvent): void {
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

function hearStorage(client: CognitoClient, hear: Hear): () => void {
  const onStorage = (change: StorageEvent) => {
    if (change.storageArea !== client.storage) return
    const event = readChange(client, change)
    if (event) hear(event)
  }
  globalThis.addEventListener('storage', onStorage)
  return () => globalThis.removeEventListener('storage', onStorage)
}

/** The name of the user is written last and removed first; a new id token in place of another one is a refresh. */
function readChange(client: CognitoClient, { key, oldValue, newValue }: StorageEvent): AuthEvent | undefined {
  if (key === lastAuthUserKey(client)) {
    if (newValue) return { type: 'signedIn', username: newValue }
    return oldValue ? { type: 'signedOut', username: oldValue } : undefined
  }
  const username = oldValue && newValue && usernameOfKey(client, key ?? '', 'idToken')
  return username ? { type: 'refreshed', username } : undefined
}

function hearChannel(client: CognitoClient, hear: Hear): () => void {
  const channel = new BroadcastChannel(client.clientId)
  // Node keeps a process alive for an open channel; browsers have no unref.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
  channel.addEventListener('message', ({ data }: MessageEvent<AuthEvent>) => void hearIfShared(client, data, hear))
  client.state.channel = channel
  return () => {
    client.state.channel = undefined
    channel.close()
  }
}

/** Another client of the same name may keep its tokens elsewhere: what it tells must be seen in this storage too. */
async function hearIfShared(client: CognitoClient, event: AuthEvent, hear: Hear): Promise<void> {
  // A storage that cannot be read says nothing; whoever uses the session next gets its StorageError.
  const stored = await readLastAuthUser(client).catch(() => undefined)
  if (stored === undefined) return
  const isSignedIn = stored === event.username
  if (isSignedIn === (event.type !== 'signedOut')) hear(event)
}
