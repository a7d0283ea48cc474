import type { Fetch, FetchRequest } from '../src/service/transport.ts'
import type { ScriptedPool } from './scripted-pool.ts'
import { jwt, NOW_SECONDS } from './tokens.ts'

/** Response of the token endpoint: a body with its status, or no complete response. */
export type TokenAnswer = { status?: number; body: object | string } | 'drop' | 'hang'

/** Request to the token endpoint. */
export type TokenRequest = { url: string; headers: Record<string, string>; body: URLSearchParams }

/** Function that returns the token endpoint's response to a request. */
export type TokenScript = (request: TokenRequest) => TokenAnswer | Promise<TokenAnswer>

/** Adds a token endpoint to the fake network of a pool. `script` returns the responses. */
export function withTokenEndpoint(pool: ScriptedPool, script: TokenScript): { fetch: Fetch; requests: TokenRequest[] } {
  const requests: TokenRequest[] = []
  const fetch: Fetch = async (url, request) => {
    if (!url.endsWith('/oauth2/token')) return pool.fetch(url, request)
    const sent = { url, headers: request.headers, body: new URLSearchParams(request.body) }
    requests.push(sent)
    return toResponse(await script(sent), request)
  }
  return { fetch, requests }
}

/** Creates the claims of a new id token, without a nonce. */
export function idClaims(changes: object = {}): object {
  const times = { iat: NOW_SECONDS, exp: NOW_SECONDS + 3600, auth_time: NOW_SECONDS }
  return {
    ...times,
    sub: 'sub-of-ana',
    origin_jti: 'origin-1',
    token_use: 'id',
    aud: 'web',
    iss: 'https://cognito-idp.local.amazonaws.com/local_Pool1',
    'cognito:username': 'ana',
    ...changes,
  }
}

/** Creates the body of a successful response from the token endpoint. */
export function tokenBody(id: object, access: object = {}): Record<string, unknown> {
  const { iat, exp, sub, origin_jti, iss } = idClaims() as Record<string, unknown>
  return {
    id_token: jwt(idClaims(id)),
    access_token: jwt({
      iat,
      exp,
      sub,
      origin_jti,
      iss,
      token_use: 'access',
      client_id: 'web',
      username: 'ana',
      ...access,
    }),
    refresh_token: 'refresh-1',
    token_type: 'Bearer',
    expires_in: 3600,
  }
}

function toResponse(answer: TokenAnswer, { signal }: FetchRequest): Response | Promise<Response> {
  if (answer === 'drop') throw new TypeError('fetch failed')
  if (answer === 'hang') {
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  const { status = 200, body } = answer
  const headers = { 'content-type': 'application/json;charset=UTF-8' }
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
}
