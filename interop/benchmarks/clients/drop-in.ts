import { AuthenticationDetails, CognitoUser, CognitoUserPool } from '@cognito-srp/client/identity-js'

import type { Challenge, Claim } from '../challenge.ts'

const nowSeconds = Math.floor(Date.now() / 1000)
const token = (claims: object) =>
  `e30.${btoa(JSON.stringify({ ...claims, iat: nowSeconds, exp: nowSeconds + 3600 }))}.x`
const AuthenticationResult = {
  AccessToken: token({ username: 'ana', sub: 'ana' }),
  IdToken: token({ 'cognito:username': 'ana', sub: 'ana' }),
}

/** Complete sign-in with CognitoUser from @cognito-srp/client/identity-js and a service that responds immediately. */
export async function handshake({ poolId, userId, password, ...parameters }: Challenge): Promise<Claim> {
  const requests: { AuthParameters?: Record<string, string>; ChallengeResponses?: Record<string, string> }[] = []
  globalThis.fetch = async (_address, request) => {
    const isFirst = requests.push(JSON.parse(request?.body as string)) === 1
    const ChallengeParameters = { ...parameters, USER_ID_FOR_SRP: userId, USERNAME: userId }
    const challenge = { ChallengeName: 'PASSWORD_VERIFIER', Session: 'session', ChallengeParameters }
    const text = JSON.stringify(isFirst ? challenge : { AuthenticationResult })
    // The client reads only these properties of a Response.
    return { ok: true, status: 200, headers: { get: () => null }, text: async () => text } as unknown as Response
  }
  const user = new CognitoUser({ Username: userId, Pool: createPool(poolId), Storage: createStorage() })
  await new Promise((onSuccess, onFailure) => {
    user.authenticateUser(new AuthenticationDetails({ Username: userId, Password: password }), { onSuccess, onFailure })
  })
  const [initiated, responded] = requests
  const { TIMESTAMP = '', PASSWORD_CLAIM_SIGNATURE = '' } = responded?.ChallengeResponses ?? {}
  return {
    A: initiated?.AuthParameters?.['SRP_A'] ?? '',
    timestamp: TIMESTAMP,
    signature: PASSWORD_CLAIM_SIGNATURE,
  }
}

const createPool = (UserPoolId: string) =>
  new CognitoUserPool({ UserPoolId, ClientId: 'web', Storage: createStorage() })

function createStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  }
}
