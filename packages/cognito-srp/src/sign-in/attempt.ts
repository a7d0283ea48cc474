import type { CognitoClient } from '../client.ts'
import { contextFields, secretHash } from '../service/shared-fields.ts'
import type { CallOptions } from '../service/signal.ts'
import { callService } from '../service/transport.ts'
import type { AuthAnswer } from '../service/wire.ts'
import type { Ephemeral } from '../srp/password-claim.ts'
import { withDevice } from './device.ts'

/** What one sign-in knows on its way; it lives in memory only, and ends with the call it serves. */
export type Attempt = CallOptions & {
  /** The name that the service expects now: as typed, then the one it answers with. */
  username: string
  clientMetadata?: Record<string, string> | undefined
  /** For the password's proof, until it is given. */
  proof?: { password: string; ephemeral: Ephemeral } | undefined
  /** For the device's proof: its pair between the two steps, then that it was given. */
  deviceProof?: Ephemeral | 'given' | undefined
}

/** One answer to a challenge, by the service's names. */
export type Response = {
  challengeName: string
  challengeSession: string | undefined
  responses: Record<string, string | undefined>
}

/**
 * Answers a challenge, with the key of this device where it is remembered.
 *
 * @throws as {@link callService}
 */
export function sendResponse(client: CognitoClient, attempt: Attempt, response: Response): Promise<AuthAnswer> {
  const { username, clientMetadata, signal } = attempt
  const { challengeName, challengeSession, responses } = response
  return withDevice(client, username, async (deviceKey) =>
    callService<AuthAnswer>(
      client,
      'RespondToAuthChallenge',
      {
        ChallengeName: challengeName,
        ClientId: client.clientId,
        Session: challengeSession || undefined,
        ChallengeResponses: {
          USERNAME: username,
          DEVICE_KEY: deviceKey,
          ...responses,
          SECRET_HASH: await secretHash(client, username),
        },
        ClientMetadata: clientMetadata,
        ...contextFields(client, username),
      },
      { signal },
    ),
  )
}
