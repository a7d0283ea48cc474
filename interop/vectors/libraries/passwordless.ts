import { Passwordless } from 'amazon-cognito-passwordless-auth'
import { authenticateWithSRP } from 'amazon-cognito-passwordless-auth/srp'

import { withEdges } from '../edges.ts'
import { BYTES_OF_A, drawnInteger, type Library } from '../library.ts'
import { serveChallenge } from '../service.ts'

/** amazon-cognito-passwordless-auth signs in through authenticateWithSRP. It has no devices. */
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
      if (!claim) throw failure ?? new Error('No claim was sent.')
      return claim
    })
  },
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
