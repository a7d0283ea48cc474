import { vi } from 'vitest'

import type { AuthSnapshot, AuthStore, SignedInUser } from '../src/session/auth-store.ts'

/** Lets everything happen that needs no time. */
export const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

/** Follows a store as a view does: what it shows first, then after each change. */
export function follow(store: AuthStore): { shown: AuthSnapshot[]; stop: () => void } {
  const shown = [store.getSnapshot()]
  const stop = store.subscribe(() => shown.push(store.getSnapshot()))
  return { shown, stop }
}

/** The user of `tokens({ username })`. */
export const userNamed = (username: string): SignedInUser => ({ username, sub: `sub-of-${username}`, groups: [] })
