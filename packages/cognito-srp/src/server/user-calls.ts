import { secretHash } from '../service/secret-hash.ts'
import { firstText } from '../service/wire.ts'
import { expiresAtMs, writeCookies, type CookieSession, type SessionServer } from './cookie-session.ts'
import { markEnded } from './ended.ts'
import { passOn, pick } from './exchange.ts'
import { requireSession, type Outcome, type PageCall } from './page-call.ts'
import { latestOf, renew, type Renewal } from './renewal.ts'

/** Serves an operation that works without a session, such as SignUp or ForgotPassword. The request contains the user name. */
export async function serveAccount({ client }: SessionServer, { operation, body }: PageCall): Promise<Outcome> {
  const payload = {
    ...pick(body, operation.request),
    ClientId: client.clientId,
    SecretHash: await secretHash(client, firstText(body['Username']) ?? ''),
  }
  return { body: await passOn(client, operation, payload) }
}

/** Serves an operation for the signed-in user. Sends the access token from the cookies to the service. */
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

/**
 * Returns the session from the cookies. Renews expired tokens first.
 *
 * @throws the same errors as {@link requireSession} and {@link renew}
 */
export async function renewWhenExpired(server: SessionServer, call: PageCall): Promise<Renewal> {
  const session = requireSession(server, call, 'Access')
  if (expiresAtMs(session) > server.client.now()) return { session, setCookies: [] }
  return renew(server, session, call.received)
}

/**
 * Returns the `Set-Cookie` headers for an operation that ended the session or changed the session's device. Returns undefined for
 * any other operation.
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
  // A parallel request may have renewed the tokens. The old tokens must not replace the renewed tokens in the browser.
  const newest = await latestOf(server, session).catch(() => session)
  return writeCookies(server, { ...newest, deviceKey: isForgotten ? undefined : deviceKey }, received)
}
