import { vi } from 'vitest'

import { createCognitoClient, type CognitoClient, type CognitoConfig } from '../src/client.ts'
import type { AuthenticationResult } from '../src/service/wire.ts'
import { signIn } from '../src/sign-in/sign-in.ts'
import type { TokenStorage } from '../src/storage/token-storage.ts'
import { ScriptedPool } from './scripted-pool.ts'
import { NOW_MS } from './tokens.ts'

/** Storage whose items a test can read. Multiple clients can share the storage, as tabs share a browser's storage. */
export class MapStorage implements TokenStorage {
  readonly items: Map<string, string>

  constructor(items: Record<string, string> = {}) {
    this.items = new Map(Object.entries(items))
  }

  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value)
  }

  removeItem(key: string): void {
    this.items.delete(key)
  }
}

/** Storage that lists its keys. */
export class KeyedStorage extends MapStorage {
  keys(): string[] {
    return [...this.items.keys()]
  }
}

/** Storage with the additional members of a page's `localStorage`. */
export class WebStorage extends MapStorage {
  get length(): number {
    return this.items.size
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null
  }
}

export type TestClient = { client: CognitoClient; pool: ScriptedPool; storage: MapStorage; clock: { nowMs: number } }

/** Creates a client for a scripted pool, with a clock that only the test advances. */
export function testClient({
  items = {},
  storage = new MapStorage(items),
  pool = new ScriptedPool(),
  ...config
}: Partial<CognitoConfig> & {
  items?: Record<string, string>
  storage?: MapStorage
  pool?: ScriptedPool
} = {}): TestClient {
  const clock = { nowMs: NOW_MS }
  const client = createCognitoClient({
    userPoolId: 'local_Pool1',
    clientId: 'web',
    fetch: pool.fetch,
    now: () => clock.nowMs,
    storage,
    ...config,
  })
  return { client, pool, storage, clock }
}

/** Signs in with this client to a pool that immediately returns these tokens. */
export async function signInWith(client: CognitoClient, granted: AuthenticationResult): Promise<void> {
  const pool = new ScriptedPool().on('InitiateAuth', { json: { AuthenticationResult: granted } })
  await signIn({ ...client, fetch: pool.fetch }, { username: 'ana', password: 'Senha-123', flow: 'USER_PASSWORD_AUTH' })
}

/** Returns the error with which a promise rejects. Throws if the promise resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('The call was expected to fail.')
}

/** Runs all fake timers, and then returns the result of a call or throws its error. */
export async function afterTimers<T>(promise: Promise<T>): Promise<T> {
  const settled = promise.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error
    },
  )
  await vi.runAllTimersAsync()
  return (await settled)()
}
