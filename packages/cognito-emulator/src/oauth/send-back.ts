import { ServiceError } from '../service-error.ts'
import type { Grant } from './authorization-codes.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { BrowserSession } from './browser-sessions.ts'
import { RedirectError } from './errors.ts'
import { startGrantSession } from './grant-session.ts'
import type { PageServices, Visit } from './visit.ts'

/** Redirects the browser back to the application with a code or tokens. */
export async function sendBack(visit: Visit, session: BrowserSession): Promise<Response> {
  return visit.context.redirect(await locationFor(visit.services, visit.request, session))
}

async function locationFor(
  services: PageServices,
  request: AuthorizationRequest,
  { user, authTimeMs }: BrowserSession,
): Promise<string> {
  const { redirectUri, responseType, state } = request
  const grant = { user, authTimeMs, request }
  if (responseType === 'token') return `${redirectUri}#${toQuery(await tokensFor(services, grant))}`
  return withParameters(redirectUri, { code: services.authorizationCodes.issue(grant), state })
}

/** Issues tokens for the implicit grant, which does not include a refresh token. */
async function tokensFor(services: PageServices, grant: Grant): Promise<Record<string, string | undefined>> {
  const { request } = grant
  const session = startGrantSession(services, request.caller, grant)
  if (!session)
    throw new RedirectError(request, 'invalid_grant', 'The client cannot read all attributes of the requested scopes')
  const issued = await session.issue().catch((error: unknown) => {
    throw error instanceof ServiceError ? new RedirectError(request, 'invalid_request', error.message) : error
  })
  return {
    id_token: request.scopes.includes('openid') ? issued.IdToken : undefined,
    access_token: issued.AccessToken,
    token_type: issued.TokenType,
    expires_in: String(issued.ExpiresIn),
    state: request.state,
  }
}

/** Returns the redirect that reports an error to the application, in the query of the redirect URI. */
export function redirectOf({ redirectUri, code, message, state }: RedirectError): string {
  return withParameters(redirectUri, { error_description: message, error: code, state })
}

/** Adds parameters to the query of a URL, and leaves the rest of the URL unchanged. */
export function withParameters(address: string, parameters: Record<string, string | undefined>): string {
  return `${address}${address.includes('?') ? '&' : '?'}${toQuery(parameters)}`
}

function toQuery(parameters: Record<string, string | undefined>): string {
  const defined = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(defined).toString()
}
