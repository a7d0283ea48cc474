import { CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'

import {
  createCognitoClient,
  respondToChallenge,
  signIn,
  type SignInStep,
} from '../../packages/cognito-srp/src/index.ts'
import { storedUnder, type Peer, type Step } from './peer.ts'

/** Creates a peer for @cognito-srp/client. */
export function createOwnClient(endpoint: string): Peer {
  const storage = new Map<string, string>()
  const client = createCognitoClient({
    userPoolId: POOL_ID,
    clientId: CLIENT_ID,
    endpoint,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
  })
  let challenge: SignInStep

  const settle = async (pending: Promise<SignInStep>): Promise<Step> => {
    challenge = await pending.catch(rejectWithServiceCode)
    return stepOf(challenge)
  }
  return {
    storage,
    signIn: ({ username, password, flow = 'srp' }) =>
      settle(signIn(client, { username, password, flow: flow === 'srp' ? 'USER_SRP_AUTH' : 'CUSTOM_AUTH' })),
    answer: (text) => settle(answer(text)),
    deviceKey: () => storedUnder(storage, 'deviceKey'),
  }

  function answer(text: string): Promise<SignInStep> {
    if (challenge.name === 'NEW_PASSWORD_REQUIRED') return respondToChallenge(client, challenge, { newPassword: text })
    if (challenge.name === 'CUSTOM_CHALLENGE') return respondToChallenge(client, challenge, { answer: text })
    if (challenge.name === 'SMS_MFA') return respondToChallenge(client, challenge, { code: text })
    if (challenge.name === 'SOFTWARE_TOKEN_MFA') return respondToChallenge(client, challenge, { code: text })
    throw new Error(`These tests cannot answer the challenge ${challenge.name}.`)
  }
}

const STEPS: Record<string, Step> = {
  SIGNED_IN: 'signed-in',
  SOFTWARE_TOKEN_MFA: 'totp',
  SMS_MFA: 'sms',
  NEW_PASSWORD_REQUIRED: 'new-password',
  CUSTOM_CHALLENGE: 'custom',
}

function stepOf({ name }: SignInStep): Step {
  const step = STEPS[name]
  if (!step) throw new Error(`These tests do not support the step ${name}.`)
  return step
}

/**
 * Rethrows an error with the service's code as its name, as the other clients do. This client's own errors have the
 * service's code in `code`.
 */
function rejectWithServiceCode(error: unknown): never {
  const { code, message } = error as { code: string; message: string }
  throw Object.assign(new Error(message, { cause: error }), { name: code })
}
