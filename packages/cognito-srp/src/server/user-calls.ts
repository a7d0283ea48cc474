import { secretHash } from '../service/secret-hash.ts'
import { firstText } from '../service/wire.ts'
import { expiresAtMs, writeCookies, type CookieSession, type SessionServer } from './cookie-session.ts'
import { markEnded } from './ended.ts'
import { passOn, pick } from './exchange.ts'
import { requireSession, type Outcome, type PageCall } from './page-call.ts'
import { latestOf, renew, type Renewal } from './renewal.ts'

/** Serves an operation about a named user, who does not have to be signed in. */
export async function serveAccount({ client }: SessionServer, { operation, body }: PageCall): Promise<Outcome> {
  const payload = {
    ...pick(body, operation.request),
    ClientId: client.clientId,
    SecretHash: await secretHash(client, firstText(body['Username']) ?? ''),
  }
  return { body: await passOn(client, operation, payload) }
}

/** Serves an operation of the signed-in user, with the access token of the cookies. */
export async function serveUser(server: SessionServer, call: PageCall): Promise<Outcome> {
  const { client } = server
  const { operation, body } = call
  const given = pick(body, operation.request)
  // During a sign-in, the page sets up a second factor with the sign-in's Session, because there is no access token yet.
  if ('Session' in given) return { body: await passOn(client, operation, given) }

  const { session, error, setCookies } = await renewWhenExpired(server, call)
  if (!session) return { failure: error, setCookies }
  try {
    const passed = await passOn(client, operation, { ...given, AccessToken: session.accessToken.jwt })
    return { body: passed, setCookies: (await cookiesAfter(server, call, session)) ?? setCookies }
  } catch (failure) {
    return { failure, setCookies } // renewed tokens must reach the browser
  }
}

/** Returns the session of the cookies, renewed if its tokens have expired. @throws ServiceError as {@link requireSession} */
export async function renewWhenExpired(server: SessionServer, call: PageCall): Promise<Renewal> {
  const session = requireSession(server, call, 'Access')
  if (expiresAtMs(session) > server.client.now()) return { session, setCookies: [] }
  return renew(server, session, call.received)
}

/**
 * Returns the cookies after an operation that ended the session or changed the session's device; undefined after any other
 * operation.
 */
async function cookiesAfter(
  server: SessionServer,
  { operation, body, received }: PageCall,
  session: CookieSession,
): Promise<readonly string[] | undefined> {
  if (operation.endsSession) {
    await markEnded(server, session).catch(server.reportFault)
    return server.cookies.clear(received)
  }
  const deviceKey = firstText(body['DeviceKey'])
  const isForgotten = operation.name === 'ForgetDevice' && session.deviceKey === deviceKey
  if (operation.name !== 'ConfirmDevice' && !isForgotten) return undefined
  // The tokens may have been renewed meanwhile, and older tokens must not replace them in the browser.
  const newest = await latestOf(server, session).catch(() => session)
  return writeCookies(server, { ...newest, deviceKey: isForgotten ? undefined : deviceKey }, received)
}
