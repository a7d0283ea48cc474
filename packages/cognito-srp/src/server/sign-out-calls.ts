import type { CookieSession, SessionServer } from './cookie-session.ts'
import { markEnded, revokeSession } from './ended.ts'
import { isOfPage, type Outcome, type PageCall } from './page-call.ts'
import { latestOf } from './renewal.ts'

/** Ends the session in the cookies and removes the cookies, even if the service cannot be reached. */
export async function serveSignOut(server: SessionServer, call: PageCall): Promise<Outcome> {
  const { body, received, session } = call
  // A page that shows another user is already signed out, and must not end the current user's session.
  if (session && !isOfPage(server, session, body)) return { body: {} }
  const setCookies = server.cookies.clear(received)
  try {
    if (session) await endCookieSession(server, session)
    return { body: {}, setCookies }
  } catch (failure) {
    return { failure, setCookies }
  }
}

/** Marks a session as ended and revokes its newest refresh token, even if the store fails. */
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
