import { getRequestListener } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createGuardedServer } from '../http/guarded-server.ts'
import type { Logger } from '../http/request-log.ts'
import { apiHeaders } from '../http/security-headers.ts'
import { startBodyThreads } from './body-threads.ts'
import { createConfiguredApi, type ServerSettings } from './settings.ts'

/** What requests in flight get to finish when the server is told to stop; a second before Docker's and systemd's end. */
const GRACE_MS = 9_000

/** The API on a port of its own. `stop` lets running requests finish and then closes the store. */
export type RunningServer = { url: string; stop(): Promise<void> }

/**
 * Starts the API as a Node server.
 *
 * @throws StoreUnavailableError
 * @throws Error with the remedy when the port is taken
 */
export async function serve(settings: ServerSettings, log: Logger): Promise<RunningServer> {
  const bodies = startBodyThreads()
  const { api, store } = await createConfiguredApi(settings, log, { checkLargeBody: bodies.check, inThreads: true })
  const respond = getRequestListener(api.fetch)
  const server = createGuardedServer((...exchange) => void respond(...exchange), {
    headers: apiHeaders({ https: settings.SECURE_COOKIES }),
  })
  try {
    await listen(server, settings)
  } catch (error) {
    await store.close()
    throw error
  }
  const { address, port } = server.address() as AddressInfo
  const url = `http://${address}:${port}${settings.BASE_PATH}`
  log({ level: 'info', event: 'started', url })
  const stop = async () => {
    log({ level: 'info', event: 'stopping', url })
    await closeServer(server)
    await bodies.close()
    await store.close()
    log({ level: 'info', event: 'stopped', url })
  }
  return { url, stop }
}

function listen(server: Server, { PORT, HOST }: ServerSettings): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const remedy = error.code === 'EADDRINUSE' ? `Port ${PORT} is taken: choose another with PORT.` : error.message
      fail(new Error(`Cannot listen on ${HOST}, port ${PORT}. ${remedy}`, { cause: error }))
    })
    server.listen(PORT, HOST, done)
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    const forced = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.close(() => {
      clearTimeout(forced)
      done()
    })
  })
}
