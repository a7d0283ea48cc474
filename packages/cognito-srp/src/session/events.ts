import type { CognitoClient } from '../client.ts'
import type { AuthEvent } from './auth-event.ts'
import { announce, hearOtherTabs } from './other-tabs.ts'

/** Receives the changes of {@link onAuthChange}. */
export type AuthListener = (event: AuthEvent) => void

/**
 * Calls `listener` when somebody signs in or out or the tokens are refreshed, here or in another tab that shares the
 * storage. Nothing is called for the state at the moment of subscribing.
 *
 * @returns ends the subscription and closes what was opened for it
 */
export function onAuthChange(client: CognitoClient, listener: AuthListener): () => void {
  const { state } = client
  const subscribed: AuthListener = (event) => listener(event)
  state.listeners.add(subscribed)
  state.stopHearing ??= hearOtherTabs(client, (event) => tellListeners(client, event))
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
  announce(client, event)
}

/** A listener that throws does not disturb the others, nor the work that the event is about. */
function tellListeners({ state }: CognitoClient, event: AuthEvent): void {
  for (const listener of state.listeners) queueMicrotask(() => listener(event))
}
