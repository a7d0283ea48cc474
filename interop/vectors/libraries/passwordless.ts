import { Passwordless } from 'amazon-cognito-passwordless-auth'
import { authenticateWithSRP } from 'amazon-cognito-passwordless-auth/srp'

import { withEdges } from '../edges.ts'
import { BYTES_OF_A, drawnInteger, type Library, type SecretHashInput } from '../library.ts'
import { FIRST_CHALLENGE, serveChallenge } from '../service.ts'

/** amazon-cognito-passwordless-auth signs in through authenticateWithSRP. The library does not support devices. */
export const passwordless: Library = {
  name: 'amazon-cognito-passwordless-auth',
  published: '2026-09-22',
  reproduction: 'amazon-cognito-passwordless-auth.mjs',

  signIn({ userPoolId, username, password, a, atMs, challengeParameters }) {
    const service = serveChallenge(challengeParameters)
    return withEdges({ atMs, random: drawnInteger(a, BYTES_OF_A), respond: service.respond }, async () => {
      Passwordless.configure({ userPoolId, clientId: 'client' })
      const failure = await authenticateWithSRP({ username, password }).signedIn.then(() => null, toError)
      const claim = service.claim()
      if (!claim) throw failure ?? new Error('The library sent no claim.')
      return claim
    })
  },

  async computeSecretHash(input) {
    const [initiated] = await requestsWithSecret(input, {})
    return initiated?.AuthParameters?.['SECRET_HASH'] ?? ''
  },

  async computeChallengeSecretHash({ challengeParameters, ...input }) {
    const [, responded] = await requestsWithSecret(input, challengeParameters)
    return responded?.ChallengeResponses?.['SECRET_HASH'] ?? ''
  },
}

/** Returns the requests of a sign-in through an app client with a secret. */
async function requestsWithSecret({ username, ...client }: SecretHashInput, challengeParameters: object) {
  const service = serveChallenge({ ...FIRST_CHALLENGE, ...challengeParameters })
  return withEdges({ atMs: 0, random: drawnInteger('1', BYTES_OF_A), respond: service.respond }, async () => {
    Passwordless.configure({ userPoolId: 'us-east-1_Pool', ...client })
    const failure = await authenticateWithSRP({ username, password: 'password' }).signedIn.then(() => null, toError)
    if (service.requests.length === 0) throw failure ?? new Error('The library sent no request.')
    return service.requests
  })
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
