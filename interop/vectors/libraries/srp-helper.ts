import {
  createDeviceVerifier,
  createSecretHash,
  createSrpSession,
  signSrpSession,
  signSrpSessionWithDevice,
} from 'cognito-srp-helper'

import { withEdges } from '../edges.ts'
import { BYTES_OF_A, drawnDevicePassword, drawnInteger, drawnSalt, type Library } from '../library.ts'

const respond = () => ({ status: 400, body: {} })

/** cognito-srp-helper exports functions that send no requests. */
export const srpHelper: Library = {
  name: 'cognito-srp-helper',
  published: '2026-09-06',
  reproduction: 'cognito-srp-helper.mjs',

  signIn({ userPoolId, username, password, a, atMs, challengeParameters }) {
    return withEdges({ atMs, random: drawnInteger(a, BYTES_OF_A), respond }, async () => {
      const session = createSrpSession(username, password, userPoolId, false)
      const { largeA, passwordSignature, secret, timestamp } = signSrpSession(session, {
        ChallengeParameters: challengeParameters,
      })
      return { A: largeA, signature: passwordSignature, secretBlock: secret, timestamp }
    })
  },

  signInWithDevice({ a, atMs, challengeParameters, deviceGroupKey, devicePassword }) {
    return withEdges({ atMs, random: drawnInteger(a, BYTES_OF_A), respond }, async () => {
      const session = createSrpSession('ana', 'password', 'us-east-1_Pool', false)
      const { largeA, passwordSignature, secret, timestamp } = signSrpSessionWithDevice(
        session,
        { ChallengeParameters: challengeParameters },
        deviceGroupKey,
        devicePassword,
      )
      return { A: largeA, signature: passwordSignature, secretBlock: secret, timestamp }
    })
  },

  createVerifier(input) {
    const random = Buffer.concat([drawnDevicePassword(input), drawnSalt(input)])
    return withEdges({ atMs: 0, random, respond }, async () => {
      const { DeviceSecretVerifierConfig } = createDeviceVerifier(input.deviceKey, input.deviceGroupKey)
      const { Salt = '', PasswordVerifier = '' } = DeviceSecretVerifierConfig
      return { Salt, PasswordVerifier }
    })
  },

  computeSecretHash: async ({ clientSecret, username, clientId }) => createSecretHash(username, clientId, clientSecret),
}
