import * as sdk from '@aws-sdk/client-cognito-identity-provider'

import { startEmulator, type RunningEmulator } from '../src/index.ts'
import { ANA, CLIENT_ID, POOL_ID } from './caller.ts'

export const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** An emulator with the users Ana and Leo (who has an authenticator app), and an AWS SDK client for the emulator. */
export type SdkPool = {
  emulator: RunningEmulator
  client: sdk.CognitoIdentityProviderClient
  /** Calls an operation by its name. */
  send: (operation: string, input: object) => Promise<Record<string, unknown>>
}

export async function startSdkPool(): Promise<SdkPool> {
  const leo = { username: 'leo', password: ANA.password, totpSecret: TOTP_SECRET }
  const emulator = await startEmulator({
    userPools: [{ id: POOL_ID, clients: [{ id: CLIENT_ID }], users: [ANA, leo], deviceTracking: 'always' }],
  })
  const client = new sdk.CognitoIdentityProviderClient({
    endpoint: emulator.url,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  })
  return {
    emulator,
    client,
    async send(operation, input) {
      const Command = (sdk as Record<string, unknown>)[`${operation}Command`] as new (
        input: object,
      ) => sdk.GetUserCommand
      return { ...(await client.send(new Command(input))) }
    },
  }
}
