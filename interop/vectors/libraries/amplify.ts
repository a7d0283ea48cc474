import { Amplify } from '@aws-amplify/core'
import { signIn, signOut } from '@aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito'

import { withEdges } from '../edges.ts'
import { BYTES_OF_A, drawnDevicePassword, drawnInteger, drawnSalt, type Library } from '../library.ts'
import { serveChallenge, serveDeviceChallenge, serveNewDevice, type Service } from '../service.ts'

const CLIENT_ID = 'client'
const FIRST_A = drawnInteger('1', BYTES_OF_A)

/** The adapter for @aws-amplify/auth calls signIn in every test. */
export const amplify: Library = {
  name: '@aws-amplify/auth',
  published: '2026-09-21',
  reproduction: 'aws-amplify-auth.mjs',

  async signIn(input) {
    const service = serveChallenge(input.challengeParameters)
    const { atMs, username, password, userPoolId } = input
    configure(userPoolId, new Map())
    const random = drawnInteger(input.a, BYTES_OF_A)
    return withEdges({ atMs, random, respond: service.respond }, () => claimAfterSignIn(service, username, password))
  },

  async signInWithDevice(input) {
    const service = serveDeviceChallenge(input.challengeParameters)
    const device = `CognitoIdentityServiceProvider.${CLIENT_ID}.ana`
    configure(
      'us-east-1_Pool',
      new Map([
        [`${device}.deviceKey`, input.deviceKey],
        [`${device}.deviceGroupKey`, input.deviceGroupKey],
        [`${device}.randomPasswordKey`, input.devicePassword],
      ]),
    )
    const random = Buffer.concat([FIRST_A, drawnInteger(input.a, BYTES_OF_A)])
    return withEdges({ atMs: input.atMs, random, respond: service.respond }, () =>
      claimAfterSignIn(service, 'ana', 'password'),
    )
  },

  async createVerifier(input) {
    const service = serveNewDevice(input.deviceGroupKey, input.deviceKey)
    configure('us-east-1_Pool', new Map())
    const random = Buffer.concat([FIRST_A, FIRST_A, drawnDevicePassword(input), drawnSalt(input)])
    return withEdges({ atMs: 0, random, respond: service.respond }, async () => {
      const failure = await signIn({ username: 'ana', password: 'password' }).then(() => null, toError)
      const { Salt, PasswordVerifier } =
        service.requests.findLast((request) => request.DeviceSecretVerifierConfig)?.DeviceSecretVerifierConfig ?? {}
      await signOut()
      if (Salt === undefined || PasswordVerifier === undefined)
        throw failure ?? new Error('The library sent no verifier.')
      return { Salt, PasswordVerifier }
    })
  },
}

function configure(userPoolId: string, storage: Map<string, string>): void {
  const Auth = { Cognito: { userPoolId, userPoolClientId: CLIENT_ID } }
  Amplify.configure({ Auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } })
  cognitoUserPoolsTokenProvider.setAuthConfig(Auth)
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => storage.get(key) ?? null,
    setItem: async (key, value) => void storage.set(key, value),
    removeItem: async (key) => void storage.delete(key),
    clear: async () => storage.clear(),
  })
}

async function claimAfterSignIn(service: Service, username: string, password: string) {
  const failure = await signIn({ username, password }).then(() => null, toError)
  const claim = service.claim()
  if (!claim) throw failure ?? new Error('The library sent no claim.')
  return claim
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
