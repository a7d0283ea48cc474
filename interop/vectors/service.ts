import type { ServiceRequest, ServiceResponse } from './edges.ts'
import type { Claim } from './library.ts'

/** Parameters of the challenge that precedes the tested challenge. Any integers work. */
export const FIRST_CHALLENGE = {
  SALT: '5',
  SRP_B: '7',
  SECRET_BLOCK: 'YmxvY2s=',
  USERNAME: 'ana',
  USER_ID_FOR_SRP: 'ana',
}

const NEW_DEVICE_TOKEN = `e30.${Buffer.from('{"sub":"ana","username":"ana","exp":4102444800,"iat":0}').toString('base64url')}.e30`

export type Service = {
  respond: (operation: string, request: ServiceRequest) => ServiceResponse
  requests: ServiceRequest[]
  claim: () => Claim | null
}

/** Service that sends one challenge, records the response, and then rejects the sign-in. */
export function serveChallenge(parameters: Record<string, string>): Service {
  return serve({ InitiateAuth: challenge('PASSWORD_VERIFIER', parameters) })
}

/** Service that sends the challenge for a remembered device after it accepts the password. */
export function serveDeviceChallenge(parameters: Record<string, string>): Service {
  return serve({
    InitiateAuth: challenge('PASSWORD_VERIFIER', FIRST_CHALLENGE),
    PASSWORD_VERIFIER: challenge('DEVICE_SRP_AUTH', {}),
    DEVICE_SRP_AUTH: challenge('DEVICE_PASSWORD_VERIFIER', parameters),
  })
}

/** Service that accepts the password and asks the client to enrol its device. */
export function serveNewDevice(deviceGroupKey: string, deviceKey: string): Service {
  const NewDeviceMetadata = { DeviceGroupKey: deviceGroupKey, DeviceKey: deviceKey }
  const tokens = { AccessToken: NEW_DEVICE_TOKEN, IdToken: NEW_DEVICE_TOKEN, RefreshToken: 'refresh', ExpiresIn: 3600 }
  return serve({
    InitiateAuth: challenge('PASSWORD_VERIFIER', FIRST_CHALLENGE),
    PASSWORD_VERIFIER: { AuthenticationResult: { ...tokens, NewDeviceMetadata } },
  })
}

function challenge(ChallengeName: string, ChallengeParameters: Record<string, string>): object {
  return { ChallengeName, ChallengeParameters, Session: 'session' }
}

function serve(responses: Record<string, object>): Service {
  const requests: ServiceRequest[] = []
  return {
    requests,
    respond(operation, request) {
      requests.push(request)
      const body = responses[operation] ?? responses[request.ChallengeName ?? '']
      return body ? { status: 200, body } : { status: 400, body: { __type: 'NotAuthorizedException', message: 'End' } }
    },
    claim: () => claimIn(requests),
  }
}

/** Returns the claim in the last request, with the last A that the client sent. */
function claimIn(requests: ServiceRequest[]): Claim | null {
  const parameters = requests.map((request) => ({ ...request.AuthParameters, ...request.ChallengeResponses }))
  const last = parameters.at(-1)
  const A = parameters.findLast(({ SRP_A }) => SRP_A !== undefined)?.['SRP_A']
  const { PASSWORD_CLAIM_SIGNATURE: signature, PASSWORD_CLAIM_SECRET_BLOCK: secretBlock, TIMESTAMP } = last ?? {}
  if (A === undefined || signature === undefined || secretBlock === undefined || TIMESTAMP === undefined) return null
  return { A, signature, secretBlock, timestamp: TIMESTAMP }
}
