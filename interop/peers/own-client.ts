import { CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'

import {
  createCognitoClient,
  respondToChallenge,
  signIn,
  type SignInStep,
} from '../../packages/cognito-srp/src/index.ts'
import { storedUnder, type Peer, type Step } from './peer.ts'

/** @cognito-srp/client, by the same facts as the others. */
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
  let reached: SignInStep

  const settle = async (pending: Promise<SignInStep>): Promise<Step> => {
    reached = await pending.catch(rejectWithServiceCode)
    return stepOf(reached)
  }
  return {
    storage,
    signIn: ({ username, password, flow = 'srp' }) =>
      settle(signIn(client, { username, password, flow: flow === 'srp' ? 'USER_SRP_AUTH' : 'CUSTOM_AUTH' })),
    answer: (text) => settle(answer(text)),
    deviceKey: () => storedUnder(storage, 'deviceKey'),
  }

  function answer(text: string): Promise<SignInStep> {
    if (reached.name === 'NEW_PASSWORD_REQUIRED') return respondToChallenge(client, reached, { newPassword: text })
    if (reached.name === 'CUSTOM_CHALLENGE') return respondToChallenge(client, reached, { answer: text })
    if (reached.name === 'SMS_MFA') return respondToChallenge(client, reached, { code: text })
    if (reached.name === 'SOFTWARE_TOKEN_MFA') return respondToChallenge(client, reached, { code: text })
    throw new Error(`No test here answers ${reached.name}.`)
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
  if (!step) throw new Error(`No test here expects ${name}.`)
  return step
}

/** The others name an error by the service's code; this client keeps it under `code`. */
function rejectWithServiceCode(error: unknown): never {
  const { code, message } = error as { code: string; message: string }
  throw Object.assign(new Error(message, { cause: error }), { name: code })
}
