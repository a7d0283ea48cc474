import { buildRevocation } from '../service/token-requests.ts'
import { lifetimeMs, type CookieSession, type SessionServer } from './cookie-session.ts'
import { ask } from './exchange.ts'

/** Whether the store records a session as ended. */
export async function isEnded({ store }: SessionServer, { id }: CookieSession): Promise<boolean> {
  return Boolean(await store.get(endedKey(id)))
}

/**
 * Records in the store that a session has ended. The record lasts as long as the session's access tokens can be valid. If the
 * refresh token could not be revoked, the record lasts at least as long as browsers store the cookies.
 */
export async function markEnded(
  { store, cookie }: SessionServer,
  session: CookieSession,
  { isRevoked }: { isRevoked: boolean } = { isRevoked: true },
): Promise<void> {
  const cookiesMs = isRevoked ? 0 : cookie.maxAgeSeconds * 1000
  await store.set(endedKey(session.id), '1', { ttlMs: Math.max(lifetimeMs(session), cookiesMs) })
}

/** Revokes a session's refresh token. @throws ServiceError, NetworkError, TimeoutError */
export async function revokeSession({ client }: SessionServer, { refreshToken }: CookieSession): Promise<void> {
  if (refreshToken === undefined) return
  const { operation, payload } = buildRevocation(client, { refreshToken })
  await ask(client, operation, payload, { mayBeEmpty: true })
}

function endedKey(id: string): string {
  return `cognito-srp.ended.${id}`
}
