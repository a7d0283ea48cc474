import { ServiceError } from '../errors.ts'
import { STORAGE_LAG_MS } from '../storage/token-storage.ts'
import { secretHash } from './secret-hash.ts'
import { contextFields, type AppClient } from './wire.ts'

/** Operation that renews tokens. */
export type RefreshFlow = 'GetTokensFromRefreshToken' | 'REFRESH_TOKEN_AUTH'

/** Request to the service, with the operation and its payload in the service's casing. */
export type TokenRequest = { operation: string; payload: Record<string, unknown> }

/** Refresh token, with the access token of the same session. */
export type TokenPair = { refreshToken: string; accessToken?: string | undefined }

/** Input of {@link buildRefresh}. */
export type RefreshInput = TokenPair & {
  flow: RefreshFlow
  /** User name from the access token, for the secret hash of a refresh. */
  username: string
  deviceKey?: string | undefined
  /** Metadata for the pool's triggers. */
  clientMetadata?: unknown
  /** `UserContextData` and `AnalyticsMetadata`, which only `REFRESH_TOKEN_AUTH` sends. The defaults are the client's values. */
  context?: object | undefined
}

/**
 * Placeholder for the refresh token if a server keeps the tokens (`@cognito-srp/client/server`). The id and access tokens then
 * have claims but no signature, so a script in the page cannot steal a usable token.
 */
export const PLACEHOLDER_TOKEN = 'held-by-the-server'

const REFRESH_TIMEOUT_MS = 8000

/** Error codes for a refresh token that the service rejects permanently. */
const REJECTED_REFRESH =
  /^(NotAuthorized|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse)Exception$/

/** Timeout of one refresh request, in milliseconds. */
export function refreshTimeoutMs(timeoutMs: number): number {
  return Math.min(timeoutMs, REFRESH_TIMEOUT_MS)
}

/**
 * Maximum time that a successful refresh holds the lock between tabs, in milliseconds. The time covers one request, and one
 * storage lag each for reading and writing.
 */
export function longestRefreshMs(timeoutMs: number): number {
  return refreshTimeoutMs(timeoutMs) + 2 * STORAGE_LAG_MS
}

/** Whether the service rejected a refresh token permanently, so that the user must sign in again. */
export function isRejectedRefresh(error: unknown): error is ServiceError {
  return error instanceof ServiceError && REJECTED_REFRESH.test(error.code)
}

/** Returns the service's operation for a refresh. */
export function refreshOperation(flow: RefreshFlow): string {
  return flow === 'REFRESH_TOKEN_AUTH' ? 'InitiateAuth' : flow
}

/**
 * Builds the request that renews tokens.
 *
 * @throws ConfigurationError when `REFRESH_TOKEN_AUTH` needs a secret hash and {@link secretHash} throws.
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

/**
 * Returns the access token if a server keeps the tokens, because the access token identifies the session on that server;
 * otherwise undefined.
 */
function accessTokenFor({ refreshToken, accessToken }: TokenPair): string | undefined {
  return refreshToken === PLACEHOLDER_TOKEN ? accessToken : undefined
}
