import { HostedLoginError } from '../errors.ts'
import {
  MAX_RESPONSE_BYTES,
  readText,
  withDeadline,
  type CallOptions,
  type FetchRequest,
  type ServiceAccess,
  type Signal,
} from '../service/transport.ts'
import { firstText, parseObject } from '../service/wire.ts'
import { isIssuer, openTokens, type Audience, type Session } from '../session/session.ts'
import { LOGIN_LIFETIME_MS, type PendingLogin } from './authorization-request.ts'
import type { HostedPages } from './hosted-pages.ts'
import type { OAuthModule } from './oauth-module.ts'

/** Part of the client that the code exchange uses. */
type CodeClient = Audience & Pick<ServiceAccess, 'fetch' | 'timeoutMs' | 'now'>

/** Authorization response and its pending sign-in. */
export type AnsweredLogin = { login: PendingLogin; authResponse: URLSearchParams }

/**
 * Exchanges the code in an authorization response for tokens, and checks the tokens. The caller must first remove the pending
 * sign-in from storage, so that the code is never sent twice.
 *
 * @param options `authentication`: client authentication from oauth4webapi, which is required if the app client has a secret
 * @throws HostedLoginError; SessionError when a token is missing, when the tokens belong to another pool or app client, or when the
 *   tokens are from different sign-ins; NetworkError; TimeoutError; the reason of `signal`.
 */
export async function exchangeCode(
  oauth: OAuthModule,
  client: CodeClient,
  pages: HostedPages,
  { login, authResponse }: AnsweredLogin,
  { authentication = oauth.None(), signal }: CallOptions & { authentication?: object | undefined } = {},
): Promise<Session> {
  // The age is negative if the sign-in started on another server, whose clock is ahead.
  const ageMs = Math.abs(client.now() - login.createdAtMs)
  if (!(ageMs <= LOGIN_LIFETIME_MS)) {
    throw new HostedLoginError('The sign-in took too long. Start a new sign-in.', { reason: 'timeout' })
  }
  const issuer = authResponse.get('iss') ?? client.userPoolId
  if (!isIssuer(issuer, client.userPoolId)) throw unknownLogin()
  if (authResponse.has('error')) throw readRejection(authResponse)
  if (!authResponse.get('code')) throw unknownLogin()
  const pool = { issuer, token_endpoint: `${pages.origin}/oauth2/token` }
  const parameters = validated(() => oauth.validateAuthResponse(pool, toApp(client), authResponse, login.state))
  const send = (deadline: Signal | undefined) =>
    oauth.authorizationCodeGrantRequest(
      pool,
      toApp(client),
      authentication,
      parameters,
      pages.redirectUri,
      login.verifier,
      {
        signal: deadline,
        [oauth.customFetch]: (url: string, request: FormRequest) => fetchResponse(client, url, request),
        [oauth.allowInsecureRequests]: pages.origin.startsWith('http:'),
      },
    )
  const response = await withDeadline(send, { timeoutMs: client.timeoutMs, endpoint: pool.token_endpoint }, signal)
  return readSession(oauth, client, login, response)
}

/** Creates the error for an authorization response that does not belong to any of the browser's pending sign-ins. */
export function unknownLogin(): HostedLoginError {
  const message = 'This browser did not start the sign-in, or the code was already used. Start a new sign-in.'
  return new HostedLoginError(message, { reason: 'state-mismatch' })
}

/**
 * Returns the result of `check`. Replaces an error that `check` throws, because the original error contains the authorization
 * response.
 */
function validated<T>(check: () => T): T {
  try {
    return check()
  } catch {
    throw unknownLogin()
  }
}

/** Converts an error response from the hosted pages to a HostedLoginError. */
function readRejection(authResponse: URLSearchParams): HostedLoginError {
  const error = authResponse.get('error') ?? undefined
  const errorDescription = authResponse.get('error_description') ?? undefined
  const [reason, message] =
    error === 'access_denied'
      ? (['cancelled', 'The user cancelled the sign-in.'] as const)
      : (['pool-error', 'The hosted pages returned an error.'] as const)
  return new HostedLoginError(message, { reason, error, errorDescription })
}

type FormRequest = Omit<FetchRequest, 'body'> & { body: URLSearchParams }

/** Sends a request with the client's `fetch`. Discards a response body that is longer than `MAX_RESPONSE_BYTES`. */
async function fetchResponse({ fetch }: CodeClient, url: string, request: FormRequest): Promise<Response> {
  const answer = await fetch(url, { ...request, body: request.body.toString() })
  const text = await readText(answer, MAX_RESPONSE_BYTES)
  const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
  return new Response(text || null, { status: answer.status, headers })
}

/** Checks the token endpoint's response, and returns the session. */
async function readSession(
  oauth: OAuthModule,
  client: CodeClient,
  { nonce, maxAgeSeconds }: PendingLogin,
  response: Response,
): Promise<Session> {
  const body = parseObject(await response.clone().text()) ?? {}
  if (!response.ok) throw readTokenError(body)
  const session = openTokens(client, {
    idToken: firstText(body['id_token']) ?? '',
    accessToken: firstText(body['access_token']) ?? '',
    refreshToken: firstText(body['refresh_token']),
  })
  const { claims } = session.idToken
  if (claims.nonce !== nonce) {
    throw new HostedLoginError('The id token belongs to another sign-in.', { reason: 'nonce-mismatch' })
  }
  // The id token was just issued, so its `iat` claim shows how far off the local clock is.
  const clockSkew = (claims.iat ?? 0) - Math.floor(Date.now() / 1000)
  const options = {
    expectedNonce: nonce,
    requireIdToken: true,
    ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
  } as const
  const app = { ...toApp(client), [oauth.clockSkew]: clockSkew }
  try {
    await oauth.processAuthorizationCodeResponse({ issuer: claims.iss }, app, response, options)
  } catch (cause) {
    // The original error contains the tokens, so the new error copies only the message.
    throw new HostedLoginError(`The pool returned invalid tokens: ${(cause as Error).message}`, {
      reason: 'pool-error',
    })
  }
  return session
}

/** Converts an error response from the token endpoint (RFC 6749 §5.2) to a HostedLoginError. */
function readTokenError(body: Record<string, unknown>): HostedLoginError {
  const error = firstText(body['error'])
  const errorDescription = firstText(body['error_description'])
  const [reason, message] =
    error === 'invalid_grant'
      ? (['code-rejected', 'The pool rejected the code. Start a new sign-in.'] as const)
      : (['pool-error', 'The token endpoint returned an error.'] as const)
  return new HostedLoginError(message, { reason, error, errorDescription })
}

function toApp({ clientId }: Audience): { client_id: string } {
  return { client_id: clientId }
}
