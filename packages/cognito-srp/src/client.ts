import { ConfigurationError } from './errors.ts'
import type { RetryOptions } from './service/retry.ts'
import { longestRefreshMs, type RefreshFlow } from './service/token-requests.ts'
import type { Fetch, RequestHeaders } from './service/transport.ts'
import { firstText, type UserContextData } from './service/wire.ts'
import { createState, type ClientState } from './session/state.ts'
import type { Lock } from './session/tab-lock.ts'
import type { RandomBytes } from './srp/claim.ts'
import { defaultStorage, type TokenStorage } from './storage/token-storage.ts'

/** Options of {@link createCognitoClient}. */
export type CognitoConfig = {
  /** `<region>_<id>`, for example `sa-east-1_AbCdEf123`. */
  userPoolId: string
  /** Id of the app client. */
  clientId: string
  /** Secret of the app client, if it has one. Never use a client secret in a page. */
  clientSecret?: string | undefined
  /** URL of the service (http or https), or a path on the page's own host. The default is the service in the pool's region. */
  endpoint?: string | undefined
  /** Storage for tokens. The default is `localStorage` in a page, and memory elsewhere. */
  storage?: TokenStorage | undefined
  /**
   * Number of users who can be signed in at the same time. With `one` (default), a sign-in removes the tokens and user data of
   * other users from the storage. With `many`, other users stay signed in; see `listAccounts` and `switchAccount`.
   */
  accounts?: Accounts | undefined
  /** Function that sends requests. The default is the platform's `fetch`. */
  fetch?: Fetch | undefined
  /** Clock that returns milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
  /** Source of cryptographically secure random bytes. Default `crypto.getRandomValues`. */
  randomBytes?: RandomBytes | undefined
  /** Timeout of each request in milliseconds. A token refresh times out after at most 8 000 ms. Default 15 000. */
  timeoutMs?: number | undefined
  /**
   * Turns on retries after transient errors for calls that only read (`getUser`, `listDevices`, …). By default, only token
   * refreshes are retried, as set by `refreshRetry`. Calls that sign in or change data are never retried.
   */
  retry?: RetryOptions | undefined
  /** Operation that renews tokens. The default is `GetTokensFromRefreshToken`, which works with and without rotation. */
  refreshFlow?: RefreshFlow | undefined
  /** The client renews a session that expires within this number of seconds. Default 30. */
  refreshMarginSeconds?: number | undefined
  /** Name of a remembered device. The default is the user agent, or `unknown device` if the platform has none. */
  deviceName?: string | undefined
  /** Validity of a challenge in minutes (3 to 15). The value must equal the app client's setting. Default 3. */
  authSessionValidityMinutes?: number | undefined
  /**
   * Headers of every request to `endpoint`, or a function that returns the headers, for example if a header contains a token that
   * expires. The function is called for each attempt and may return a promise. If the function throws, the attempt fails with a
   * NetworkError whose `cause` is the thrown error.
   */
  headers?: RequestHeaders | undefined
  /** Returns data about the device for threat protection. A string is sent as the encoded data. */
  userContextData?: ((username: string) => UserContextData | string | undefined) | undefined
  /** Metadata for Amazon Pinpoint. */
  analyticsMetadata?: { analyticsEndpointId: string } | undefined
  /** Lock between tabs. Default `navigator.locks`. Without locks, only this client's calls share a refresh. */
  lock?: Lock | undefined
  /**
   * Longest wait for another tab's refresh, in milliseconds. After this wait, the tab refreshes without the lock. A value
   * below the maximum duration of a refresh is raised to that duration. Default 20 000.
   */
  lockTimeoutMs?: number | undefined
  /**
   * Retry settings for token refreshes. `delayCapMs` is the longest delay between two attempts; `false` turns retries off. The
   * default of 5 000 ms allows seven attempts, with delays of about six seconds in total.
   */
  refreshRetry?: false | RetryOptions | undefined
  /**
   * Returns metadata for the pool's triggers. The client sends the metadata when it renews tokens for a call without its own
   * `clientMetadata`. For other requests, pass `clientMetadata` to the call.
   */
  clientMetadata?: (() => Record<string, string> | undefined) | undefined
}

/** Number of users who can be signed in at the same time. */
export type Accounts = 'one' | 'many'

/**
 * Client for one user pool and app client. Most functions take a client as their first argument. Only {@link
 * createCognitoClient} creates clients.
 */
export interface CognitoClient {
  readonly userPoolId: string
  readonly clientId: string
  /** Exists only in the types, so that other objects are not assignable to `CognitoClient`. */
  readonly [brand]: true
}

declare const brand: unique symbol

/** @internal Members that this library's own functions use. The published types omit these members. */
export interface CognitoClient extends ClientMembers {}

type OptionWithoutDefault =
  | 'clientSecret'
  | 'randomBytes'
  | 'retry'
  | 'deviceName'
  | 'authSessionValidityMinutes'
  | 'userContextData'
  | 'analyticsMetadata'
  | 'lock'
  | 'clientMetadata'

type ClientMembers = Readonly<Pick<CognitoConfig, OptionWithoutDefault>> & {
  readonly [Name in Exclude<keyof CognitoConfig, OptionWithoutDefault | 'refreshRetry'>]-?: NonNullable<
    CognitoConfig[Name]
  >
} & {
  /** Part of the pool id after `_`. */
  readonly poolName: string
  /** Longest delay between two attempts of a refresh, in milliseconds; 0 allows only one attempt. */
  readonly refreshDelayCapMs: number
  /** The client's mutable state. */
  readonly state: ClientState
}

/** Pool id with at most 55 characters. */
const POOL_ID = /^(?=.{3,55}$)([\w-]+)_([\da-z]+)$/i
/**
 * Absolute path, or http(s) URL without credentials. `fetch` rejects a URL with credentials. A path with two leading slashes
 * would name another host.
 */
const ENDPOINT = /^(https?:\/\/(\[[\da-f:.]+\]|[^\s/?#@\\:]+)(:\d+)?(?![^/?#])|\/(?![/\\]))\S*$/i
const DEFAULT_TIMEOUT_MS = 15_000
const DEFAULT_REFRESH_MARGIN_SECONDS = 30
const DEFAULT_REFRESH_DELAY_CAP_MS = 5000
const DEFAULT_LOCK_TIMEOUT_MS = 20_000
/** Maximum delay of a timer. Platforms do not support longer delays and fire such timers too early. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Creates a client for one user pool and app client. Sends no request and starts no timer.
 *
 * @throws ConfigurationError when an id is missing or malformed, or an option is unknown or invalid.
 * @example
 * const client = createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })
 */
export function createCognitoClient(config: CognitoConfig): CognitoClient {
  // A JavaScript caller can pass undefined.
  const { userPoolId, clientId, clientSecret, endpoint, refreshRetry, ...options } = { ...config }
  const [, region, poolName = ''] = POOL_ID.exec(userPoolId) ?? []
  const refreshDelayCapMs = refreshRetry === false ? 0 : (refreshRetry?.delayCapMs ?? DEFAULT_REFRESH_DELAY_CAP_MS)
  const own = { poolName, refreshDelayCapMs, state: createState() }
  const client = {
    ...own,
    userPoolId,
    clientId,
    endpoint: endpoint || `https://cognito-idp.${region}.amazonaws.com/`,
    storage: options.storage ?? defaultStorage(),
    accounts: 'one',
    fetch: platformFetch,
    now: () => Date.now(),
    randomBytes: undefined,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    retry: undefined,
    refreshFlow: 'GetTokensFromRefreshToken',
    refreshMarginSeconds: DEFAULT_REFRESH_MARGIN_SECONDS,
    deviceName: undefined,
    authSessionValidityMinutes: undefined,
    headers: {},
    userContextData: undefined,
    analyticsMetadata: undefined,
    lock: undefined,
    lockTimeoutMs: DEFAULT_LOCK_TIMEOUT_MS,
    clientMetadata: undefined,
  } satisfies Omit<ClientMembers, 'clientSecret'>
  const members: Record<string, unknown> = client
  assertOptions(options, Object.keys(client), 'createCognitoClient')
  for (const [option, value] of Object.entries(options)) members[option] = value ?? members[option]
  assertPossible(config)
  if (!region) throw new ConfigurationError('Invalid UserPoolId format.')
  client.lockTimeoutMs = Math.max(client.lockTimeoutMs, longestRefreshMs(client.timeoutMs))
  const complete = { ...client, ...own } // a client can be spread into the options, but its state stays its own
  // `clientSecret` is not enumerable, so that logging a client does not log the secret.
  return Object.defineProperty(complete as CognitoClient, 'clientSecret', { value: clientSecret })
}

/** Validates the options, because JavaScript callers can pass anything. */
function assertPossible(config: CognitoConfig | undefined): void {
  const options = { ...(config as CognitoConfig), ...config?.refreshRetry }
  if (!firstText(options.userPoolId) || !firstText(options.clientId)) {
    throw new ConfigurationError('Both UserPoolId and ClientId are required.')
  }
  if (options.endpoint && !ENDPOINT.test(firstText(options.endpoint) ?? '')) {
    throw new ConfigurationError('endpoint must be an http(s) address or an absolute path.')
  }
  const ranges = [
    ['timeoutMs', 1, LONGEST_TIMER_MS],
    ['lockTimeoutMs', 1, LONGEST_TIMER_MS],
    ['delayCapMs', 1, LONGEST_TIMER_MS],
    ['authSessionValidityMinutes', 3, 15],
  ] as const
  for (const [option, least, most] of ranges) {
    const value = options[option]
    if (value === undefined || (value >= least && value <= most)) continue
    throw new ConfigurationError(`${option} must be between ${least} and ${most}.`)
  }
  assertChoice(options, 'accounts', ['one', 'many'])
  assertChoice(options, 'refreshFlow', ['GetTokensFromRefreshToken', 'REFRESH_TOKEN_AUTH'])
}

/** @throws ConfigurationError when `options` contains an option that is not in `known`. */
export function assertOptions(options: object, known: readonly string[], functionName: string): void {
  for (const option in options) {
    if (!known.includes(option)) throw new ConfigurationError(`${option} is not an option of ${functionName}.`)
  }
}

/** @throws ConfigurationError when the value of an option is not allowed. */
export function assertChoice<Option extends string, Word extends string>(
  options: { readonly [Name in Option]?: Word | undefined },
  option: Option,
  words: readonly Word[],
): void {
  const chosen = options[option]
  if (!chosen || words.includes(chosen)) return
  throw new ConfigurationError(`${option} must be one of ${words.join(', ')}.`)
}

/** @throws ConfigurationError when the first argument is not a client, or the user name is missing. */
export function requireUsername(client: CognitoClient | undefined, request: { username: string } | undefined): void {
  requireClient(client)
  if (!firstText(request?.username)) throw new ConfigurationError('Username and Pool information are required.')
}

/** @throws ConfigurationError when the first argument is not a client. */
export function requireClient(client: Partial<CognitoClient> | undefined): void {
  if (!client?.state) throw new ConfigurationError('The first argument must be a client.')
}

/** Returns the name under which the client registers this device. */
export function deviceNameOf({ deviceName }: CognitoClient): string {
  return deviceName ?? globalThis.navigator?.userAgent ?? 'unknown device'
}

/**
 * Calls the platform's current `fetch`.
 *
 * @throws ConfigurationError when the platform has no `fetch`, or cannot resolve a path because there is no page.
 */
export const platformFetch: Fetch = async (url, request) => {
  try {
    return await globalThis.fetch(url, request)
  } catch (cause) {
    const { fetch, location } = globalThis as Partial<typeof globalThis>
    if (fetch && (location || !url.startsWith('/'))) throw cause
    const message = `This platform cannot fetch ${url}. Set \`fetch\`, or an http(s) \`endpoint\`.`
    throw new ConfigurationError(message, { cause })
  }
}
