import { createCognitoClient, memoryStorage, type CognitoClient, type CognitoConfig, type Fetch } from '../src/index.ts'
import type { AuthenticationResult } from '../src/service/wire.ts'
import { createSessionHandler, type SessionHandler, type SessionHandlerConfig } from '../src/server/index.ts'
import { ScriptedPool, type ScriptedAnswer } from './scripted-pool.ts'
import { NOW_MS, NOW_SECONDS, tokens } from './tokens.ts'

export const SECRET = 'a-secret-of-at-least-32-characters'
export const ORIGIN = 'https://app.example'

export type TestServer = {
  sessions: SessionHandler
  browser: TestBrowser
  pool: ScriptedPool
  clock: { nowMs: number }
}

/** Creates a handler in front of a scripted pool, a browser with one page, and a clock that only the test advances. */
export function testServer(config: Partial<SessionHandlerConfig> = {}): TestServer {
  const pool = new ScriptedPool()
  const clock = { nowMs: NOW_MS }
  const sessions = testHandler({ fetch: pool.fetch, now: () => clock.nowMs, ...config })
  return { sessions, browser: new TestBrowser(sessions, { pool }), pool, clock }
}

export const HOUR_MS = 3_600_000
export const REFRESH = 'GetTokensFromRefreshToken'

/** Creates a server whose page signed in an hour ago, so that the tokens have just expired. */
export async function expiredServer(config: Partial<SessionHandlerConfig> = {}): Promise<TestServer> {
  const server = testServer(config)
  await server.browser.signIn()
  server.clock.nowMs += HOUR_MS
  return server
}

type Rotation = { refreshToken?: string | undefined }

/**
 * Returns the tokens from the n-th refresh, which are issued an hour after the previous tokens. By default, the tokens include a
 * new refresh token. `rotation` can replace or omit the refresh token.
 */
export function renewal(
  n: number,
  rotation: Rotation = { refreshToken: `refresh-${n + 1}` },
): ReturnType<typeof tokens> {
  return tokens({ iat: NOW_SECONDS + n * 3600, ...rotation })
}

/** Returns the service's response with the tokens of {@link renewal}. */
export function granting(n: number, rotation?: Rotation): ScriptedAnswer {
  return { json: { AuthenticationResult: renewal(n, rotation) } }
}

/** Returns the access token that a server reads from a browser's cookies. */
export async function readAccessToken({ sessions }: TestServer, browser: TestBrowser): Promise<string | undefined> {
  return (await sessions.readSession(browser.source))?.accessToken.jwt
}

/** Creates a handler with default options for tests. */
export function testHandler(config: Partial<SessionHandlerConfig> = {}): SessionHandler {
  return createSessionHandler({ userPoolId: 'local_Pool1', clientId: 'web', secret: SECRET, ...config })
}

/** A handler's response, with its body. */
export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string }

/**
 * Fake browser that adds its cookies and the page's origin to requests. The browser records all received bodies, so that tests
 * can search them for secrets.
 */
export class TestBrowser {
  readonly cookies: Map<string, string>
  readonly received: string[] = []
  readonly #handle: (request: Request) => Promise<Response>

  readonly #pool: ScriptedPool | undefined

  constructor(
    { handle }: Pick<SessionHandler, 'handle'>,
    { cookies = [], pool }: { cookies?: Iterable<[string, string]>; pool?: ScriptedPool | undefined } = {},
  ) {
    this.#handle = handle
    this.#pool = pool
    this.cookies = new Map(cookies)
  }

  /** Signs in to a scripted pool that immediately returns these tokens. */
  async signIn(granted: AuthenticationResult = tokens()): Promise<Answer> {
    this.#pool?.on('RespondToAuthChallenge', { json: { AuthenticationResult: granted, ChallengeParameters: {} } })
    return this.call('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER' })
  }

  /** Returns another browser with a copy of the cookies, for example for a thief or for a request that arrives late. */
  copy(): TestBrowser {
    return new TestBrowser({ handle: this.#handle }, { cookies: this.cookies, pool: this.#pool })
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Request headers with the cookies, for functions that the server's own code calls. */
  get source(): { headers: Headers } {
    return { headers: new Headers(this.cookies.size > 0 ? { cookie: this.cookieHeader } : {}) }
  }

  keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split('; ')
      const separator = pair.indexOf('=')
      const name = pair.slice(0, separator)
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(separator + 1))
    }
  }

  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    if (this.cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookieHeader)
    const response = await this.#handle(new Request(new URL(path, ORIGIN), { ...init, headers }))
    this.keep(response.headers.getSetCookie())
    const text = await response.text()
    this.received.push(text)
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text || '{}') }
  }

  /** Calls an operation as the client does. `replaced` replaces headers; '' removes a header. */
  call(
    operation: string,
    payload: unknown = {},
    replaced: Record<string, string> = {},
    path: string = '/auth/',
  ): Promise<Answer> {
    const headers = {
      origin: ORIGIN,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      ...replaced,
    }
    return this.send(path, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  }

  /** The platform's `fetch` in a page of this browser. */
  readonly fetch: Fetch = async (_url, { headers, body }) => {
    const operation = (headers['X-Amz-Target'] ?? '').split('.')[1] ?? ''
    const answer = await this.call(operation, body)
    return new Response(answer.text, { status: answer.status, headers: answer.headers })
  }

  /** Creates the client of a page in this browser, whose endpoint is the handler. */
  createClient(config: Partial<CognitoConfig> = {}): CognitoClient {
    return createCognitoClient({
      userPoolId: 'local_Pool1',
      clientId: 'web',
      endpoint: '/auth/',
      fetch: this.fetch,
      storage: memoryStorage(),
      ...config,
    })
  }
}

/** Tokens of ana, with a refresh token that a test can search for. */
export const GRANTED: ReturnType<typeof tokens> = tokens({ refreshToken: 'refresh-secret' })

/** Creates a server with a client secret, whose page is signed in with {@link GRANTED}. */
export async function signedIn(config: Parameters<typeof testServer>[0] = {}): Promise<TestServer> {
  const server = testServer({ clientSecret: 'client-secret', ...config })
  await server.browser.signIn(GRANTED)
  return server
}
