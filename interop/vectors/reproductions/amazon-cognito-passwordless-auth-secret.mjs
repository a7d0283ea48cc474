import { Passwordless } from 'amazon-cognito-passwordless-auth'
import { authenticateWithSRP } from 'amazon-cognito-passwordless-auth/srp'
import { readTest } from './test.mjs'

const { input, expected } = readTest()
const { clientSecret, clientId, username, challengeParameters } = input
let secretHash
globalThis.fetch = async (_url, { body }) => {
  const { ChallengeResponses } = JSON.parse(body)
  secretHash = ChallengeResponses?.SECRET_HASH
  if (ChallengeResponses) return Response.json({ __type: 'NotAuthorizedException', message: 'End' }, { status: 400 })
  const ChallengeParameters = { SRP_B: '7', SALT: '5', SECRET_BLOCK: 'YmxvY2s=', ...challengeParameters }
  return Response.json({ ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters, Session: 'session' })
}
Passwordless.configure({ userPoolId: 'us-east-1_Pool', clientId, clientSecret })
await authenticateWithSRP({ username, password: 'password' }).signedIn.catch((error) => console.log(String(error)))
console.log(`the library sends: ${secretHash}`)
console.log(`the test requires: ${expected.secretHash}`)
process.exitCode = secretHash === expected.secretHash ? 0 : 1
