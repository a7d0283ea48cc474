import type { CookieSession, SessionServer } from './cookie-session.ts'
import { markEnded, revokeSession } from './ended.ts'
import { isOfPage, type Outcome, type PageCall } from './page-call.ts'
import { latestOf } from './renewal.ts'

/** Ends the session in the cookies and removes the cookies, even if the service cannot be reached. */
export async function serveSignOut(server: SessionServer, call: PageCall): Promise<Outcome> {
  const { body, received, session } = call
  // If the page shows another user, a newer sign-in has replaced that user's session, and the newer session must not end.
  if (session && !isOfPage(server, session, body)) return { body: {} }
  const setCookies = server.cookies.clear(received)
  try {
    if (session) await endCookieSession(server, session)
    return { body: {}, setCookies }
  } catch (failure) {
    return { failure, setCookies }
  }
}

/**
 * Records the end of a session in the store and revokes the session's newest refresh token. Revokes the token even if the store
 * fails.
 */
export async function endCookieSession(server: SessionServer, session: CookieSession): Promise<void> {
  const { reportFault } = server
  await markEnded(server, session).catch(reportFault)
  const latest = await latestOf(server, session).catch((fault: unknown) => {
    reportFault(fault)
    return session
  })
  try {
    await revokeSession(server, latest)
  } catch (failure) {
    await markEnded(server, session, { isRevoked: false }).catch(reportFault)
    throw failure
  }
}
