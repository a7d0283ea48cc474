const KEY = 'revisa.logout'

// Tabs share this note: a logout in one of them is no end of the session that the others would have to explain.

/** Notes that the person is logging out, before the session ends. */
export function noteOwnLogout(username: string): void {
  withStorage((storage) => storage.setItem(KEY, username))
}

/** Forgets the note: whoever signs in has a session again that may end by itself. */
export function forgetOwnLogout(): void {
  withStorage((storage) => storage.removeItem(KEY))
}

/** Whether the person logged out, in whichever tab, since anybody signed in. */
export function isOwnLogout(username: string): boolean {
  return withStorage((storage) => storage.getItem(KEY)) === username
}

function withStorage<Result>(access: (storage: Storage) => Result): Result | null {
  try {
    return access(localStorage)
  } catch {
    return null // refused storage is not shared either: no other tab has this session
  }
}
