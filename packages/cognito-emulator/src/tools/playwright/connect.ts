import { setTimeout as wait } from 'node:timers/promises'

import type { FaultOrder } from '../../controls/faults.ts'
import type { ProviderAnswerOrder } from '../../controls/provider-answers.ts'
import type { DeliveredMessage } from '../../printing.ts'
import { toStorageState, type StateOptions, type StorageState, type UserTokens } from './storage-state.ts'

const DEFAULT_URL = 'http://127.0.0.1:9339/'
const POLL_MS = 100
const PATIENCE_MS = 10_000

/**
 * Options of {@link connectEmulator}.
 *
 * @example
 * const inDocker: ConnectOptions = { url: 'http://cognito:9339/', adminKey: 'chave' }
 */
export type ConnectOptions = {
  /** Address of the emulator. Default: `COGNITO_EMULATOR_URL`, or `http://127.0.0.1:9339/`. */
  url?: string | undefined
  /** The emulator's `adminKey`, if the emulator has an `adminKey`. */
  adminKey?: string | undefined
}

/**
 * An emulator in another process that a test controls.
 *
 * @example
 * async function readsHerCode(emulator: ConnectedEmulator): Promise<string> {
 *   return emulator.lastCode('ana')
 * }
 */
export type ConnectedEmulator = {
  url: string
  /** The newest 1,000 messages "sent" so far, oldest first. */
  outbox(): Promise<DeliveredMessage[]>
  /**
   * Waits for a new code for a user and returns it. Each code is returned only once. `user` is a user name, an e-mail
   * address or a phone number. Without `user`, the code can be for any user.
   *
   * @throws {Error} after `timeoutMs` (default 10,000) milliseconds. The message lists the users to whom codes were
   * sent.
   */
  lastCode(user?: string, options?: { timeoutMs?: number }): Promise<string>
  /** Makes `lastCode` ignore all codes that were sent before this call. */
  skipCodes(): Promise<void>
  /**
   * Returns a signed-in user's browser storage for Playwright's `storageState`, in the format of @cognito-srp/client,
   * amazon-cognito-identity-js and Amplify.
   *
   * @throws {Error} if the user or client does not exist, or the user cannot sign in.
   */
  signedInState(user: string, options: StateOptions): Promise<StorageState>
  clock: { advance(seconds: number): Promise<void> }
  faults: { order(order: FaultOrder): Promise<void>; clear(): Promise<void> }
  /** Incorrect responses of test providers. */
  providerAnswers: { order(order: ProviderAnswerOrder): Promise<void>; clear(): Promise<void> }
}

/**
 * Connects to the controls of a running emulator.
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
    throw new Error(`${method} /_emulator/${path} failed with status ${response.status}: ${message}`)
  }
  const ordersAt = (path: string) => ({
    async order(order: object) {
      await send('POST', path, order)
    },
    async clear() {
      await send('DELETE', path)
    },
  })
  const outbox = async () => (await (await send('GET', 'outbox')).json()) as DeliveredMessage[]

  return {
    url: url.href,
    outbox,
    async lastCode(user, { timeoutMs = PATIENCE_MS } = {}) {
      const endsAtMs = performance.now() + timeoutMs
      for (;;) {
        const messages = await outbox()
        const newest = messages.findLast((message) => isFor(message, user) && !seen.has(identify(message)))
        if (newest) {
          seen.add(identify(newest))
          return newest.code
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
    faults: ordersAt('faults'),
    providerAnswers: ordersAt('provider-answers'),
  }
}

/**
 * Connects to an emulator and calls {@link ConnectedEmulator.signedInState} once.
 *
 * @throws {Error} if the user or client does not exist, or the user cannot sign in.
 *
 * @example
 * const storageState = await signedInState('ana', { origin: 'http://localhost:5173' })
 */
export function signedInState(user: string, options: StateOptions & ConnectOptions): Promise<StorageState> {
  return connectEmulator(options).signedInState(user, options)
}

/**
 * Connects to an emulator and calls {@link ConnectedEmulator.lastCode} once. The code may have been sent before the call.
 *
 * @throws {Error} after `timeoutMs` (default 10,000) milliseconds. The message lists the users to whom codes were sent.
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
