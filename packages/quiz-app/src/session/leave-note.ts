import { tryWebStorage } from '../storage/web-storage.ts'

const KEY = 'revisa.leave'

/** Ways of ending the session at the identity service. `account-emptied` means that an empty record may remain. */
export type Farewell = (typeof FAREWELLS)[number]

const FAREWELLS = ['signed-out-everywhere', 'account-deleted', 'account-emptied'] as const

/** Way in which the user leaves. */
export type Leave = 'logout' | Farewell

// Tabs share this note, so that each tab knows why another tab ended the session. The note does not name the user.
// If the browser blocks storage, the note is not needed, because no other tab has this session.

/** Stores the reason why the user is leaving, before the session ends. */
export function noteLeave(leave: Leave): void {
  tryWebStorage(() => localStorage.setItem(KEY, leave))
}

/** Deletes the note, because a new session may end by itself. */
export function forgetLeave(): void {
  tryWebStorage(() => localStorage.removeItem(KEY))
}

/** Returns the way in which the user left in any tab since the last sign-in, or null if the user has not left. */
export function readLeave(): Leave | null {
  const noted = tryWebStorage(() => localStorage.getItem(KEY))
  return noted === 'logout' ? noted : (FAREWELLS.find((farewell) => farewell === noted) ?? null)
}
