import { startEmulator, type RunningEmulator, type UserPoolConfig } from '@cognito-srp/emulator'
import { allow, ANA, CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'

import { createCognitoClient, memoryStorage, type CognitoClient, type CognitoConfig } from '../../src/index.ts'

export const PASSWORD = ANA.password

/** Auth flows that the app clients in this folder's tests allow. */
const explicitAuthFlows = allow('USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH')

/** Credentials of Ana, the only user unless a test passes other users. */
export const REQUEST = { username: ANA.username, password: PASSWORD }

/** Emulated pool that clients call over HTTP. The pool and the clients share one clock. */
export type TestPool = {
  emulator: RunningEmulator
  /** Creates a client with its own storage, like another browser. */
  createClient(config?: Partial<CognitoConfig>): CognitoClient
  /** Returns the code that was last sent to a user. */
  lastCode(username: string): string
  /** Advances the clock of the pool and the clients. */
  advance(seconds: number): void
}

export async function startPool({
  clients = [{ id: CLIENT_ID }],
  ...pool
}: Partial<UserPoolConfig> = {}): Promise<TestPool> {
  const emulator = await startEmulator({
    port: 0,
    userPools: [
      { id: POOL_ID, clients: clients.map((client) => ({ explicitAuthFlows, ...client })), users: [ANA], ...pool },
    ],
  })
  let aheadMs = 0
  return {
    emulator,
    createClient: (config) =>
      createCognitoClient({
        userPoolId: POOL_ID,
        clientId: CLIENT_ID,
        endpoint: emulator.url,
        storage: memoryStorage(),
        now: () => Date.now() + aheadMs,
        ...config,
      }),
    lastCode(username) {
      const message = emulator.outbox.findLast((message) => message.username === username)
      if (!message) throw new Error(`No code was sent to ${username}.`)
      return message.code
    },
    advance(seconds) {
      emulator.clock.advance(seconds)
      aheadMs += seconds * 1000
    },
  }
}
