import type { CognitoConfig, Lock, RefreshFlow } from './config.ts'
import { ConfigurationError } from './errors.ts'
import { platformFetch, platformLock, platformRandomBytes } from './platform.ts'
import type { Fetch } from './service/fetch.ts'
import type { RetryOptions } from './service/retry.ts'
import type { AuthEvent } from './session/auth-event.ts'
import type { Session } from './session/session.ts'
import type { RandomBytes } from './srp/random-bytes.ts'
import { defaultStorage } from './storage/default-storage.ts'
import type { TokenStorage } from './storage/token-storage.ts'

/** A configured user pool, for the functions of this library. Made by {@link createCognitoClient}. */
export type CognitoClient = {
  readonly userPoolId: string
  /** The part of the pool id after `_`. */
  readonly poolName: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly endpoint: string
  readonly storage: TokenStorage
  readonly fetch: Fetch
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly timeoutMs: number
  readonly retry?: RetryOptions | undefined
  readonly refreshFlow: RefreshFlow
  readonly refreshMarginSeconds: number
  readonly deviceName: string
  readonly authSessionValidityMinutes: number
  readonly headers: Record<string, string>
  readonly userContextData?: CognitoConfig['userContextData']
  readonly analyticsMetadata?: CognitoConfig['analyticsMetadata']
  readonly lock: Lock
  /** What changes while the client lives; only this library's own functions touch it. */
  readonly state: ClientState
}

/** The changing part of a client. */
export type ClientState = {
  /** The `Ephemeral` made ahead by `prepareSignIn`; pages without SRP need not know its type. */
  ephemeral?: Promise<unknown> | undefined
  /** Counts sign-ins and sign-outs, so that a refresh that ends later can tell that it is outdated. */
  generation: number
  /** The refresh in flight; undefined as its result means that the stored session changed meanwhile. */
  refresh?: { generation: number; session: Promise<Session | undefined> } | undefined
  /** End of the queue of accesses to the storage. */
  storageTurn: Promise<unknown>
  readonly listeners: Set<(event: AuthEvent) => void>
  /** Ends the hearing of other tabs; there as long as there are listeners. */
  stopHearing?: (() => void) | undefined
  /** Where tabs tell each other, while this one listens. */
  channel?: BroadcastChannelLike | undefined
}

/** What is used of a `BroadcastChannel`. */
type BroadcastChannelLike = { postMessage(message: unknown): void; close(): void }

const POOL_ID = /^[\w-]+_[0-9a-zA-Z]+$/
const POOL_ID_MAX_LENGTH = 55
const DEFAULT_TIMEOUT_MS = 15_000
const DEFAULT_REFRESH_MARGIN_SECONDS = 30
const DEFAULT_AUTH_SESSION_VALIDITY_MINUTES = 3
const REFRESH_FLOWS: readonly string[] = ['GetTokensFromRefreshToken', 'REFRESH_TOKEN_AUTH'] satisfies RefreshFlow[]

/**
 * A client of one user pool and app client. Makes no request and starts nothing.
 *
 * @throws {@link ConfigurationError} when an id is missing or malformed, or an option cannot be.
 */
export function createCognitoClient(config: CognitoConfig): CognitoClient {
  assertPossible(config)
  const { userPoolId } = config
  const separator = userPoolId.lastIndexOf('_')
  return {
    ...config,
    poolName: userPoolId.slice(separator + 1),
    endpoint: config.endpoint ?? `https://cognito-idp.${userPoolId.slice(0, separator)}.amazonaws.com/`,
    storage: config.storage ?? defaultStorage(),
    fetch: config.fetch ?? platformFetch,
    now: config.now ?? (() => Date.now()),
    randomBytes: config.randomBytes ?? platformRandomBytes,
    timeoutMs: config.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    refreshFlow: config.refreshFlow ?? 'GetTokensFromRefreshToken',
    refreshMarginSeconds: config.refreshMarginSeconds ?? DEFAULT_REFRESH_MARGIN_SECONDS,
    deviceName: config.deviceName ?? globalThis.navigator?.userAgent ?? 'unknown device',
    authSessionValidityMinutes: config.authSessionValidityMinutes ?? DEFAULT_AUTH_SESSION_VALIDITY_MINUTES,
    headers: config.headers ?? {},
    lock: config.lock ?? platformLock,
    state: { generation: 0, storageTurn: Promise.resolve(), listeners: new Set() },
  }
}

/** @throws {@link ConfigurationError} when a function lacks the client or the name of the user it is about. */
export function requireUsername(client: CognitoClient | undefined, username: string | undefined): void {
  if (!client || !username) throw new ConfigurationError('Username and Pool information are required.')
}

function assertPossible({ userPoolId, clientId, timeoutMs = DEFAULT_TIMEOUT_MS, refreshFlow }: CognitoConfig): void {
  if (!userPoolId || !clientId) throw new ConfigurationError('Both UserPoolId and ClientId are required.')
  if (userPoolId.length > POOL_ID_MAX_LENGTH || !POOL_ID.test(userPoolId)) {
    throw new ConfigurationError('Invalid UserPoolId format.')
  }
  if (!(timeoutMs > 0)) throw new ConfigurationError('timeoutMs must be a number of milliseconds above 0.')
  if (refreshFlow && !REFRESH_FLOWS.includes(refreshFlow)) {
    throw new ConfigurationError(`refreshFlow must be one of ${REFRESH_FLOWS.join(', ')}.`)
  }
}
