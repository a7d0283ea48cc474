import type { Fetch } from './service/fetch.ts'
import type { RetryOptions } from './service/retry.ts'
import type { RandomBytes } from './srp/random-bytes.ts'
import type { TokenStorage } from './storage/token-storage.ts'

/** Runs `work` while nobody else holds the lock of that name, over all tabs and workers. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** What the pool's advanced security is told about the device of a user. */
export type UserContextData = { encodedData?: string; ipAddress?: string }

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

/** The request that renews tokens. */
export type RefreshFlow = 'GetTokensFromRefreshToken' | 'REFRESH_TOKEN_AUTH'
