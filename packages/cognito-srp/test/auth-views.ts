import { vi } from 'vitest'

import type { AuthSnapshot, AuthStore, SignedInUser } from '../src/session/auth-store.ts'

/** Waits for all pending promises and for timers that are due. */
export const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

/** Records the snapshots of a store, first the current one and then one for each change, like a view. */
export function follow(store: AuthStore): { shown: AuthSnapshot[]; stop: () => void } {
  const shown = [store.getSnapshot()]
  const stop = store.subscribe(() => shown.push(store.getSnapshot()))
  return { shown, stop }
}

/** Signed-in user to whom `tokens({ username })` belong. */
export const userNamed = (username: string): SignedInUser => ({ username, sub: `sub-of-${username}`, groups: [] })
