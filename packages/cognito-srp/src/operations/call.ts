import type { CognitoClient } from '../client.ts'
import { inOperation } from '../errors.ts'
import { retry } from '../service/retry.ts'
import { callService, untilAborted, type CallOptions } from '../service/transport.ts'
import { findAccount } from '../session/accounts.ts'
import { authenticatedSession } from '../session/get-session.ts'
import { forgetSession } from '../session/sign-out.ts'

/** Metadata for the pool's triggers. */
export type ClientMetadata = { clientMetadata?: Record<string, string> | undefined }

/**
 * Sends a request with the access token of the signed-in user.
 *
 * @throws SessionError 'User is not authenticated' when there is no session; AnyCognitoError; the reason of `signal`.
 */
export async function callSignedIn<Answer extends object>(
  client: CognitoClient,
  operation: string,
  payload: object,
  { signal }: CallOptions,
): Promise<Answer> {
  const request = await withAccessToken(client, operation, payload, signal)
  return callService<Answer>(client, operation, request, { signal })
}

/** Like {@link callSignedIn}, but for operations without output. */
export async function commandSignedIn(
  client: CognitoClient,
  operation: string,
  payload: object,
  { signal }: CallOptions,
): Promise<void> {
  const request = await withAccessToken(client, operation, payload, signal)
  await callService(client, operation, request, { signal, mayBeEmpty: true })
}

/**
 * Like {@link commandSignedIn}, but for operations that end the session. Also ends the local session of the same user, but not of
 * a user who signed in meanwhile.
 */
export async function endSession(client: CognitoClient, operation: string, { signal }: CallOptions): Promise<void> {
  const { username, accessToken } = await inOperation(operation, () => authenticatedSession(client, { signal }))
  await callService(client, operation, { AccessToken: accessToken.jwt }, { signal, mayBeEmpty: true })
  // If the accounts cannot be read, this function uses the name itself, because only other libraries store items under an alias.
  await forgetSession(client, () => findAccount(client, username).catch(() => username))
  client.state.serverSession = undefined // the operation also ended the session on a server
}

/** Like {@link callSignedIn}, but for operations that only read. Retries according to the client's `retry` option. */
export async function readSignedIn<Answer extends object>(
  client: CognitoClient,
  operation: string,
  payload: object,
  { signal }: CallOptions,
): Promise<Answer> {
  const request = await withAccessToken(client, operation, payload, signal)
  const send = () => callService<Answer>(client, operation, request, { signal })
  return client.retry ? untilAborted(retry(send, client.retry), signal) : send()
}

async function withAccessToken(
  client: CognitoClient,
  operation: string,
  payload: object,
  signal: CallOptions['signal'],
): Promise<object> {
  const session = await inOperation(operation, () => authenticatedSession(client, { signal }))
  return { AccessToken: session.accessToken.jwt, ...payload }
}
