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

/** A request of a browser, as the server saw it, and the answer. */
export type Exchange = {
  method: string
  url: string
  /** The operation that was asked for, or ''. */
  operation: string
  cookie: string
  body: string
  status: number
  answer: string
  setCookies: readonly string[]
}

/** The session handler in front of a pool that verifies, and everything that passes either. */
class RecordedServer {
  readonly emulator = createPool()
  readonly exchanges: Exchange[] = []
  /** Operations that reached the pool. */
  readonly operations: string[] = []
  /** By how much the server's answers to an operation are held up. */
  readonly delaysMs = new Map<string, number>()
  /** What must not be seen in a browser: all tokens that the pool issued, passwords, the server's secrets. */
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

  /** Replaces the handler as a new process would: a store in memory is lost. */
  restart = (config?: Partial<SessionHandlerConfig>): void => {
    this.#handler = this.#createHandler(config)
  }

  nowMs = (): number => Date.now() + this.#aheadMs

  /** Moves the time of pool and server; pages move theirs. */
  advance = (seconds: number): void => {
    this.emulator.clock.advance(seconds)
    this.#aheadMs += seconds * 1000
  }

  /** What passed between browsers and server, in the form that is searched. */
  sights = (): Sight[] =>
    this.exchanges.flatMap(({ operation, url, body, answer, setCookies }) => [
      { place: 'address', text: url },
      { place: `request body of ${operation || url}`, text: body },
      { place: 'response body', text: answer },
      { place: 'Set-Cookie', text: setCookies.join('\n') },
    ])

  /** Serves a request of a browser with `answer`, and records both. */
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
      cookie: { insecure: this.#engineName === 'WebKit' }, // it takes no secure cookies of http://localhost
      endpoint: 'http://pool.test/',
      fetch: (url, init) => this.#askPool(url, init),
      now: this.nowMs,
      onFault: (fault) => console.log('the server tells of a fault:', fault),
      ...config,
    })
  }

  /** The pool, as the handler reaches it: what it issues must not go further. */
  async #askPool(url: string, init: RequestInit): Promise<Response> {
    const request = new Request(new URL(url), init)
    this.operations.push(operationOf(request.headers.get('x-amz-target')))
    const answer = await this.emulator.fetch(request)
    this.secrets.push(...secretsOfAnswer(await answer.clone().text(), this.secrets.length))
    return answer
  }
}

type Answer = (request: Request) => Promise<Response>

/** A site whose server keeps the sessions, in front of a pool that verifies; all that passes either is kept. */
export type SessionSite = Site &
  Pick<
    RecordedServer,
    'exchanges' | 'operations' | 'secrets' | 'sights' | 'handler' | 'restart' | 'delaysMs' | 'advance' | 'nowMs'
  > & {
    /** Pages of others, served at other addresses: same site but another origin, and another site. */
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
  await profile.openTab() // stays open: WebKit ends its session with its last window
  return {
    emulator,
    // Chromium and Firefox trust localhost like HTTPS: cookies of __Host- work there.
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

/** Answers of the site: the handler's, a place that may not set cookies, and the page. */
async function createAnswer({ handler }: RecordedServer): Promise<Answer> {
  const files = new Map([
    ['/', PAGE],
    ['/client.js', await bundleForPages(`export * from '@cognito-srp/client'`, { fromSources: true })],
  ])
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/auth')) return handler().handle(request)
    if (pathname === '/read-only') {
      // As server components: it says who is there and writes nothing.
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
    server.listen(0, listening) // all addresses of this machine: localhost and 127.0.0.1 are two sites
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
