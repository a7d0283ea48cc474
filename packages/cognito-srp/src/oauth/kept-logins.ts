import { StorageError } from '../errors.ts'
import { LOGIN_LIFETIME_MS, type PendingLogin } from '../hosted/authorization-request.ts'
import { isRecord } from '../service/wire.ts'
import type { Keep } from '../sign-in/kept-challenge.ts'

/** Storage for the pending sign-ins of one tab. */
export type KeptLogins = {
  /** Stores a pending sign-in, and removes expired sign-ins. @throws StorageError */
  keep(login: PendingLogin): void
  /**
   * Removes and returns the sign-in that has the given state. Returns undefined if no sign-in has the given state.
   *
   * @throws StorageError
   */
  take(state: string): PendingLogin | undefined
}

/** Maximum number of pending sign-ins in one tab. If a tab exceeds the maximum, `keep` removes the oldest sign-in. */
const MAX_LOGINS = 5

/** @param storage storage that survives the redirect and is not shared with other tabs */
export function createKeptLogins(
  { clientId, now }: { readonly clientId: string; readonly now: () => number },
  storage: Keep,
): KeptLogins {
  const key = `CognitoHostedLogin.${clientId}`
  const open = () => (typeof storage === 'function' ? storage() : storage)
  const read = (): PendingLogin[] => readLogins(open().getItem(key))
  const write = (logins: readonly PendingLogin[]) => {
    if (logins.length === 0) open().removeItem(key)
    else open().setItem(key, JSON.stringify(logins))
  }
  return {
    keep: (login) =>
      accessing(() => {
        const current = read().filter(({ createdAtMs }) => createdAtMs > now() - LOGIN_LIFETIME_MS)
        write([...current, login].slice(-MAX_LOGINS))
      }),
    take: (state) =>
      accessing(() => {
        const logins = read()
        const taken = logins.find((login) => login.state === state)
        if (taken) write(logins.filter((login) => login !== taken))
        return taken
      }),
  }
}

function readLogins(text: string | null): PendingLogin[] {
  try {
    const logins: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(logins) ? logins.filter(isLogin) : []
  } catch {
    return [] // damaged
  }
}

function isLogin(value: unknown): value is PendingLogin {
  const { state, verifier, nonce, returnTo, createdAtMs } = isRecord(value) ? value : {}
  const areTexts = [state, verifier, nonce, returnTo].every((text) => typeof text === 'string')
  return areTexts && typeof createdAtMs === 'number'
}

function accessing<T>(access: () => T): T {
  try {
    return access()
  } catch (cause) {
    throw new StorageError('The storage for hosted logins could not be read or written.', { cause })
  }
}
