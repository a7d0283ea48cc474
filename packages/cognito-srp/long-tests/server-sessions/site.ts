import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmulator, type Emulator } from '@cognito-srp/emulator'
import type { Engine } from '@cognito-srp/testing/engines/engine'
import { secretsOfToken, type Secret, type Sight } from '@cognito-srp/testing/secrets'
import { ANA, CLIENT_ID, POOL_ID, TOTP_SECRET } from '@cognito-srp/testing/user-pools'

import { createSessionHandler, type SessionHandler, type SessionHandlerConfig } from '../../src/server/index.ts'
import type { Site } from '../../test/browser/site.ts'
import { bundleForPages } from '../../test/bundle.ts'

export const TOKEN_LIFETIME_SECONDS = 300
export const CLIENT_SECRET = 'segredo-do-cliente-que-so-o-servidor-sabe'
export const COOKIE_SECRET = 'cookies-of-this-test-are-encrypted-with-this'
export const BIA = { username: 'bia', password: 'Outra-Senha-456', totpSecret: TOTP_SECRET }

const PAGE = `<!doctype html><title>sessions on the server</title><script type="module">
import * as cognito from '/client.js'
globalThis.aheadMs = 0
globalThis.cognito = cognito
globalThis.createClient = (storage) => cognito.createCognitoClient({
  userPoolId: '${POOL_ID}',
  clientId: '${CLIENT_ID}',
  endpoint: '/auth/',
  storage,
  now: () => Date.now() + globalThis.aheadMs,
})
globalThis.client = globalThis.createClient()
globalThis.events = []
cognito.onAuthChange(client, (event) => globalThis.events.push(event))
</script>`

/** A browser's request and the server's response. */
export type Exchange = {
  method: string
  url: string
  /** Operation that the request calls, or an empty string. */
  operation: string
  cookie: string
  body: string
  status: number
  answer: string
  setCookies: readonly string[]
}

/**
 * Server with a session handler and an emulated pool. Records the requests that browsers send and the operations that reach the
 * pool.
 */
class RecordedServer {
  readonly emulator = createPool()
  readonly exchanges: Exchange[] = []
  /** Operations that reached the pool. */
  readonly operations: string[] = []
  /** Delays of the server's responses in milliseconds, by operation. */
  readonly delaysMs = new Map<string, number>()
  /** Strings that the server must never send to a browser: tokens from the pool, passwords, and the server's secrets. */
  readonly secrets: Secret[] = [
    { name: 'the password', text: ANA.password },
    { name: 'the password of another user', text: BIA.password },
    { name: 'the client secret', text: CLIENT_SECRET },
    { name: 'the secret of the cookies', text: COOKIE_SECRET },
  ]
  readonly #engineName: string
  #handler: SessionHandler
  #aheadMs = 0

  constructor(engineName: string) {
    this.#engineName = engineName
    this.#handler = this.#createHandler()
  }

  handler = (): SessionHandler => this.#handler

  /** Replaces the handler, as restarting the process would. The new handler has an empty store. */
  restart = (config?: Partial<SessionHandlerConfig>): void => {
    this.#handler = this.#createHandler(config)
  }

  nowMs = (): number => Date.now() + this.#aheadMs

  /** Advances the clocks of the pool and the server. Pages advance their own clocks. */
  advance = (seconds: number): void => {
    this.emulator.clock.advance(seconds)
    this.#aheadMs += seconds * 1000
  }

  /**
   * Returns the URLs, bodies and `Set-Cookie` headers of all recorded exchanges. `place` is the part of the exchange that
   * contains the text.
   */
  sights = (): Sight[] =>
    this.exchanges.flatMap(({ operation, url, body, answer, setCookies }) => [
      { place: 'address', text: url },
      { place: `request body of ${operation || url}`, text: body },
      { place: 'response body', text: answer },
      { place: 'Set-Cookie', text: setCookies.join('\n') },
    ])

  /** Passes a browser's request to `answer` and sends the response. Records the request and the response. */
  async serve(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): Promise<void> {
    const { method = 'GET', headers } = incoming
    const url = new URL(incoming.url ?? '/', `http://${headers.host}`)
    const body = Buffer.concat(await incoming.toArray())
    const given = await answer(
      new Request(url, { method, headers: headers as Record<string, string>, ...(body.length > 0 && { body }) }),
    )
    const text = await given.text()
    const operation = operationOf(headers['x-amz-target'])
    await sleep(this.delaysMs.get(operation) ?? 0)
    const setCookies = given.headers.getSetCookie()
    outgoing.writeHead(given.status, { ...Object.fromEntries(given.headers), 'set-cookie': setCookies }).end(text)
    this.exchanges.push({
      method,
      url: url.href,
      operation,
      cookie: headers.cookie ?? '',
      body: body.toString(),
      status: given.status,
      answer: url.pathname === '/client.js' ? '' : text,
      setCookies,
    })
  }

  #createHandler(config: Partial<SessionHandlerConfig> = {}): SessionHandler {
    return createSessionHandler({
      userPoolId: POOL_ID,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      secret: COOKIE_SECRET,
      cookie: { insecure: this.#engineName === 'WebKit' }, // WebKit does not keep secure cookies of http://localhost
      endpoint: 'http://pool.test/',
      fetch: (url, init) => this.#askPool(url, init),
      now: this.nowMs,
      onFault: (fault) => console.log('error on the server:', fault),
      ...config,
    })
  }

  /** Sends a request to the pool. Adds the tokens in the pool's response to the secrets that no browser may receive. */
  async #askPool(url: string, init: RequestInit): Promise<Response> {
    const request = new Request(new URL(url), init)
    this.operations.push(operationOf(request.headers.get('x-amz-target')))
    const answer = await this.emulator.fetch(request)
    this.secrets.push(...secretsOfAnswer(await answer.clone().text(), this.secrets.length))
    return answer
  }
}

type Answer = (request: Request) => Promise<Response>

/** Test site with server sessions and an emulated pool. The site records every request from a browser and every response. */
export type SessionSite = Site &
  Pick<
    RecordedServer,
    'exchanges' | 'operations' | 'secrets' | 'sights' | 'handler' | 'restart' | 'delaysMs' | 'advance' | 'nowMs'
  > & {
    /** URLs of a page on another origin of the same site, and of a page on another site. */
    foreignUrls: { sameSite: string; crossSite: string }
  }

export async function startSessionSite(engine: Engine): Promise<SessionSite> {
  const recorded = new RecordedServer(engine.name)
  const { emulator, ...kept } = recorded
  const answer = await createAnswer(recorded)
  const server = await listen((incoming, outgoing) => recorded.serve(incoming, outgoing, answer))
  const foreign = await listen(async (_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>another</title><body></body>')
  })
  const profile = await engine.openProfile()
  await profile.openTab() // stays open, because WebKit ends its session with its last window
  return {
    emulator,
    // Chromium and Firefox accept `Secure` cookies from http://localhost, so `__Host-` cookies work on this URL.
    url: `http://localhost:${portOf(server)}/`,
    foreignUrls: {
      sameSite: `http://localhost:${portOf(foreign)}/`,
      crossSite: `http://127.0.0.1:${portOf(foreign)}/`,
    },
    engine,
    profile,
    ...kept,
    async close() {
      await profile.close()
      for (const one of [server, foreign]) {
        one.closeAllConnections()
        one.close()
      }
      await emulator.close()
    },
  }
}

function createPool(): Emulator {
  const client = {
    id: CLIENT_ID,
    secret: CLIENT_SECRET,
    refreshTokenRotation: { graceSeconds: 0 },
    accessTokenSeconds: TOKEN_LIFETIME_SECONDS,
    idTokenSeconds: TOKEN_LIFETIME_SECONDS,
  }
  const users = [{ ...ANA, totpSecret: TOTP_SECRET }, BIA]
  return createEmulator({
    userPools: [{ id: POOL_ID, mfa: 'ON', deviceTracking: 'always', clients: [client], users }],
  })
}

/**
 * Creates the function that responds to browsers' requests. The function passes requests for `/auth` to the handler, and serves
 * the routes `/read-only` and `/logout` and the page's files.
 */
async function createAnswer({ handler }: RecordedServer): Promise<Answer> {
  const files = new Map([
    ['/', PAGE],
    ['/client.js', await bundleForPages(`export * from '@cognito-srp/client'`, { fromSources: true })],
  ])
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/auth')) return handler().handle(request)
    if (pathname === '/read-only') {
      // Like a server component, this route reads the session but does not set cookies.
      const session = await handler().readSession(request, { includeExpired: true })
      return Response.json(session && { username: session.username, isExpired: session.isExpired })
    }
    if (pathname === '/logout') {
      const { setCookies } = await handler().endSession(request)
      const headers = new Headers({ location: '/' })
      for (const setCookie of setCookies) headers.append('set-cookie', setCookie)
      return new Response(null, { status: 303, headers })
    }
    const file = files.get(pathname)
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    return new Response(file, { status: file === undefined ? 404 : 200, headers: { 'content-type': type } })
  }
}

async function listen(serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<Server> {
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((listening) => {
    server.listen(0, listening) // listens on all addresses, because localhost and 127.0.0.1 are different sites
  })
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

function operationOf(target: string | string[] | null | undefined): string {
  return String(target ?? '').split('.')[1] ?? ''
}

function secretsOfAnswer(text: string, index: number): Secret[] {
  const { AuthenticationResult: result } = JSON.parse(text || '{}') as {
    AuthenticationResult?: Record<string, string>
  }
  const { IdToken = '', AccessToken = '', RefreshToken = '' } = result ?? {}
  return [
    ...(IdToken ? secretsOfToken(`id token ${index}`, IdToken) : []),
    ...(AccessToken ? secretsOfToken(`access token ${index}`, AccessToken) : []),
    ...(RefreshToken ? [{ name: `refresh token ${index}`, text: RefreshToken }] : []),
  ]
}
