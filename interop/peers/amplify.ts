import { CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'
import { Amplify } from 'aws-amplify'
import { confirmSignIn, signIn, type ConfirmSignInOutput, type SignInOutput } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'

import { storedUnder, type Peer, type Step } from './peer.ts'

const STEPS: Record<string, Step> = {
  DONE: 'signed-in',
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'totp',
  CONFIRM_SIGN_IN_WITH_SMS_CODE: 'sms',
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: 'new-password',
  CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE: 'custom',
}
const TOKEN_KEYS = /\.(?:idToken|accessToken|refreshToken|clockDrift|signInDetails|LastAuthUser)$/

/**
 * Creates a peer for aws-amplify/auth. A process can have only one such peer, so a new peer replaces the previous peer.
 */
export function createAmplify(endpoint: string): Peer {
  const storage = new Map<string, string>()
  Amplify.configure({
    Auth: { Cognito: { userPoolId: POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint: endpoint } },
  })
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => storage.get(key) ?? null,
    setItem: async (key, value) => void storage.set(key, value),
    removeItem: async (key) => void storage.delete(key),
    clear: async () => storage.clear(),
  })
  return {
    storage,
    async signIn({ username, password, flow = 'srp' }) {
      for (const key of storage.keys()) if (TOKEN_KEYS.test(key)) storage.delete(key) // Amplify rejects a sign-in while signed in
      const authFlowType = flow === 'srp' ? 'USER_SRP_AUTH' : 'CUSTOM_WITH_SRP'
      return stepOf(await signIn({ username, password, options: { authFlowType } }))
    },
    answer: async (text) => stepOf(await confirmSignIn({ challengeResponse: text })),
    deviceKey: () => storedUnder(storage, 'deviceKey'),
  }
}

function stepOf({ nextStep }: SignInOutput | ConfirmSignInOutput): Step {
  const step = STEPS[nextStep.signInStep]
  if (!step) throw new Error(`aws-amplify requires the step ${nextStep.signInStep}, which these tests do not support.`)
  return step
}
