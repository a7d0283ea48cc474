import { createServer as createHttpServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server'

import { ServiceError } from '../service-error.ts'
import { CONTENT_TYPE, errorResponse, PROTECTIVE_HEADERS } from './answers.ts'
import { DroppedConnectionError } from './call-operation.ts'

/** What clients may take of the server: a test runner opens a few dozen connections, and sends at once. */
const SERVER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  maxHeaderSize: 16_384,
  requireHostHeader: false, // Node's own refusal says nothing
}
const MAX_CONNECTIONS = 1_000

/** What Node's parser refuses, by its code; everything else is 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * A Node server for the emulator's `fetch`, which cuts the connection where a fault is ordered to.
 *
 * @param tls key and certificate, of a server that speaks HTTPS
 */
export function createServer(
  fetch: (request: Request) => Promise<Response>,
  tls: false | { key: string; cert: string },
): Server {
  const listener = getRequestListener(
    async (request, env) => {
      try {
        return await fetch(request)
      } catch (error) {
        if (!(error instanceof DroppedConnectionError)) throw error
        ;(env as HttpBindings).incoming.socket.destroy()
        return new Response(null, { status: 500 })
      }
    },
    { errorHandler: refuseRequest },
  )
  const listen: RequestListener = (request, response) => void listener(request, response)
  const server = tls ? createHttpsServer({ ...SERVER_LIMITS, ...tls }, listen) : createHttpServer(SERVER_LIMITS, listen)
  server.maxConnections = MAX_CONNECTIONS
  server.on('clientError', refuse)
  return server
}

/** What is no web-standard request: one without Host, or with one that is no host. */
function refuseRequest(error: unknown): Response | undefined {
  if (!(error instanceof RequestError)) return undefined
  return errorResponse(new ServiceError('AccessDeniedException', `${error.message}.`))
}

/** Answers what is no request, where Node has no response for it. */
function refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS_BY_CODE[code] ?? 400
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ __type: 'SerializationException', message: `${reason}.` })
  const headers = { ...PROTECTIVE_HEADERS, 'content-type': CONTENT_TYPE, connection: 'close' }
  const lines = Object.entries({ ...headers, 'content-length': body.length }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end([`HTTP/1.1 ${status} ${reason}`, ...lines, '', body].join('\r\n'))
}
