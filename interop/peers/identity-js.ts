import { CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type IAuthenticationCallback,
} from 'amazon-cognito-identity-js'
import { storedUnder, type Peer, type Step } from './peer.ts'

/** Creates a peer for amazon-cognito-identity-js. */
export function createIdentityJs(endpoint: string): Peer {
  const storage = new Map<string, string>()
  const Storage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
    clear: () => storage.clear(),
  }
  const Pool = new CognitoUserPool({ UserPoolId: POOL_ID, ClientId: CLIENT_ID, endpoint, Storage })
  let user: CognitoUser
  let step: Step

  const settle = (act: (callbacks: IAuthenticationCallback) => void): Promise<Step> =>
    new Promise<Step>((resolve, reject) => {
      act({
        onSuccess: () => resolve('signed-in'),
        onFailure: (error: Error) => reject(error),
        newPasswordRequired: () => resolve('new-password'),
        mfaRequired: () => resolve('sms'),
        totpRequired: () => resolve('totp'),
        customChallenge: () => resolve('custom'),
      })
    }).then((reached) => (step = reached))

  return {
    storage,
    signIn({ username, password, flow = 'srp' }) {
      user = new CognitoUser({ Username: username, Pool, Storage })
      if (flow === 'custom-with-srp') user.setAuthenticationFlowType('CUSTOM_AUTH')
      const details = new AuthenticationDetails({ Username: username, Password: password })
      return settle((callbacks) => user.authenticateUser(details, callbacks))
    },
    answer(text) {
      if (step === 'new-password') return settle((callbacks) => user.completeNewPasswordChallenge(text, {}, callbacks))
      if (step === 'custom') return settle((callbacks) => user.sendCustomChallengeAnswer(text, callbacks))
      const mfaType = step === 'totp' ? 'SOFTWARE_TOKEN_MFA' : 'SMS_MFA'
      return settle((callbacks) => user.sendMFACode(text, callbacks, mfaType))
    },
    deviceKey: () => storedUnder(storage, 'deviceKey'),
  }
}
