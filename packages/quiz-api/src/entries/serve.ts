import { createGuardedServer, stopServer } from '@cognito-srp/http-server'
import { getRequestListener } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createLoad, type Load } from '../http/load.ts'
import type { Logger } from '../http/request-log.ts'
import { apiHeaders } from '../http/security-headers.ts'
import { startBodyThreads, type BodyThreads } from './body-threads.ts'
import { createMetrics, type Level } from './metrics.ts'
import { createConfiguredApi, type ServerSettings } from './settings.ts'

/** What requests in flight get to finish when the server is told to stop; a second before Docker's and systemd's end. */
const GRACE_MS = 9_000

/** The API on a port of its own. `stop` lets running requests finish and then closes the store. */
export type RunningServer = { url: string; metricsUrl?: string; stop(): Promise<void> }

/**
 * Starts the API as a Node server.
 *
 * @throws StoreUnavailableError
 * @throws Error with the remedy when the port is taken
 */
export async function serve(settings: ServerSettings, log: Logger): Promise<RunningServer> {
  const bodies = startBodyThreads()
  const load = createLoad()
  const metrics = createMetrics(levelsOf(load, bodies))
  const { api, store } = await createConfiguredApi(settings, metrics.counting(log), {
    load,
    checkLargeBody: bodies.check,
    inThreads: true,
  })
  const respond = getRequestListener(api.fetch)
  const server = createGuardedServer((...exchange) => void respond(...exchange), {
    headers: apiHeaders({ https: settings.SECURE_COOKIES }),
    trustedProxies: settings.TRUSTED_PROXIES,
  })
  const { METRICS_PORT, METRICS_HOST } = settings
  const measured = METRICS_PORT === undefined ? null : { port: METRICS_PORT, host: METRICS_HOST }
  let metricsServer: Awaited<ReturnType<typeof metrics.listen>> | null = null
  try {
    metricsServer = measured && (await metrics.listen(measured))
    await listen(server, settings)
  } catch (error) {
    await metricsServer?.stop()
    await store.close()
    throw error
  }
  const { address, port } = server.address() as AddressInfo
  const url = `http://${address}:${port}${settings.BASE_PATH}`
  const metricsUrl = metricsServer?.url
  log({ level: 'info', event: 'started', url, ...(metricsUrl !== undefined && { metricsUrl }) })
  const stop = async () => {
    log({ level: 'info', event: 'stopping', url })
    await Promise.all([stopServer(server, GRACE_MS), metricsServer?.stop()])
    await bodies.close()
    await store.close()
    log({ level: 'info', event: 'stopped', url })
  }
  return { url, stop, ...(metricsUrl !== undefined && { metricsUrl }) }
}

function levelsOf({ reads, writes, held }: Load, bodies: BodyThreads): Level[] {
  return [
    { name: 'reads_waiting', help: 'Reads that wait for another of their user.', read: reads.waiting },
    { name: 'writes_waiting', help: 'Writes that wait for another of their user.', read: writes.waiting },
    { name: 'held_bytes', help: 'Bytes of large bodies and answers on their way.', read: held.now },
    { name: 'bodies_checking', help: 'Large bodies that threads check.', read: () => bodies.state().running },
    { name: 'bodies_waiting', help: 'Large bodies that wait for a thread.', read: () => bodies.state().waiting },
  ]
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
