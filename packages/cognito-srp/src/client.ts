import { ConfigurationError } from './errors.ts'
import { sleep, type RetryOptions } from './service/retry.ts'
import type { Fetch } from './service/transport.ts'
import type { UserContextData } from './service/wire.ts'
import type { AuthEvent, Session } from './session/session.ts'
import type { Ephemeral, RandomBytes } from './srp/claim.ts'
import { defaultStorage, type TokenStorage } from './storage/token-storage.ts'

/** What {@link createCognitoClient} needs and accepts. */
export type CognitoConfig = {
  /** `<region>_<id>`, for example `sa-east-1_AbCdEf123`. */
  userPoolId: string
  /** Id of the app client. */
  clientId: string
  /** Only for app clients that have one, and only where it stays secret: never in a page. */
  clientSecret?: string | undefined
  /** Where requests go, absolute or relative to the page. Default: the service of the pool's region. */
  endpoint?: string | undefined
  /** Where tokens are kept. Default: `localStorage` in a page, memory elsewhere. */
  storage?: TokenStorage | undefined
  /**
   * Who is signed in here at a time. `one` (default): signing in removes tokens and user data of everybody else from the
   * storage. `many`: they stay, and `listAccounts` and `switchAccount` choose among them.
   */
  accounts?: Accounts | undefined
  /** Default: the platform's `fetch`. */
  fetch?: Fetch | undefined
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
  /** Cryptographically secure randomness. Default `crypto.getRandomValues`. */
  randomBytes?: RandomBytes | undefined
  /** Longest wait for an answer, per request. Default 15 000. */
  timeoutMs?: number | undefined
  /**
   * Repeats calls that only read (`getUser`, `listDevices`, …) when waiting may heal the failure. Default: only the
   * refresh of tokens is repeated, with a cap of 5 seconds. Nothing that signs in or changes anything ever is.
   */
  retry?: RetryOptions | undefined
  /** How tokens are renewed. Default `GetTokensFromRefreshToken`, which works with and without rotation. */
  refreshFlow?: RefreshFlow | undefined
  /** A session this close to its end is renewed ahead. Default 30. */
  refreshMarginSeconds?: number | undefined
  /** Name under which a device is remembered. Default: the browser's user agent. */
  deviceName?: string | undefined
  /** Minutes a challenge may be answered, as the app client is set (3 to 15). Default 3. */
  authSessionValidityMinutes?: number | undefined
  /** Added to every request. */
  headers?: Record<string, string> | undefined
  /** Advanced security: data about the device; a text is the encoded data. */
  userContextData?: ((username: string) => UserContextData | string | undefined) | undefined
  /** Sent along for Amazon Pinpoint. */
  analyticsMetadata?: { analyticsEndpointId: string } | undefined
  /** Default `navigator.locks`; without it, refreshes are only joined within this client. */
  lock?: Lock | undefined
}

/** How many people may be signed in here at a time. */
export type Accounts = 'one' | 'many'

/** The request that renews tokens. */
export type RefreshFlow = 'GetTokensFromRefreshToken' | 'REFRESH_TOKEN_AUTH'

/** Runs `work` while nobody else holds the lock of that name, over all tabs and workers. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** A configured user pool, for the functions of this library. Made by {@link createCognitoClient}. */
export type CognitoClient = {
  readonly userPoolId: string
  /** The part of the pool id after `_`. */
  readonly poolName: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly endpoint: string
  readonly storage: TokenStorage
  readonly accounts: Accounts
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
  /** The pair (a, A) made ahead by `prepareSignIn`, until a sign-in takes it. */
  ephemeral?: Promise<Ephemeral> | undefined
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
  channel?: { postMessage(message: unknown): void; close(): void } | undefined
}

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
 * @example
 * const client = createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })
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
    accounts: config.accounts ?? 'one',
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

/** Programs without types can pass anything, or nothing. */
function assertPossible(config: CognitoConfig | undefined): void {
  if (!isText(config?.userPoolId) || !isText(config.clientId)) {
    throw new ConfigurationError('Both UserPoolId and ClientId are required.')
  }
  const { userPoolId, accounts, timeoutMs = DEFAULT_TIMEOUT_MS, refreshFlow } = config
  if (userPoolId.length > POOL_ID_MAX_LENGTH || !POOL_ID.test(userPoolId)) {
    throw new ConfigurationError('Invalid UserPoolId format.')
  }
  if (!(timeoutMs > 0)) throw new ConfigurationError('timeoutMs must be a number of milliseconds above 0.')
  if (accounts && accounts !== 'one' && accounts !== 'many') {
    throw new ConfigurationError("accounts must be 'one' or 'many'.")
  }
  if (refreshFlow && !REFRESH_FLOWS.includes(refreshFlow)) {
    throw new ConfigurationError(`refreshFlow must be one of ${REFRESH_FLOWS.join(', ')}.`)
  }
}

/** @throws {@link ConfigurationError} when a function lacks the client or the name of the user it is about. */
export function requireUsername(client: CognitoClient | undefined, request: { username: string } | undefined): void {
  if (client && isText(request?.username)) return
  throw new ConfigurationError('Username and Pool information are required.')
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** The platform's `fetch`, looked up at each call. */
export const platformFetch: Fetch = (url, request) => globalThis.fetch(url, request)

/** Bytes of the platform's cryptographically secure generator. */
const platformRandomBytes: RandomBytes = (lengthBytes) => {
  if (!globalThis.crypto?.getRandomValues) {
    throw new ConfigurationError('This platform has no crypto.getRandomValues: pass `randomBytes`.')
  }
  return globalThis.crypto.getRandomValues(new Uint8Array(lengthBytes))
}

/** Longer than the writes of one tab to localStorage take to reach another; a few milliseconds were measured. */
const STORAGE_LAG_MS = 50

/**
 * Web Locks where the platform has them (pages, workers, newer Node); elsewhere nobody else is waited for.
 *
 * Browsers hand a lock over sooner than they show what its last holder wrote to localStorage: reading at once finds old
 * tokens, or old and new ones mixed. So pages wait a little first.
 */
export const platformLock: Lock = (name, work) => {
  const locks = globalThis.navigator?.locks
  if (!locks) return work()
  if (typeof document === 'undefined') return locks.request(name, work)
  return locks.request(name, async () => {
    await sleep(STORAGE_LAG_MS)
    return work()
  })
}
