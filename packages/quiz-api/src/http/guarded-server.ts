import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'

import type { SecurityHeaders } from './security-headers.ts'

/** What clients may take of a server. */
export type ServerLimits = {
  /** How long the head of a request may take to arrive. */
  headMs: number
  /** How long a whole request may take to arrive. */
  requestMs: number
  /** How long a connection may stand still while it sends or receives. */
  standstillMs: number
  /** Longest head of a request. */
  headBytes: number
  connections: number
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
}

/** How many times in the shortest of the times Node looks for connections that are over it. */
const CHECKS_PER_LIMIT = 4

/** What a refused client gets to read why, before its connection is cut. */
const LINGER_MS = 1_000

/** What Node's parser refuses, by its code; everything else is 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** What no `Request` can have (Fetch §2.2.1), so that no handler is ever asked. */
const IMPOSSIBLE_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** A refused method comes with others (RFC 9110 §15.5.6); which more there are depends on the path. */
const ALLOW = { Allow: 'GET, HEAD' }

type GuardOptions = {
  /** Sent with every answer, in front of what the listener sets. */
  headers: SecurityHeaders
  limits?: ServerLimits
}

/**
 * A Node server that hands `respond` what is a request, and refuses the rest itself: 400 where there is not exactly one
 * Host or the parser failed, 405 for CONNECT and TRACE, 408, 413, 417 and 431. Whoever answers, the headers are there.
 */
export function createGuardedServer(
  respond: RequestListener,
  { headers, limits = SERVER_LIMITS }: GuardOptions,
): Server {
  const server = createServer({
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.ceil(Math.min(limits.headMs, limits.requestMs) / CHECKS_PER_LIMIT),
    maxHeaderSize: limits.headBytes,
    requireHostHeader: false, // Node's own refusal has no headers
  })
  server.maxConnections = limits.connections
  server.timeout = limits.standstillMs

  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (request, response) => {
    answers.set(request.socket, response)
    setHeaders(response, headers)
    if (!hasOneHost(request)) refuse(response, 400)
    else if (IMPOSSIBLE_METHODS.has(request.method ?? '')) refuse(response, 405, ALLOW)
    else respond(request, response)
  })
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    setHeaders(response, headers)
    refuse(response, 417)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy()) // Node no longer listens
    refuseRaw(socket, 405, { ...headers, ...ALLOW })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket)
    const isAnswering = answer !== undefined && answer.headersSent && !answer.writableFinished
    if (isAnswering) socket.destroy() // a second head would stand in the middle of the first answer's body
    else refuseRaw(socket, STATUS_BY_CODE[error.code ?? ''] ?? 400, headers)
  })
  return server
}

/** RFC 9112 §3.2: exactly one Host, and one that is a host. */
function hasOneHost({ headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0)
  const isOne = names.filter((name) => name.toLowerCase() === 'host').length === 1
  return isOne && /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)
}

function setHeaders(response: ServerResponse, headers: SecurityHeaders): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

function refuse(response: ServerResponse, status: number, headers: SecurityHeaders = {}): void {
  response.writeHead(status, { Connection: 'close', 'Content-Type': 'text/plain; charset=utf-8', ...headers })
  response.end(STATUS_CODES[status])
}

/** Answers where Node has no response for it. */
function refuseRaw(socket: Duplex, status: number, headers: SecurityHeaders): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const text = STATUS_CODES[status] ?? ''
  const fields = { Date: new Date().toUTCString(), Connection: 'close', 'Content-Length': text.length, ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${text}\r\nContent-Type: text/plain; charset=utf-8\r\n${lines.join('')}\r\n${text}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
