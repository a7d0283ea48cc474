import { getRequestListener } from '@hono/node-server'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of 127.0.0.1. `url` has no trailing slash. */
export type Listening = { url: string; port: number; close: () => Promise<void> }

/**
 * Starts an HTTP server on 127.0.0.1. `close` stops it and closes its connections.
 *
 * @param handler a request listener, or a server with one
 */
export async function listen(handler: RequestListener | Server): Promise<Listening> {
  const server = typeof handler === 'function' ? createServer(handler) : handler
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Like {@link listen}, for a `fetch` handler such as the emulator's handler. */
export function listenFetch(fetch: (request: Request) => Response | Promise<Response>): Promise<Listening> {
  const answer = getRequestListener(fetch)
  return listen((request, response) => void answer(request, response))
}
