import type { CognitoClient } from '../client.ts'
import { ServiceError } from '../errors.ts'
import { secretHash } from '../service/secret-hash.ts'
import { callService, type CallOptions } from '../service/transport.ts'
import { contextFields, type AuthAnswer } from '../service/wire.ts'
import { readDevice, writeDevice } from '../session/stored-session.ts'

/** User name, metadata and call options for the requests in a sign-in. */
export type AuthContext = CallOptions & { username: string; clientMetadata?: Record<string, string> | undefined }

/** Parameters of a request (`AuthParameters` or `ChallengeResponses`). */
export type AuthParameters = Record<string, string | undefined>

/**
 * Sends InitiateAuth or RespondToAuthChallenge with the key of this device, if the device is remembered. If the service has
 * forgotten the device, removes the device and sends the request once more without the device key.
 *
 * @param writeParameters returns the parameters besides user name, device and secret hash; `isRepeated` is true for the second
 *   request
 * @throws AnyCognitoError; the reason of `signal`.
 */
export async function requestAuth(
  client: CognitoClient,
  { username, clientMetadata, signal }: AuthContext,
  operation: 'InitiateAuth' | 'RespondToAuthChallenge',
  fields: object,
  writeParameters: (isRepeated: boolean) => AuthParameters | Promise<AuthParameters>,
): Promise<AuthAnswer> {
  const send = async (deviceKey: string | undefined, isRepeated: boolean) => {
    const parameters = {
      USERNAME: username,
      DEVICE_KEY: deviceKey,
      ...(await writeParameters(isRepeated)),
      SECRET_HASH: await secretHash(client, username),
    }
    const payload = {
      ...fields,
      ClientId: client.clientId,
      [operation === 'InitiateAuth' ? 'AuthParameters' : 'ChallengeResponses']: parameters,
      ClientMetadata: clientMetadata,
      ...contextFields(client, username),
    }
    return callService<AuthAnswer>(client, operation, payload, { signal })
  }
  const device = await readDevice(client, username)
  try {
    return await send(device?.deviceKey, false)
  } catch (error) {
    if (!device || !isForgottenDevice(error)) throw error
    await writeDevice(client, username, undefined)
    return send(undefined, true)
  }
}

function isForgottenDevice(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'ResourceNotFoundException' && /device/i.test(error.message)
}
