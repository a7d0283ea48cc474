import { getRequestListener } from '@hono/node-server'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of 127.0.0.1. `url` has no slash at its end. */
export type Listening = { url: string; port: number; close: () => Promise<void> }

/**
 * Serves over HTTP on 127.0.0.1 until `close`, which ends its connections.
 *
 * @param handler a listener, or a server that has one
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

/** Serves a `fetch` handler, such as an emulator's, as {@link listen} does. */
export function listenFetch(fetch: (request: Request) => Response | Promise<Response>): Promise<Listening> {
  const answer = getRequestListener(fetch)
  return listen((request, response) => void answer(request, response))
}
