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
import { createScheduler, PacedConnection } from './paced-connection.ts'

/** Limits for clients. */
type ServerLimits = {
  /** Time within which the head of a request must arrive. */
  headMs: number
  /** Time within which a whole request must arrive. */
  requestMs: number
  /** Maximum time without traffic during a request or a response; 0 for no limit. */
  standstillMs: number
  /** Maximum length of a request head. */
  headBytes: number
  connections: number
  /** Maximum number of connections from one peer address. */
  connectionsPerAddress: number
}

/**
 * Defaults for one machine that serves a school. Forty browsers behind one address open at most six connections each.
 * The app aborts a request after 30 s. The app's largest head, with a token and cookies, is below 4 kB, a quarter of
 * Node's own limit.
 */
const SERVER_LIMITS: ServerLimits = {
  headMs: 10_000,
  requestMs: 60_000,
  standstillMs: 60_000,
  headBytes: 16_384,
  connections: 1_000,
  connectionsPerAddress: 500,
}

/** Number of times that Node checks for late requests within the shorter of `headMs` and `requestMs`. */
const CHECKS_PER_LIMIT = 4

/** Time for a rejected client to read the reason before its connection is closed. */
const LINGER_MS = 1_000

/** Statuses for error codes of Node's HTTP server. Every other error code results in status 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Methods that a `Request` cannot have (Fetch §2.2.1). */
const IMPOSSIBLE_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

/**
 * A 405 response must list the allowed methods (RFC 9110 §15.5.6). The server assumes that its listener supports GET
 * and HEAD for every path.
 */
const ALLOW = { Allow: 'GET, HEAD' }

const PLAIN_TEXT: ErrorFormat = { type: 'text/plain; charset=utf-8', write: (reason) => reason }

/** Headers by name. */
type Headers = Readonly<Record<string, string>>

/** Format of the error responses that the server itself sends. */
type ErrorFormat = {
  /** Value of Content-Type. */
  type: string
  /** Creates the body from the reason phrase of a status. */
  write: (reason: string) => string
}

type GuardOptions = {
  /** Headers of every response; the listener can replace them. */
  headers: Headers
  limits?: Partial<ServerLimits>
  /** IP addresses and CIDR ranges that are exempt from `connectionsPerAddress`. */
  trustedProxies?: readonly string[]
  /** Plain text by default. */
  errorFormat?: ErrorFormat
  /** Key and certificate (PEM) for HTTPS. */
  tls?: false | { key: string; cert: string }
}

/**
 * Creates a Node server that passes the requests of each connection to `respond` one at a time. The server itself
 * responds with 400 to a malformed request and to a request without exactly one valid Host, with 405 to CONNECT and
 * TRACE, with 408 to a slow request, with 413 to long chunk extensions, with 417 to an unknown expectation, and with
 * 431 to a long head. Every response has `headers`.
 *
 * @throws TypeError when a trusted proxy is not an IP address or CIDR range
 */
export function createGuardedServer(
  respond: RequestListener,
  { headers, trustedProxies = [], errorFormat = PLAIN_TEXT, tls = false, ...options }: GuardOptions,
): Server {
  const limits = { ...SERVER_LIMITS, ...options.limits }
  const server = createServer(limits, tls)
  admitConnections(server, limits, trustedProxies)
  const reject = (response: ServerResponse, status: number, more: Headers = {}) => {
    const body = errorFormat.write(STATUS_CODES[status] ?? '')
    const fields = { Connection: 'close', 'Content-Type': errorFormat.type, 'Content-Length': body.length }
    response.writeHead(status, { ...fields, ...more }).end(body)
  }
  server.on('request', (request, response) => {
    prepare(request, response, headers)
    if (!hasOneHost(request)) reject(response, 400)
    else if (IMPOSSIBLE_METHODS.has(request.method ?? '')) reject(response, 405, ALLOW)
    else respond(request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    prepare(request, response, headers)
    reject(response, 417)
  })
  server.on('connect', (_request, connection) => {
    connection.on('error', () => connection.destroy()) // Node has removed its own error listener
    rejectRaw(connection, 405, { ...headers, ...ALLOW }, errorFormat)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, connection) => {
    const isResponding = connection instanceof PacedConnection && connection.isResponding
    if (isResponding) connection.destroy() // a second head would end up inside the first response's body
    else rejectRaw(connection, STATUS_BY_CODE[error.code ?? ''] ?? 400, headers, errorFormat)
  })
  return server
}

/**
 * Stops listening, closes idle connections, and waits until the other connections have ended.
 *
 * @param graceMs time after which all remaining connections are closed
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
    requireHostHeader: false, // Node's own error response lacks the headers
  }
  const server = tls ? createHttpsServer({ ...options, ...tls }) : createHttpServer(options)
  server.maxConnections = limits.connections
  server.timeout = limits.standstillMs
  const schedule = createScheduler()
  intercept(server, tls ? 'secureConnection' : 'connection', (socket) => new PacedConnection(socket, schedule))
  return server
}

/** Immediately closes connections that exceed the limit for their address. */
function admitConnections(
  server: Server,
  { connectionsPerAddress }: ServerLimits,
  trustedProxies: readonly string[],
): void {
  const isAdmitted = limitConnections(connectionsPerAddress, trustedProxies)
  intercept(server, 'connection', (socket) => (isAdmitted(socket) ? socket : null))
}

/**
 * Replaces the socket that Node's own listeners for an event receive. Closes the connection if `replace` returns null.
 */
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

/** Whether there is exactly one Host header and it is valid (RFC 9112 §3.2). */
function hasOneHost({ headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0)
  const isOne = names.filter((name) => name.toLowerCase() === 'host').length === 1
  return isOne && /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)
}

/** Writes an error response to a connection for which Node has created no response object. */
function rejectRaw(connection: Duplex, status: number, headers: Headers, { type, write }: ErrorFormat): void {
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
