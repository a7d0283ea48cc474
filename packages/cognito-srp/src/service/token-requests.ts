import { ServiceError } from '../errors.ts'
import { STORAGE_LAG_MS } from '../storage/token-storage.ts'
import { secretHash } from './secret-hash.ts'
import { contextFields, type AppClient } from './wire.ts'

/** The request that renews tokens. */
export type RefreshFlow = 'GetTokensFromRefreshToken' | 'REFRESH_TOKEN_AUTH'

/** A request to the service: the operation and its payload in the service's casing. */
export type TokenRequest = { operation: string; payload: Record<string, unknown> }

/** A refresh token, and the access token that came with it. */
export type TokenPair = { refreshToken: string; accessToken?: string | undefined }

/** Input of {@link buildRefresh}. */
export type RefreshInput = TokenPair & {
  flow: RefreshFlow
  /** User name of the access token: the secret hash of a refresh is made of it. */
  username: string
  deviceKey?: string | undefined
  /** For the pool's triggers. */
  clientMetadata?: unknown
  /** `UserContextData` and `AnalyticsMetadata`, which only `REFRESH_TOKEN_AUTH` sends. Default: the client's. */
  context?: object | undefined
}

/**
 * Placeholder in place of the refresh token while a server holds the tokens (`@cognito-srp/client/server`). The id and
 * access token then have their claims but no signature, so that a page holds nothing to steal.
 */
export const HELD_BY_SERVER = 'held-by-the-server'

const REFRESH_TIMEOUT_MS = 8000

/** Error codes for a refresh token that the service rejects permanently. */
const REFRESH_REFUSAL =
  /^(NotAuthorized|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse)Exception$/

/** Longest wait for the response to one refresh request, in milliseconds. */
export function refreshTimeoutMs(timeoutMs: number): number {
  return Math.min(timeoutMs, REFRESH_TIMEOUT_MS)
}

/** Longest time that a refresh holds the lock of the tabs: one request, and two storage lags for reading and writing. */
export function longestRefreshMs(timeoutMs: number): number {
  return refreshTimeoutMs(timeoutMs) + 2 * STORAGE_LAG_MS
}

/** Whether the service rejected a refresh token permanently, so that the user must sign in again. */
export function isRefusedRefresh(error: unknown): error is ServiceError {
  return error instanceof ServiceError && REFRESH_REFUSAL.test(error.code)
}

/** The operation of the service that a refresh calls. */
export function refreshOperation(flow: RefreshFlow): string {
  return flow === 'REFRESH_TOKEN_AUTH' ? 'InitiateAuth' : flow
}

/**
 * Builds the request that renews tokens.
 *
 * @throws ConfigurationError for a client secret where the platform has no `crypto.subtle`.
 */
export async function buildRefresh(client: AppClient, input: RefreshInput): Promise<TokenRequest> {
  const { flow, refreshToken, username, deviceKey, clientMetadata, context } = input
  const { clientId: ClientId, clientSecret: ClientSecret } = client
  const common = { ClientId, ClientMetadata: clientMetadata, AccessToken: accessTokenFor(input) }
  const operation = refreshOperation(flow)
  if (flow === 'GetTokensFromRefreshToken') {
    return { operation, payload: { ...common, ClientSecret, RefreshToken: refreshToken, DeviceKey: deviceKey } }
  }
  const AuthParameters = {
    REFRESH_TOKEN: refreshToken,
    DEVICE_KEY: deviceKey,
    SECRET_HASH: await secretHash(client, username),
  }
  return {
    operation,
    payload: { ...common, AuthFlow: flow, AuthParameters, ...(context ?? contextFields(client, username)) },
  }
}

/** Builds the request that revokes a refresh token. */
export function buildRevocation({ clientId, clientSecret }: AppClient, tokens: TokenPair): TokenRequest {
  const payload = {
    Token: tokens.refreshToken,
    ClientId: clientId,
    ClientSecret: clientSecret,
    AccessToken: accessTokenFor(tokens),
  }
  return { operation: 'RevokeToken', payload }
}

/** A server that holds the tokens knows the session by its access token; the service itself gets none. */
function accessTokenFor({ refreshToken, accessToken }: TokenPair): string | undefined {
  return refreshToken === HELD_BY_SERVER ? accessToken : undefined
}
