import type { CognitoClient } from '../client.ts'
import { contextFields, secretHash } from '../service/shared-fields.ts'
import type { CallOptions } from '../service/signal.ts'
import { callService } from '../service/transport.ts'
import type { AuthAnswer } from '../service/wire.ts'

/** What differs between two InitiateAuth requests, in the service's casing; undefined parameters are left out. */
export type AuthStart = {
  AuthFlow: string
  AuthParameters: Record<string, string | undefined>
  ClientMetadata?: Record<string, string> | undefined
}

/**
 * Starts a sign-in or a refresh at the service.
 *
 * @param username the name to hash with the client's secret
 * @throws as {@link callService}
 */
export async function initiateAuth(
  client: CognitoClient,
  username: string,
  { AuthFlow, AuthParameters, ClientMetadata }: AuthStart,
  options?: CallOptions,
): Promise<AuthAnswer> {
  const payload = {
    AuthFlow,
    ClientId: client.clientId,
    AuthParameters: { ...AuthParameters, SECRET_HASH: await secretHash(client, username) },
    ClientMetadata,
    ...contextFields(client, username),
  }
  return callService<AuthAnswer>(client, 'InitiateAuth', payload, options)
}
