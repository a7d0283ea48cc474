import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of this machine, until `close`. */
export type Listening = { url: string; port: number; close(): Promise<void> }

/**
 * Serves over HTTP.
 *
 * @param handler a listener, or a server that has one
 * @param host 127.0.0.1, or `localhost` for a page that needs a secure context; the URL has no slash at its end
 */
export async function listen(handler: RequestListener | Server, host = '127.0.0.1'): Promise<Listening> {
  const server = typeof handler === 'function' ? createServer(handler) : handler
  await once(server.listen(0, host), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
