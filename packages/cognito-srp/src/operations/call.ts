import type { CognitoClient } from '../client.ts'
import { retry } from '../service/retry.ts'
import type { CallOptions } from '../service/signal.ts'
import { callService, commandService } from '../service/transport.ts'
import { authenticatedSession } from '../session/authenticated.ts'

/** For the pool's triggers. */
export type ClientMetadata = { clientMetadata?: Record<string, string> | undefined }

/** Sends a request with the access token of the signed-in user. @throws as {@link callService} and {@link authenticatedSession} */
export async function callSignedIn<Answer extends object>(
  client: CognitoClient,
  operation: string,
  payload: object,
  options: CallOptions = {},
): Promise<Answer> {
  return callService<Answer>(client, operation, await withAccessToken(client, payload, options), options)
}

/** {@link callSignedIn} for operations without output. */
export async function commandSignedIn(
  client: CognitoClient,
  operation: string,
  payload: object,
  options: CallOptions = {},
): Promise<void> {
  await commandService(client, operation, await withAccessToken(client, payload, options), options)
}

/** {@link callSignedIn} for operations that only read: repeated as the client's `retry` option says. */
export async function readSignedIn<Answer extends object>(
  client: CognitoClient,
  operation: string,
  payload: object,
  options: CallOptions = {},
): Promise<Answer> {
  const request = await withAccessToken(client, payload, options)
  const attempt = () => callService<Answer>(client, operation, request, options)
  return client.retry ? retry(attempt, client.retry) : attempt()
}

async function withAccessToken(client: CognitoClient, payload: object, options: CallOptions): Promise<object> {
  const session = await authenticatedSession(client, options)
  return { AccessToken: session.accessToken.jwt, ...payload }
}
