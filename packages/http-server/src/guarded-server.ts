import {
  createServer as createHttpServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { limitConnections } from './connection-limit.ts'
import { createTurns, PacedConnection } from './paced-connection.ts'

/** Limits of what clients may use. */
type ServerLimits = {
  /** Time for the head of a request to arrive. */
  headMs: number
  /** Time for a whole request to arrive. */
  requestMs: number
  /** Time that a connection may stay without traffic while it sends or receives; 0 for no limit. */
  standstillMs: number
  /** Longest head of a request. */
  headBytes: number
  connections: number
  /** Share of `connections` that one peer address may hold. */
  connectionsPerAddress: number
}

/**
 * For one machine that serves a school: forty browsers open six connections each, at most. The app gives up a request
 * after 30 s; its largest head, with a token and cookies, is below 4 kB, and Node's own limit is four times that.
 */
const SERVER_LIMITS: ServerLimits = {
  headMs: 10_000,
  requestMs: 60_000,
  standstillMs: 60_000,
  headBytes: 16_384,
  connections: 1_000,
  connectionsPerAddress: 500,
}

/** Node's checks for late requests within the shorter of the two times. */
const CHECKS_PER_LIMIT = 4

/** Time for a refused client to read the reason before its connection is cut. */
const LINGER_MS = 1_000

/** Statuses for error codes of Node's parser; every other code is 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Methods that a `Request` cannot have (Fetch §2.2.1). */
const IMPOSSIBLE_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** A 405 response lists allowed methods (RFC 9110 §15.5.6); these two are the ones that every path may have. */
const ALLOW = { Allow: 'GET, HEAD' }

const PLAIN_TEXT: ErrorFormat = { type: 'text/plain; charset=utf-8', write: (reason) => reason }

/** Headers by name. */
type Headers = Readonly<Record<string, string>>

/** Form of the bodies that the server itself answers with. */
type ErrorFormat = {
  /** Value of Content-Type. */
  type: string
  /** Makes the body from the reason phrase of a status. */
  write: (reason: string) => string
}

type GuardOptions = {
  /** Sent with every response; the listener may replace them. */
  headers: Headers
  limits?: Partial<ServerLimits>
  /** Addresses and CIDR ranges whose connections do not count towards `connectionsPerAddress`. */
  trustedProxies?: readonly string[]
  /** Plain text by default. */
  errorFormat?: ErrorFormat
  /** Key and certificate (PEM) of a server that speaks HTTPS. */
  tls?: false | { key: string; cert: string }
}

/**
 * Creates a Node server that passes requests to `respond`, one of each connection at a time, and refuses the rest itself:
 * 400 unless there is exactly one Host, or when the parser failed; 405 for CONNECT and TRACE; 408, 413, 417 and 431. Every
 * response has `headers`.
 *
 * @throws TypeError when a trusted proxy is not an address or CIDR range
 */
export function createGuardedServer(
  respond: RequestListener,
  { headers, trustedProxies = [], errorFormat = PLAIN_TEXT, tls = false, ...options }: GuardOptions,
): Server {
  const limits = { ...SERVER_LIMITS, ...options.limits }
  const server = createServer(limits, tls)
  admitConnections(server, limits, trustedProxies)
  const refuse = (response: ServerResponse, status: number, more: Headers = {}) => {
    const body = errorFormat.write(STATUS_CODES[status] ?? '')
    const fields = { Connection: 'close', 'Content-Type': errorFormat.type, 'Content-Length': body.length }
    response.writeHead(status, { ...fields, ...more }).end(body)
  }
  server.on('request', (request, response) => {
    prepare(request, response, headers)
    if (!hasOneHost(request)) refuse(response, 400)
    else if (IMPOSSIBLE_METHODS.has(request.method ?? '')) refuse(response, 405, ALLOW)
    else respond(request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    prepare(request, response, headers)
    refuse(response, 417)
  })
  server.on('connect', (_request, connection) => {
    connection.on('error', () => connection.destroy()) // Node no longer listens
    refuseRaw(connection, 405, { ...headers, ...ALLOW }, errorFormat)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, connection) => {
    const isResponding = connection instanceof PacedConnection && connection.isResponding
    if (isResponding) connection.destroy() // a second head would be in the middle of the first response's body
    else refuseRaw(connection, STATUS_BY_CODE[error.code ?? ''] ?? 400, headers, errorFormat)
  })
  return server
}

/**
 * Stops listening, closes idle connections and waits for the others.
 *
 * @param graceMs time after which connections that are still open are closed
 */
export function stopServer(server: Server, graceMs = 0): Promise<void> {
  return new Promise((done) => {
    const forced = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(forced)
      done()
    })
  })
}

function createServer(limits: ServerLimits, tls: false | { key: string; cert: string }): Server {
  const options = {
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.ceil(Math.min(limits.headMs, limits.requestMs) / CHECKS_PER_LIMIT),
    maxHeaderSize: limits.headBytes,
    requireHostHeader: false, // Node's own refusal has no headers
  }
  const server = tls ? createHttpsServer({ ...options, ...tls }) : createHttpServer(options)
  server.maxConnections = limits.connections
  server.timeout = limits.standstillMs
  const takeTurn = createTurns()
  intercept(server, tls ? 'secureConnection' : 'connection', (socket) => new PacedConnection(socket, takeTurn))
  return server
}

/** Closes connections beyond their address's share at once. */
function admitConnections(
  server: Server,
  { connectionsPerAddress }: ServerLimits,
  trustedProxies: readonly string[],
): void {
  const isAdmitted = limitConnections(connectionsPerAddress, trustedProxies)
  intercept(server, 'connection', (socket) => (isAdmitted(socket) ? socket : null))
}

/** Passes what `replace` returns to Node's own listeners of an event; closes the connection when it returns null. */
function intercept(server: Server, event: string, replace: (socket: Socket) => Duplex | null): void {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  server.on(event, (socket: Socket) => {
    const connection = replace(socket)
    if (connection === null) socket.destroy()
    else for (const listener of listeners) listener.call(server, connection)
  })
}

function prepare(request: IncomingMessage, response: ServerResponse, headers: Headers): void {
  const connection: Duplex = request.socket
  if (connection instanceof PacedConnection) connection.await(request, response)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** RFC 9112 §3.2: exactly one Host, and one that is a host. */
function hasOneHost({ headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0)
  const isOne = names.filter((name) => name.toLowerCase() === 'host').length === 1
  return isOne && /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)
}

/** Writes a response to a connection for which Node has created none. */
function refuseRaw(connection: Duplex, status: number, headers: Headers, { type, write }: ErrorFormat): void {
  if (!connection.writable) {
    connection.destroy()
    return
  }
  const reason = STATUS_CODES[status] ?? ''
  const body = write(reason)
  const fields = { Date: new Date().toUTCString(), Connection: 'close', 'Content-Length': body.length, ...headers }
  const lines = Object.entries({ 'Content-Type': type, ...fields }).map(([name, value]) => `${name}: ${value}\r\n`)
  connection.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => connection.destroy(), LINGER_MS).unref()
}
