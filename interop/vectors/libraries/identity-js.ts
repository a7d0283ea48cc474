import { AuthenticationDetails, AuthenticationHelper, CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js'

import { withEdges } from '../edges.ts'
import { BYTES_OF_A, drawnInteger, drawnSalt, type Claim, type Library, type Verifier } from '../library.ts'
import { serveChallenge, serveDeviceChallenge, type Service } from '../service.ts'

const CLIENT_ID = 'client'

/** amazon-cognito-identity-js signs in through CognitoUser. The exported class AuthenticationHelper creates device verifiers. */
export const identityJs: Library = {
  name: 'amazon-cognito-identity-js',
  published: '2026-09-03',
  reproduction: 'amazon-cognito-identity-js.mjs',

  signIn(input) {
    const service = serveChallenge(input.challengeParameters)
    const { atMs, username, password, userPoolId } = input
    const random = drawnInteger(input.a, BYTES_OF_A)
    return withEdges({ atMs, random, respond: service.respond }, () =>
      authenticate(service, userPoolId, username, password, new Map()),
    )
  },

  signInWithDevice(input) {
    const service = serveDeviceChallenge(input.challengeParameters)
    const device = `CognitoIdentityServiceProvider.${CLIENT_ID}.ana`
    const storage = new Map([
      [`${device}.deviceKey`, input.deviceKey],
      [`${device}.deviceGroupKey`, input.deviceGroupKey],
      [`${device}.randomPasswordKey`, input.devicePassword],
    ])
    const random = Buffer.concat([drawnInteger('1', BYTES_OF_A), drawnInteger(input.a, BYTES_OF_A)])
    return withEdges({ atMs: input.atMs, random, respond: service.respond }, () =>
      authenticate(service, 'us-east-1_Pool', 'ana', 'password', storage),
    )
  },

  createVerifier(input) {
    const random = Buffer.concat([drawnInteger('1', BYTES_OF_A), drawnSalt(input)])
    const respond = () => ({ status: 400, body: {} })
    return withEdges({ atMs: 0, random, respond }, () => {
      const helper = new AuthenticationHelper('Pool')
      helper.generateRandomString = () => input.devicePassword // the only way to choose a password of another length
      return new Promise<Verifier>((resolve, reject) => {
        helper.generateHashDevice(input.deviceGroupKey, input.deviceKey, (error) => {
          if (error) return reject(error)
          const Salt = toBase64(helper.getSaltDevices())
          resolve({ Salt, PasswordVerifier: toBase64(helper.getVerifierDevices()) })
        })
      })
    })
  },
}

function authenticate(
  service: Service,
  UserPoolId: string,
  Username: string,
  Password: string,
  storage: Map<string, string>,
): Promise<Claim> {
  const Storage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
    clear: () => storage.clear(),
  }
  return new Promise<Claim>((resolve, reject) => {
    const Pool = new CognitoUserPool({ UserPoolId, ClientId: CLIENT_ID, Storage })
    const onFailure = (error: Error) => {
      const claim = service.claim()
      if (claim) resolve(claim)
      else reject(error)
    }
    // An exception in a callback of the library becomes an unhandled rejection.
    process.once('unhandledRejection', onFailure)
    const callbacks = { onSuccess: () => reject(new Error('The service rejects every sign-in.')), onFailure }
    new CognitoUser({ Username, Pool, Storage }).authenticateUser(
      new AuthenticationDetails({ Username, Password }),
      callbacks,
    )
  }).finally(() => process.removeAllListeners('unhandledRejection'))
}

function toBase64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}
