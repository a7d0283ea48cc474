import { startEmulator, type RunningEmulator, type UserPoolConfig } from '@cognito-srp/emulator'

import { createCognitoClient, type CognitoClient, type CognitoConfig } from '../../src/client.ts'
import { memoryStorage } from '../../src/storage/token-storage.ts'

export const PASSWORD = 'Senha-123'

/** A pool that verifies, reached over HTTP on this machine, whose clock the clients share. */
export type TestPool = {
  emulator: RunningEmulator
  /** A client with a storage of its own, as another browser would have. */
  createClient(config?: Partial<CognitoConfig>): CognitoClient
  /** The code sent last to a user. */
  lastCode(username: string): string
  /** Moves the time of pool and clients. */
  advance(seconds: number): void
}

export async function startPool(pool: Partial<UserPoolConfig> = {}): Promise<TestPool> {
  const users = [{ username: 'ana', password: PASSWORD, attributes: { email: 'ana@example.com' } }]
  const emulator = await startEmulator({
    port: 0,
    userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }], users, ...pool }],
  })
  let aheadMs = 0
  return {
    emulator,
    createClient: (config) =>
      createCognitoClient({
        userPoolId: 'local_Pool1',
        clientId: 'web',
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
