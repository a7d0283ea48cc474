import { ConfigurationError } from './errors.ts'
import type { RetryOptions } from './service/retry.ts'
import { longestRefreshMs, type RefreshFlow } from './service/token-requests.ts'
import type { Fetch } from './service/transport.ts'
import { firstText, type UserContextData } from './service/wire.ts'
import { createState, type ClientState } from './session/state.ts'
import type { Lock } from './session/tab-lock.ts'
import type { RandomBytes } from './srp/claim.ts'
import { defaultStorage, type TokenStorage } from './storage/token-storage.ts'

/** What {@link createCognitoClient} needs and accepts. */
export type CognitoConfig = {
  /** `<region>_<id>`, for example `sa-east-1_AbCdEf123`. */
  userPoolId: string
  /** Id of the app client. */
  clientId: string
  /** Only for app clients that have one, and only where it stays secret: never in a page. */
  clientSecret?: string | undefined
  /** Where requests go: an http(s) address, or a path of the page's own host. Default: the service of the pool's region. */
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
  /**
   * Longest wait for another tab's refresh, in milliseconds; then this one goes on without the lock. Default 20 000, and
   * never less than a refresh may take.
   */
  lockTimeoutMs?: number | undefined
  /**
   * How long the refresh of an ended session is repeated: `delayCapMs` is the longest single wait, `false` is none at
   * all. Default 5 000, which makes seven attempts in about six seconds.
   */
  refreshRetry?: false | RetryOptions | undefined
  /**
   * For the pool's triggers, with every renewal of the tokens that does not bring its own: any call may need one. What
   * else a call sends to triggers is its own `clientMetadata`.
   */
  clientMetadata?: (() => Record<string, string> | undefined) | undefined
}

/** How many people may be signed in here at a time. */
export type Accounts = 'one' | 'many'

/**
 * A configured user pool and app client, for the functions of this library. Only {@link createCognitoClient} creates
 * clients.
 */
export interface CognitoClient {
  readonly userPoolId: string
  readonly clientId: string
  /** Exists only in the types, so that no other object is taken for a client. */
  readonly [brand]: true
}

declare const brand: unique symbol

/** @internal Members for the functions of this library. The published types omit these members. */
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
  /** The part of the pool id after `_`. */
  readonly poolName: string
  /** Longest wait between two attempts of a refresh, in milliseconds; 0 for one attempt. */
  readonly refreshDelayCapMs: number
  /** The client's mutable state. */
  readonly state: ClientState
}

/** Of at most 55 characters. */
const POOL_ID = /^(?=.{3,55}$)([\w-]+)_([\da-z]+)$/i
/** With a host and without credentials, which no `fetch` takes; a path of two slashes would name another host. */
const ENDPOINT = /^(https?:\/\/(\[[\da-f:.]+\]|[^\s/?#@\\:]+)(:\d+)?(?![^/?#])|\/(?![/\\]))\S*$/i
const DEFAULT_TIMEOUT_MS = 15_000
const DEFAULT_REFRESH_MARGIN_SECONDS = 30
const DEFAULT_REFRESH_DELAY_CAP_MS = 5000
const DEFAULT_LOCK_TIMEOUT_MS = 20_000
/** Timers of all platforms end at once when they are set for longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Creates a client of one user pool and app client. Sends no request and starts no timer.
 *
 * @throws ConfigurationError when an id is missing or malformed, an option is unknown, or its value is impossible.
 * @example
 * const client = createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })
 */
export function createCognitoClient(config: CognitoConfig): CognitoClient {
  // Programs without types can pass nothing.
  const { userPoolId, clientId, clientSecret, endpoint, refreshRetry, ...options } = { ...config }
  const [, region, poolName = ''] = POOL_ID.exec(userPoolId) ?? []
  const client = {
    userPoolId,
    clientId,
    poolName,
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
    refreshDelayCapMs: refreshRetry === false ? 0 : (refreshRetry?.delayCapMs ?? DEFAULT_REFRESH_DELAY_CAP_MS),
    state: createState(),
  } satisfies Omit<ClientMembers, 'clientSecret'>
  const members: Record<string, unknown> = client
  for (const [option, value] of Object.entries(options)) {
    if (!(option in client)) throw new ConfigurationError(`${option} is not an option of a client.`)
    members[option] = value ?? members[option]
  }
  assertPossible(config)
  client.lockTimeoutMs = Math.max(client.lockTimeoutMs, longestRefreshMs(client.timeoutMs))
  // Not enumerable, so that a program that logs its client does not log the secret.
  return Object.defineProperty(client as unknown as CognitoClient, 'clientSecret', { value: clientSecret })
}

/** Programs without types can pass anything, or nothing. */
function assertPossible(config: CognitoConfig | undefined): void {
  const options = { ...(config as CognitoConfig), ...config?.refreshRetry }
  if (!firstText(options.userPoolId) || !firstText(options.clientId)) {
    throw new ConfigurationError('Both UserPoolId and ClientId are required.')
  }
  if (!POOL_ID.test(options.userPoolId)) throw new ConfigurationError('Invalid UserPoolId format.')
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
    throw new ConfigurationError(`${option} must be from ${least} to ${most}.`)
  }
  assertChoice(options, 'accounts', ['one', 'many'])
  assertChoice(options, 'refreshFlow', ['GetTokensFromRefreshToken', 'REFRESH_TOKEN_AUTH'])
}

/** @throws ConfigurationError when an option has none of its allowed values. */
export function assertChoice<Option extends string, Word extends string>(
  options: { readonly [Name in Option]?: Word | undefined },
  option: Option,
  words: readonly Word[],
): void {
  const chosen = options[option]
  if (!chosen || words.includes(chosen)) return
  throw new ConfigurationError(`${option} must be one of ${words.join(', ')}.`)
}

/** @throws ConfigurationError when a function is called without a client, or without the name of its user. */
export function requireUsername(client: CognitoClient | undefined, request: { username: string } | undefined): void {
  requireClient(client)
  if (!firstText(request?.username)) throw new ConfigurationError('Username and Pool information are required.')
}

/** @throws ConfigurationError when a function is called without a client. */
export function requireClient(client: Partial<CognitoClient> | undefined): void {
  if (!client?.state) throw new ConfigurationError('The first argument must be a client.')
}

/** Name under which this device is remembered. */
export function deviceNameOf({ deviceName }: CognitoClient): string {
  return deviceName ?? globalThis.navigator?.userAgent ?? 'unknown device'
}

/**
 * The platform's `fetch`, looked up at each call.
 *
 * @throws ConfigurationError where there is no `fetch`, or it resolves no path because there is no page.
 */
export const platformFetch: Fetch = async (url, request) => {
  try {
    return await globalThis.fetch(url, request)
  } catch (cause) {
    const { fetch, location } = globalThis as Partial<typeof globalThis>
    if (fetch && (location || !url.startsWith('/'))) throw cause
    const message = `This platform cannot fetch ${url}: pass \`fetch\`, or an http(s) address as \`endpoint\`.`
    throw new ConfigurationError(message, { cause })
  }
}
