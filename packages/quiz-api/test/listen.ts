import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Fetch = (request: Request) => Response | Promise<Response>

/** A real HTTP server on 127.0.0.1 and any free port. */
export type TestServer = { url: string; port: number; stop(): Promise<void> }

/** Serves `fetch` over HTTP until stopped. */
export async function listen(fetch: Fetch): Promise<TestServer> {
  const server = createAdaptorServer({ fetch }) as Server
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
