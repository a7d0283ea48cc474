import { CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'
import {
  CognitoIdentityProviderClient,
  ConfirmDeviceCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  type RespondToAuthChallengeCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider'
import {
  createDeviceVerifier,
  createSrpSession,
  signSrpSession,
  signSrpSessionWithDevice,
  wrapAuthChallenge,
  wrapInitiateAuth,
} from 'cognito-srp-helper'

import type { Peer, Step } from './peer.ts'

/**
 * Creates a peer for cognito-srp-helper with the AWS SDK. The helper handles password and device authentication. The SDK
 * handles everything else.
 */
export function createSrpHelper(endpoint: string): Peer {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const sdk = new CognitoIdentityProviderClient({ endpoint, region: 'local', credentials })
  const storage = new Map<string, string>()

  const respond =
    (name: 'PASSWORD_VERIFIER' | 'DEVICE_SRP_AUTH' | 'DEVICE_PASSWORD_VERIFIER') =>
    async (session: Parameters<typeof wrapAuthChallenge>[0], USERNAME: string, Session: string | undefined) => {
      const deviceKey = storage.get('deviceKey')
      const ChallengeResponses = { USERNAME, ...(deviceKey && { DEVICE_KEY: deviceKey }) }
      const request = { ClientId: CLIENT_ID, ChallengeName: name, ChallengeResponses, ...(Session && { Session }) }
      return sdk.send(new RespondToAuthChallengeCommand(wrapAuthChallenge(session, request)))
    }

  return {
    storage,
    async signIn({ username, password }) {
      const session = createSrpSession(username, password, POOL_ID, false)
      const AuthParameters = { USERNAME: username }
      const request = { ClientId: CLIENT_ID, AuthFlow: 'USER_SRP_AUTH' as const, AuthParameters }
      const initiated = await sdk.send(new InitiateAuthCommand(wrapInitiateAuth(session, request)))
      const signed = signSrpSession(session, initiated)
      const answer = await respond('PASSWORD_VERIFIER')(signed, username, initiated.Session)
      if (answer.ChallengeName !== 'DEVICE_SRP_AUTH') return confirmDevice(answer)
      return signInWithDevice(signed, username, answer)
    },
    answer: () => Promise.reject(new Error('cognito-srp-helper does not support challenges that a user answers.')),
    deviceKey: () => storage.get('deviceKey'),
  }

  async function signInWithDevice(
    session: ReturnType<typeof signSrpSession>,
    username: string,
    asked: RespondToAuthChallengeCommandOutput,
  ): Promise<Step> {
    const verifier = await respond('DEVICE_SRP_AUTH')(session, username, asked.Session)
    const [groupKey = '', secret = ''] = [storage.get('deviceGroupKey'), storage.get('randomPasswordKey')]
    const signed = signSrpSessionWithDevice(session, verifier, groupKey, secret)
    const answer = await respond('DEVICE_PASSWORD_VERIFIER')(signed, username, verifier.Session)
    return answer.AuthenticationResult ? 'signed-in' : 'custom'
  }

  async function confirmDevice({ AuthenticationResult: result }: RespondToAuthChallengeCommandOutput): Promise<Step> {
    const { DeviceKey, DeviceGroupKey } = result?.NewDeviceMetadata ?? {}
    if (!DeviceKey || !DeviceGroupKey) return 'signed-in'
    const { DeviceSecretVerifierConfig, DeviceRandomPassword } = createDeviceVerifier(DeviceKey, DeviceGroupKey)
    const AccessToken = result?.AccessToken
    await sdk.send(new ConfirmDeviceCommand({ AccessToken, DeviceKey, DeviceSecretVerifierConfig }))
    storage.set('deviceKey', DeviceKey)
    storage.set('deviceGroupKey', DeviceGroupKey)
    storage.set('randomPasswordKey', DeviceRandomPassword)
    return 'signed-in'
  }
}
