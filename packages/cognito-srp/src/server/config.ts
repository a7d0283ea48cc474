import { createCognitoClient, platformFetch, type CognitoClient, type CognitoConfig } from '../client.ts'
import { ConfigurationError } from '../errors.ts'
import type { FetchRequest } from '../service/transport.ts'
import { isRecord } from '../service/wire.ts'
import { memoryStorage } from '../storage/token-storage.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import { memoryStore, type SessionStore } from './store.ts'

/** What {@link createSessionHandler} needs and accepts. */
export type SessionHandlerConfig = Pick<
  CognitoConfig,
  'userPoolId' | 'refreshMarginSeconds' | 'timeoutMs' | 'fetch' | 'now'
> & {
  /** Id of the app client. Requests that name another one are refused. */
  clientId: string
  /** Of an app client that has one; the page never learns it. */
  clientSecret?: string | undefined
  /**
   * What the cookies are encrypted with: at least 32 random characters, for example of `openssl rand -base64 32`. Of a
   * list the first encrypts and all decrypt: to change it put the new one in front, and take the old one away when the
   * cookies of its time have ended (`maxAgeSeconds`).
   */
  secret: string | readonly string[]
  /** The path of the requests that it answers. Default `/auth/`; the client's `endpoint` is the same. */
  path?: string | undefined
  /**
   * Origins of pages that may use the handler besides its own, for example `https://app.example.com`. Needed where pages
   * come from another host of the same site (another site's requests carry no cookies), with a client whose `fetch` adds
   * `credentials: 'include'`; and where a proxy hides the address that browsers see from `request.url`.
   */
  origins?: readonly string[] | undefined
  /** Where the service is: an http(s) address. Default: the service of the pool's region. */
  endpoint?: string | undefined
  /** What outlives a request. Default a {@link memoryStore}: this process's own. */
  store?: SessionStore | undefined
  /**
   * Serves only these operations, for example `GetUser`, besides those that sign in, renew and sign out. Default: all that
   * the client has. What the handler does not know it cannot serve, as it could not keep back what must not leave.
   */
  operations?: readonly string[] | undefined
  /** Lets passwords be sent where SRP would do: `USER_PASSWORD_AUTH`, and `PASSWORD` of `USER_AUTH`. Default false. */
  allowPasswords?: boolean | undefined
  /** The cookies. */
  cookie?: CookieSettings | undefined
  /** The request by which {@link SessionHandler.renewSession} renews. Default `GetTokensFromRefreshToken`. */
  refreshFlow?: CognitoConfig['refreshFlow']
  /** Hears of what is answered with status 500 and of a store that failed: for a log. It is given no secret. */
  onFault?: ((fault: unknown) => void) | undefined
}

/** How the cookies are named and kept. */
export type CookieSettings = {
  /**
   * Default `session`: the cookies are `__Host-session.0`, `__Host-session.1` and so on. Give each app of a host its own
   * name, because cookies belong to the host, whatever the path.
   */
  name?: string | undefined
  /** Only for development over plain http: without `__Host-` and `Secure`, which some browsers drop there. */
  insecure?: boolean | undefined
  /** How long browsers keep them after they were written last. Default 30 days, as refresh tokens live by default. */
  maxAgeSeconds?: number | undefined
}

/** The configuration, checked and completed. */
export type Settings = {
  /** What requests of the service need; its storage is not used. */
  client: CognitoClient
  secrets: readonly string[]
  /** With its last slash. */
  path: string
  origins: ReadonlySet<string>
  store: SessionStore
  /** The operations that are served, by name. */
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

/** @throws {@link ConfigurationError} when something is missing or cannot be. */
export function readConfig(config: SessionHandlerConfig): Settings {
  const { cookie = {}, path = DEFAULT_PATH, origins = [], onFault } = { ...config }
  const client = createServiceClient(config)
  check(typeof path === 'string' && PATH.test(path), 'path must be an absolute path like /auth/.')
  check(
    Array.isArray(origins) && origins.every(isOrigin),
    'origins must be like https://app.example.com: scheme, host and port, nothing else.',
  )
  check(isRecord(cookie), 'cookie must be an object.')
  const { name = DEFAULT_COOKIE_NAME, insecure = false, maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS } = cookie
  check(typeof name === 'string' && COOKIE_NAME.test(name), 'cookie.name must be letters, digits, - and _, at most 64.')
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
        // Who listens for faults must not add one to the answer.
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
    // The service redirects nobody, and whoever else does must not be sent tokens.
    fetch: (url, request) => fetch(url, { ...request, redirect: 'manual' } as FetchRequest),
  })
  check(client.endpoint.startsWith('http'), 'endpoint must be an http(s) address: a server has no origin of its own.')
  check(clientSecret !== '', 'clientSecret is empty: leave it out for an app client without one.')
  return client
}

function readSecrets(secret: SessionHandlerConfig['secret']): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  const areLong = secrets.every((text) => typeof text === 'string' && text.length >= SECRET_MIN_LENGTH)
  check(
    areLong && secrets.length > 0,
    `secret must have at least ${SECRET_MIN_LENGTH} random characters: openssl rand -base64 32`,
  )
  return secrets as readonly string[]
}

function readOperations(chosen: readonly string[] = [...OPERATIONS.keys()]): ReadonlyMap<string, Operation> {
  check(Array.isArray(chosen), 'operations must be a list.')
  const unknown = chosen.find((name) => !OPERATIONS.has(name))
  check(unknown === undefined, `operations: the handler does not know ${unknown}.`)
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
