import type { RequestListener, Server } from 'node:http'
import { createGuardedServer } from '@cognito-srp/http-server'
import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server'

import { DroppedConnectionError } from '../http/call-operation.ts'
import { CONTENT_TYPE, errorResponse, PROTECTIVE_HEADERS } from '../http/responses.ts'
import { ServiceError } from '../service-error.ts'

/**
 * Time limits of requests. Responses have no time limit, because an injected fault can delay a response for any length
 * of time.
 */
const LIMITS = { requestMs: 30_000, standstillMs: 0 }

/**
 * Creates a Node server that passes requests to the emulator's `fetch`. If an injected fault drops a request, the
 * server closes the connection.
 *
 * @param tls key and certificate for HTTPS, or false for HTTP
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
  return createGuardedServer(listen, {
    headers: PROTECTIVE_HEADERS,
    limits: LIMITS,
    errorFormat: {
      type: CONTENT_TYPE,
      write: (reason) => JSON.stringify({ __type: 'SerializationException', message: `${reason}.` }),
    },
    tls,
  })
}

/**
 * Returns the error response if a request's target or Host header is invalid. Returns undefined for any other error.
 */
function refuseRequest(error: unknown): Response | undefined {
  if (!(error instanceof RequestError)) return undefined
  return errorResponse(new ServiceError('AccessDeniedException', `${error.message}.`))
}
