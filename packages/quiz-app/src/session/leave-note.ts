import { tryWebStorage } from '../storage/web-storage.ts'

const KEY = 'revisa.leave'

/** Ends that the person asked the identity service for; `account-emptied` where an empty record may be left. */
export type Farewell = (typeof FAREWELLS)[number]

const FAREWELLS = ['signed-out-everywhere', 'account-deleted', 'account-emptied'] as const

/** How the person leaves by their own will. */
export type Leave = 'logout' | Farewell

// Tabs share this note, so that each tab knows why the session ended in another one. The note does not name the user.
// If the browser blocks storage, the note is not needed, because no other tab has this session.

/** Stores the reason why the user is leaving, before the session ends. */
export function noteLeave(leave: Leave): void {
  tryWebStorage(() => localStorage.setItem(KEY, leave))
}

/** Forgets the note: whoever is signed in has a session that may end by itself. */
export function forgetLeave(): void {
  tryWebStorage(() => localStorage.removeItem(KEY))
}

/** How the person left, in whichever tab, since anybody signed in; null when they did not. */
export function readLeave(): Leave | null {
  const noted = tryWebStorage(() => localStorage.getItem(KEY))
  return noted === 'logout' ? noted : (FAREWELLS.find((farewell) => farewell === noted) ?? null)
}
