import { setTimeout as wait } from 'node:timers/promises'

import type { FaultOrder } from '../../controls/faults.ts'
import type { DeliveredMessage } from '../../printing.ts'
import { toStorageState, type StateOptions, type StorageState, type UserTokens } from './storage-state.ts'

const DEFAULT_URL = 'http://127.0.0.1:9339/'
const POLL_MS = 100
const PATIENCE_MS = 10_000

/**
 * Which emulator to talk to.
 *
 * @example
 * const inDocker: ConnectOptions = { url: 'http://cognito:9339/', adminKey: 'chave' }
 */
export type ConnectOptions = {
  /** Default: `COGNITO_EMULATOR_URL`, or `http://127.0.0.1:9339/`. */
  url?: string | undefined
  /** The emulator's `adminKey`, where it has one. */
  adminKey?: string | undefined
}

/**
 * An emulator in another process, as a test has it in its hand.
 *
 * @example
 * async function readsHerCode(emulator: ConnectedEmulator): Promise<string> {
 *   return emulator.lastCode('ana')
 * }
 */
export type ConnectedEmulator = {
  url: string
  /** Codes "sent" so far, oldest first. */
  outbox(): Promise<DeliveredMessage[]>
  /**
   * The newest code that was sent to a user (by name, address or number; without one to anybody) and that was not asked
   * for before: waits until there is one.
   *
   * @throws {Error} that says whom codes were sent to instead, after `timeoutMs` (default 10,000).
   */
  lastCode(user?: string, options?: { timeoutMs?: number }): Promise<string>
  /** Codes that are there now are no longer asked for: a test starts from here. */
  skipCodes(): Promise<void>
  /**
   * What a browser keeps of a user who is signed in, for Playwright's `storageState`: as @cognito-srp/client,
   * amazon-cognito-identity-js and Amplify lay it out.
   *
   * @throws {Error} when there is no such user or client, or the user may not sign in.
   */
  signedInState(user: string, options: StateOptions): Promise<StorageState>
  clock: { advance(seconds: number): Promise<void> }
  faults: { order(order: FaultOrder): Promise<void>; clear(): Promise<void> }
}

/**
 * Talks to the controls of a running emulator.
 *
 * @example
 * const emulator = connectEmulator({ url: 'http://127.0.0.1:9339/' })
 * await emulator.clock.advance(3600) // seconds
 * await emulator.faults.order({ operation: 'GetUser', fault: { kind: 'status', status: 502 } })
 */
export function connectEmulator(options: ConnectOptions = {}): ConnectedEmulator {
  const url = new URL((options.url ?? process.env['COGNITO_EMULATOR_URL'] ?? DEFAULT_URL).replace(/\/*$/, '/'))
  const headers: Record<string, string> = options.adminKey ? { 'x-emulator-admin-key': options.adminKey } : {}
  const seen = new Set<string>()

  async function send(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(new URL(`_emulator/${path}`, url).href, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.ok) return response
    const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string }
    throw new Error(`The emulator answered ${method} /_emulator/${path} with ${response.status}: ${message}`)
  }
  const outbox = async () => (await (await send('GET', 'outbox')).json()) as DeliveredMessage[]

  return {
    url: url.href,
    outbox,
    async lastCode(user, { timeoutMs = PATIENCE_MS } = {}) {
      const endsAtMs = performance.now() + timeoutMs
      for (;;) {
        const messages = await outbox()
        const found = messages.findLast((message) => isFor(message, user) && !seen.has(identify(message)))
        if (found) {
          seen.add(identify(found))
          return found.code
        }
        if (performance.now() >= endsAtMs) throw noCode(user, timeoutMs, messages)
        await wait(POLL_MS)
      }
    },
    async skipCodes() {
      for (const message of await outbox()) seen.add(identify(message))
    },
    async signedInState(user, state) {
      const { clientId } = state
      const response = await send('POST', 'sessions', { username: user, ...(clientId !== undefined && { clientId }) })
      return toStorageState((await response.json()) as UserTokens, state)
    },
    clock: {
      async advance(seconds) {
        await send('POST', 'clock', { advanceSeconds: seconds })
      },
    },
    faults: {
      async order(order) {
        await send('POST', 'faults', order)
      },
      async clear() {
        await send('DELETE', 'faults')
      },
    },
  }
}

/**
 * {@link ConnectedEmulator.signedInState} of an emulator that is connected to for this alone.
 *
 * @throws {Error} when there is no such user or client, or the user may not sign in.
 *
 * @example
 * const storageState = await signedInState('ana', { origin: 'http://localhost:5173' })
 */
export function signedInState(user: string, options: StateOptions & ConnectOptions): Promise<StorageState> {
  return connectEmulator(options).signedInState(user, options)
}

/**
 * {@link ConnectedEmulator.lastCode} of an emulator that is connected to for this alone: also a code of long ago.
 *
 * @throws {Error} that says whom codes were sent to instead, after `timeoutMs` (default 10,000).
 *
 * @example
 * const code = await lastCode('ana@example.com')
 */
export function lastCode(user?: string, options: ConnectOptions & { timeoutMs?: number } = {}): Promise<string> {
  return connectEmulator(options).lastCode(user, options)
}

function isFor({ username, destination }: DeliveredMessage, user: string | undefined): boolean {
  return user === undefined || username === user || destination === user
}

function identify(message: DeliveredMessage): string {
  return JSON.stringify(message)
}

function noCode(user: string | undefined, timeoutMs: number, messages: DeliveredMessage[]): Error {
  const others = [...new Set(messages.map(({ username, destination }) => `${username} (${destination})`))]
  const who = user === undefined ? '' : ` to ${user}`
  const instead = others.length === 0 ? 'The outbox is empty.' : `Messages went to ${others.join(', ')}.`
  return new Error(`No new code was sent${who} within ${timeoutMs} ms. ${instead}`)
}
