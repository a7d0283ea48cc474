import { createCognitoClient, memoryStorage, type CognitoClient, type CognitoConfig, type Fetch } from '../src/index.ts'
import { createSessionHandler, type SessionHandler, type SessionHandlerConfig } from '../src/server/index.ts'

export const SECRET = 'a-secret-of-at-least-32-characters'
export const ORIGIN = 'https://app.example'

/** A handler for tests; what it calls and what its clock shows is up to them. */
export function testHandler(config: Partial<SessionHandlerConfig> = {}): SessionHandler {
  return createSessionHandler({ userPoolId: 'local_Pool1', clientId: 'web', secret: SECRET, ...config })
}

/** An answer of a handler, its body read. */
export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string }

/**
 * What a browser adds to the requests of a page: the cookies that it was given, and where the page is from. It keeps all
 * that it ever received of bodies, for tests that look for secrets in them.
 */
export class TestBrowser {
  readonly cookies: Map<string, string>
  readonly received: string[] = []
  readonly requests: string[] = []
  readonly #handle: (request: Request) => Promise<Response>

  constructor({ handle }: Pick<SessionHandler, 'handle'>, cookies: Iterable<[string, string]> = []) {
    this.#handle = handle
    this.cookies = new Map(cookies)
  }

  /** Another one with a copy of the cookies, as of a thief, or as they are now for a request that will arrive late. */
  copy(): TestBrowser {
    return new TestBrowser({ handle: this.#handle }, this.cookies)
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
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

  /** One operation of the service, as the client asks for it; `headers` replace those that it sends. */
  call(operation: string, payload: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    this.requests.push(operation)
    return this.send('/auth/', {
      method: 'POST',
      headers: {
        origin: ORIGIN,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        ...headers,
      },
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  }

  /** The platform's fetch of a page in this browser. */
  readonly fetch: Fetch = async (_url, { headers, body }) => {
    const operation = (headers['X-Amz-Target'] ?? '').split('.')[1] ?? ''
    const answer = await this.call(operation, body)
    return new Response(answer.text, { status: answer.status, headers: answer.headers })
  }

  /** A page of this browser: a client whose endpoint is the handler. */
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
