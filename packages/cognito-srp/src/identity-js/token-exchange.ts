import type { CognitoClient } from '../client.ts'
import { retry } from '../service/retry.ts'
import { singleFlight } from '../service/single-flight.ts'
import { buildRefresh, refreshTimeoutMs, type RefreshInput, type TokenPair } from '../service/token-requests.ts'
import type { AuthAnswer } from '../service/wire.ts'
import { requestRevocation } from '../session/sign-out.ts'
import { request, type NodeCallback } from './callbacks.ts'

/** Part of a `CognitoUserPool` that a `CognitoUser` uses. */
export interface PoolOfUser {
  /** @internal */
  readonly clientId: string
  /** @internal Client that sends the requests. */
  readonly cognito: CognitoClient
  /** @internal Pending refreshes, keyed by refresh token. */
  readonly refreshes: Map<string, Promise<AuthAnswer>>
  /** @internal */
  readonly wrapRefreshSessionCallback: ((target: NodeCallback.Any) => NodeCallback.Any) | undefined
  getClientId(): string
  /** @internal */
  getUserContextData(username: string): { EncodedData?: string } | undefined
}

/** Requests new tokens, or waits for the pending request with the same refresh token. */
export function renew(
  { cognito, refreshes }: PoolOfUser,
  input: Pick<RefreshInput, 'refreshToken' | 'accessToken' | 'username' | 'deviceKey' | 'clientMetadata' | 'context'>,
): Promise<AuthAnswer> {
  const client = { ...cognito, timeoutMs: refreshTimeoutMs(cognito.timeoutMs) }
  const send = async () => {
    const { operation, payload } = await buildRefresh(client, { ...input, flow: 'REFRESH_TOKEN_AUTH' })
    return request<AuthAnswer>(client, operation, payload)
  }
  return singleFlight(refreshes, input.refreshToken, () => retry(send, { delayCapMs: client.refreshDelayCapMs }))
}

/** Revokes a refresh token. Retries a failed request with the same delays as a refresh. */
export function revoke({ cognito }: PoolOfUser, tokens: TokenPair): Promise<void> {
  return retry(() => requestRevocation(cognito, tokens), { delayCapMs: cognito.refreshDelayCapMs })
}
