import { firstText } from '../service/wire.ts'
import { readToken, type Token } from '../session/session.ts'
import { expiresAtMs, type CookieSession, type SessionServer } from './cookie-session.ts'
import { pick } from './exchange.ts'
import {
  requireSession,
  textMembers,
  toPageResult,
  withoutSignature,
  type Outcome,
  type PageCall,
} from './page-call.ts'
import { renew, type RenewalRequest } from './renewal.ts'

/**
 * Tolerance for a page's clock that is ahead of the server's clock, in milliseconds. A page's token counts as expired if its
 * remaining lifetime is at most the refresh margin plus this tolerance.
 */
const PAGE_AHEAD_MS = 30_000

/**
 * Renews the tokens in the cookies. If the page's token has expired and the cookies contain newer tokens, returns the tokens in
 * the cookies without a renewal.
 */
export async function serveRefresh(server: SessionServer, call: PageCall): Promise<Outcome> {
  const current = requireSession(server, call, 'Refresh')
  const pageToken = readToken(server.client, firstText(call.body['AccessToken']) ?? '', 'access')
  if (isBehind(server, current, pageToken)) {
    return { body: { AuthenticationResult: toPageResult(server, current) }, setCookies: [] }
  }
  const { session, error: failure, setCookies } = await renew(server, current, call.received, toRenewalRequest(call))
  if (!session) return { failure, setCookies }
  return { body: { AuthenticationResult: toPageResult(server, session) }, setCookies }
}

/** Whether the page's token has expired and the cookies contain valid tokens from a later renewal. */
function isBehind({ client }: SessionServer, session: CookieSession, pageToken: Token | undefined): boolean {
  if (!pageToken || pageToken.jwt === withoutSignature(session.accessToken)) return false
  const marginMs = client.refreshMarginSeconds * 1000
  const hasExpired = pageToken.claims.exp * 1000 - client.now() <= marginMs + PAGE_AHEAD_MS
  return hasExpired && expiresAtMs(session) - client.now() > marginMs
}

function toRenewalRequest({ operation, body }: PageCall): RenewalRequest {
  const clientMetadata = body['ClientMetadata']
  if (operation.name === 'GetTokensFromRefreshToken') {
    return { flow: operation.name, deviceKey: firstText(body['DeviceKey']), clientMetadata }
  }
  return {
    flow: 'REFRESH_TOKEN_AUTH',
    deviceKey: textMembers(body['AuthParameters']).get('DEVICE_KEY'),
    clientMetadata,
    context: pick(body, ['UserContextData', 'AnalyticsMetadata']),
  }
}
