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

/** Part of a client that is needed to exchange a code. */
type CodeClient = Audience & Pick<ServiceAccess, 'fetch' | 'timeoutMs' | 'now'>

/** Authorization response, with the pending sign-in to which the response belongs. */
export type Answered = { login: PendingLogin; answer: URLSearchParams }

/**
 * Exchanges the code of an authorization response for tokens and checks the tokens. Before this call, the login must be removed
 * from its storage, so that no code is sent twice.
 *
 * @param options `authentication` adds the client secret to the request; an app client without a secret needs no `authentication`
 * @throws HostedLoginError; SessionError when the tokens belong to another pool, app client or user; NetworkError; TimeoutError;
 *   the reason of `signal`.
 */
export async function redeemAnswer(
  oauth: OAuthModule,
  client: CodeClient,
  pages: HostedPages,
  { login, answer }: Answered,
  { authentication = oauth.None(), signal }: CallOptions & { authentication?: object | undefined } = {},
): Promise<Session> {
  // The age is negative if another server, whose clock is ahead, has started the sign-in.
  const ageMs = Math.abs(client.now() - login.createdAtMs)
  if (!(ageMs <= LOGIN_LIFETIME_MS)) {
    throw new HostedLoginError('The sign-in took too long. Start it again.', { reason: 'timeout' })
  }
  const issuer = answer.get('iss') ?? client.userPoolId
  if (!isIssuer(issuer, client.userPoolId)) throw unknownLogin()
  if (answer.has('error')) throw readRejection(answer)
  if (!answer.get('code')) throw unknownLogin()
  const pool = { issuer, token_endpoint: `${pages.origin}/oauth2/token` }
  const parameters = validated(() => oauth.validateAuthResponse(pool, toApp(client), answer, login.state))
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

/** Creates the error for an authorization response that does not belong to a pending sign-in of this browser. */
export function unknownLogin(): HostedLoginError {
  const message = 'This browser did not start this sign-in, or its code was already used. Start a new sign-in.'
  return new HostedLoginError(message, { reason: 'state-mismatch' })
}

/**
 * Returns the result of `check`. If `check` throws, throws another error instead, because the original error contains
 * the authorization response.
 */
function validated<T>(check: () => T): T {
  try {
    return check()
  } catch {
    throw unknownLogin()
  }
}

/** Returns the error that the hosted pages sent. */
function readRejection(answer: URLSearchParams): HostedLoginError {
  const facts = {
    error: answer.get('error') ?? undefined,
    errorDescription: answer.get('error_description') ?? undefined,
  }
  if (facts.error === 'access_denied') {
    return new HostedLoginError('The user cancelled the sign-in.', { reason: 'cancelled', ...facts })
  }
  return new HostedLoginError('The hosted pages returned an error.', { reason: 'pool-error', ...facts })
}

type FormRequest = Omit<FetchRequest, 'body'> & { body: URLSearchParams }

/** Sends a request with the client's `fetch`, and reads the response up to a maximum length. */
async function fetchResponse({ fetch }: CodeClient, url: string, request: FormRequest): Promise<Response> {
  const answer = await fetch(url, { ...request, body: request.body.toString() })
  const text = await readText(answer, MAX_RESPONSE_BYTES)
  const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
  return new Response(text || null, { status: answer.status, headers })
}

/** Reads and checks the response of the token endpoint. */
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
  // The token was just issued, so its time of issue reveals how far this device's clock is off.
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
    // The cause contains the tokens, so the new error contains only the message of that cause.
    throw new HostedLoginError(`The pool returned invalid tokens: ${(cause as Error).message}`, {
      reason: 'pool-error',
    })
  }
  return session
}

/** Returns the error of the token endpoint (RFC 6749 §5.2). */
function readTokenError(body: Record<string, unknown>): HostedLoginError {
  const error = firstText(body['error'])
  const errorDescription = firstText(body['error_description'])
  if (error === 'invalid_grant') {
    const message = 'The pool rejected the code. Start a new sign-in.'
    return new HostedLoginError(message, { reason: 'code-rejected', error, errorDescription })
  }
  const message = 'The pool could not exchange the code for tokens.'
  return new HostedLoginError(message, { reason: 'pool-error', error, errorDescription })
}

function toApp({ clientId }: Audience): { client_id: string } {
  return { client_id: clientId }
}
