import { tryWebStorage } from '../storage/web-storage.ts'

const KEY = 'revisa.leave'

/** Ends that the person asked the identity service for; `account-emptied` where an empty record may be left. */
export type Farewell = (typeof FAREWELLS)[number]

const FAREWELLS = ['signed-out-everywhere', 'account-deleted', 'account-emptied'] as const

/** How the person leaves by their own will. */
export type Leave = 'logout' | Farewell

// Tabs share this note: the others need not guess why the session ended in one of them. It names nobody.
// Where storage is refused it is missed by nobody: no other tab has this session then.

/** Notes that the person is leaving, before the session ends. */
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
