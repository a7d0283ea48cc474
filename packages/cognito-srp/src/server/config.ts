import { assertOptions, createCognitoClient, platformFetch, type CognitoClient, type CognitoConfig } from '../client.ts'
import { ConfigurationError } from '../errors.ts'
import type { FetchRequest } from '../service/transport.ts'
import { isRecord } from '../service/wire.ts'
import { memoryStorage } from '../storage/token-storage.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import { memoryStore, type SessionStore } from './store.ts'

/** Options of {@link createSessionHandler}. */
export type SessionHandlerConfig = Pick<
  CognitoConfig,
  'userPoolId' | 'refreshMarginSeconds' | 'timeoutMs' | 'fetch' | 'now'
> & {
  /** Id of the app client. The handler rejects a request that contains the id of another app client. */
  clientId: string
  /** Secret of the app client, if the app client has a secret. The page never receives this secret. */
  clientSecret?: string | undefined
  /**
   * Secret that encrypts the cookies. The secret must have at least 32 random characters. The command `openssl rand -base64 32`
   * prints such a secret. If you pass a list, the handler encrypts with the first secret and can decrypt with any secret in the
   * list. To change the secret, put the new secret first in the list, and remove the old secret after all cookies that the old
   * secret encrypted have expired (`maxAgeSeconds`).
   */
  secret: string | readonly string[]
  /**
   * Path at which the handler receives requests. Default `/auth/`. The `endpoint` of the page's client must be the same path, or
   * the handler's URL if the page is on another origin.
   */
  path?: string | undefined
  /**
   * Origins, other than the handler's own origin, whose pages may use the handler. Example: `https://app.example.com`. Set this
   * option if the pages are on another host of the same site. Browsers do not send the cookies with `fetch` requests from
   * another site. On a page of another origin, the client needs a `fetch` option that adds `credentials: 'include'`. If a proxy
   * changes the host or the scheme of `request.url`, list the site's own origin too.
   */
  origins?: readonly string[] | undefined
  /** http(s) address of the service. The default is the service in the pool's region. */
  endpoint?: string | undefined
  /**
   * Store for ended sessions, renewals and used `state` parameters. The default is a {@link memoryStore}, which other processes
   * do not share.
   */
  store?: SessionStore | undefined
  /**
   * Operations that the handler serves, for example `GetUser`. The handler always serves `InitiateAuth`,
   * `RespondToAuthChallenge`, `GetTokensFromRefreshToken` and `RevokeToken`. The default is all operations of the client. The
   * handler cannot serve any other operation, because only the client's operations have a list of fields to forward.
   */
  operations?: readonly string[] | undefined
  /**
   * Whether the handler allows sign-ins that send the password instead of an SRP proof: `USER_PASSWORD_AUTH`, and the challenge
   * `PASSWORD` in `USER_AUTH`. Default false.
   */
  allowPasswords?: boolean | undefined
  /** Name, lifetime and `Secure` attribute of the cookies. */
  cookie?: CookieSettings | undefined
  /**
   * Flow that the handler uses to renew tokens. If a page requests a renewal, the handler uses the flow in the page's request.
   * Default `GetTokensFromRefreshToken`.
   */
  refreshFlow?: CognitoConfig['refreshFlow']
  /**
   * Called with each internal error, which causes a response with status 500, and with each error that the handler tolerates, for
   * example when the `store` or a revocation fails. Use this function to log errors. Errors from this library never contain a
   * secret.
   */
  onFault?: ((fault: unknown) => void) | undefined
}

/** Options of the cookies. */
export type CookieSettings = {
  /**
   * The default name `session` results in the cookies `__Host-session.0`, `__Host-session.1` and so on. Give each app on a host
   * its own cookie name, because the cookies apply to the whole host.
   */
  name?: string | undefined
  /**
   * Omits the prefix `__Host-` and the attribute `Secure`, because some browsers reject cookies with `Secure` over plain HTTP.
   * Use this option only for development.
   */
  insecure?: boolean | undefined
  /**
   * Lifetime of the cookies in seconds, counted from the last write. The default is 30 days, which is also the default lifetime
   * of refresh tokens.
   */
  maxAgeSeconds?: number | undefined
}

/** Validated configuration with defaults. */
export type Settings = {
  /** Client for requests to the service. The handler does not use the client's storage. */
  client: CognitoClient
  secrets: readonly string[]
  /** Path with its trailing slash. */
  path: string
  origins: ReadonlySet<string>
  store: SessionStore
  /** Served operations by name. */
  operations: ReadonlyMap<string, Operation>
  allowPasswords: boolean
  cookie: { name: string; isSecure: boolean; maxAgeSeconds: number }
  reportFault: (fault: unknown) => void
}

const SECRET_MIN_LENGTH = 32
const DEFAULT_PATH = '/auth/'
const PATH = /^\/(?:[\w.~-]+\/?)*$/
const COOKIE_NAME = /^[\w-]{1,64}$/
const DEFAULT_COOKIE_NAME = 'session'
const DEFAULT_MAX_AGE_SECONDS = 30 * 24 * 3600

const OPTIONS = [
  'userPoolId',
  'clientId',
  'clientSecret',
  'secret',
  'path',
  'origins',
  'endpoint',
  'store',
  'operations',
  'allowPasswords',
  'cookie',
  'refreshFlow',
  'refreshMarginSeconds',
  'timeoutMs',
  'fetch',
  'now',
  'onFault',
] satisfies (keyof SessionHandlerConfig)[] as readonly string[]

const COOKIE_OPTIONS = ['name', 'insecure', 'maxAgeSeconds'] satisfies (keyof CookieSettings)[] as readonly string[]

/** @throws ConfigurationError when an option is missing, unknown or invalid. */
export function readConfig(config: SessionHandlerConfig): Settings {
  assertOptions({ ...config }, OPTIONS, 'createSessionHandler')
  const { cookie = {}, path = DEFAULT_PATH, origins = [], onFault } = { ...config }
  const client = createServiceClient(config)
  check(typeof path === 'string' && PATH.test(path), 'path must be an absolute path like /auth/.')
  check(
    Array.isArray(origins) && origins.every(isOrigin),
    'origins must be a list of origins like https://app.example.com, without a path or a wildcard.',
  )
  check(isRecord(cookie), 'cookie must be an object.')
  assertOptions(cookie, COOKIE_OPTIONS, 'cookie')
  const { name = DEFAULT_COOKIE_NAME, insecure = false, maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS } = cookie
  check(
    typeof name === 'string' && COOKIE_NAME.test(name),
    'cookie.name must be 1 to 64 letters, digits, hyphens or underscores.',
  )
  check(Number.isInteger(maxAgeSeconds) && maxAgeSeconds > 0, 'cookie.maxAgeSeconds must be a whole number above 0.')
  const store = config.store ?? memoryStore({ now: client.now })
  check(typeof store.get === 'function' && typeof store.set === 'function', 'store must have get and set.')
  return {
    client,
    secrets: readSecrets(config.secret),
    path: path.endsWith('/') ? path : `${path}/`,
    origins: new Set(origins),
    store,
    operations: readOperations(config.operations),
    allowPasswords: config.allowPasswords === true,
    cookie: { name: insecure ? name : `__Host-${name}`, isSecure: !insecure, maxAgeSeconds },
    reportFault(fault) {
      try {
        onFault?.(fault)
      } catch {
        // An error thrown by onFault must not break the response.
      }
    },
  }
}

function createServiceClient(config: SessionHandlerConfig): CognitoClient {
  const { userPoolId, clientId, clientSecret, endpoint, refreshFlow, refreshMarginSeconds, timeoutMs, now } = {
    ...config,
  }
  const fetch = config?.fetch ?? platformFetch
  const client = createCognitoClient({
    userPoolId,
    clientId,
    clientSecret,
    endpoint,
    refreshFlow,
    refreshMarginSeconds,
    timeoutMs,
    now,
    storage: memoryStorage(),
    // The service never redirects. Do not follow redirects, because a redirect could send tokens to another server.
    fetch: (url, request) => fetch(url, { ...request, redirect: 'manual' } as FetchRequest),
  })
  check(
    client.endpoint.startsWith('http'),
    'endpoint must be an http(s) address, because a server cannot resolve a path.',
  )
  check(clientSecret !== '', 'clientSecret is empty. Omit this option if the app client has no secret.')
  return client
}

function readSecrets(secret: SessionHandlerConfig['secret']): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  const areLong = secrets.every((text) => typeof text === 'string' && text.length >= SECRET_MIN_LENGTH)
  check(
    areLong && secrets.length > 0,
    `secret must have at least ${SECRET_MIN_LENGTH} random characters, for example from openssl rand -base64 32.`,
  )
  return secrets as readonly string[]
}

function readOperations(chosen: readonly string[] = [...OPERATIONS.keys()]): ReadonlyMap<string, Operation> {
  check(Array.isArray(chosen), 'operations must be a list.')
  const unknown = chosen.find((name) => !OPERATIONS.has(name))
  check(unknown === undefined, `operations must not contain ${unknown}, which is not an operation of the client.`)
  const isNeeded = ({ kind }: Operation) => kind === 'sign-in' || kind === 'refresh' || kind === 'sign-out'
  return new Map([...OPERATIONS].filter(([name, operation]) => chosen.includes(name) || isNeeded(operation)))
}

function isOrigin(text: unknown): boolean {
  try {
    return typeof text === 'string' && /^https?:[^*]+$/.test(text) && new URL(text).origin === text
  } catch {
    return false
  }
}

function check(isPossible: boolean, message: string): asserts isPossible {
  if (!isPossible) throw new ConfigurationError(message)
}
