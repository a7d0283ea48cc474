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
 * Margin before the expiry of a page's token. Inside the margin the token counts as expired, because the page's clock may be fast
 * and the page renews early.
 */
const PAGE_AHEAD_MS = 30_000

/** Renews the tokens of the cookies, unless they were renewed after the page got its tokens. */
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

/** Whether the cookies were renewed after the page got its token, and the page's token has expired. */
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
