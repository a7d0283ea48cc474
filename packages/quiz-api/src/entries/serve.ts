import { createGuardedServer, stopServer } from '@cognito-srp/http-server'
import { getRequestListener } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Logger } from '../http/request-log.ts'
import { apiHeaders } from '../http/security-headers.ts'
import { createMetrics } from './metrics.ts'
import { createConfiguredApi, type ServerSettings } from './settings.ts'

/**
 * Time for requests in flight to finish when the server stops; one second less than Docker allows before it kills the
 * process.
 */
const GRACE_MS = 9_000

/** A running API server. `stop` lets requests in flight finish and then closes the store. */
export type RunningServer = { url: string; metricsUrl?: string; stop(): Promise<void> }

/**
 * Starts the API as a Node server.
 *
 * @throws StoreUnavailableError
 * @throws SettingsError when CHECK_REVOCATION is true but the pool's endpoint is unknown
 * @throws Error when the API or the metrics cannot be served on their port
 */
export async function serve(settings: ServerSettings, log: Logger): Promise<RunningServer> {
  const metrics = createMetrics()
  const { api, store } = await createConfiguredApi(settings, metrics.counting(log))
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
    await store.close()
    log({ level: 'info', event: 'stopped', url })
  }
  return { url, stop, ...(metricsUrl !== undefined && { metricsUrl }) }
}

function listen(server: Server, { PORT, HOST }: ServerSettings): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const remedy =
        error.code === 'EADDRINUSE' ? `Another program uses this port. Choose another PORT.` : error.message
      fail(new Error(`Cannot listen on ${HOST}, port ${PORT}. ${remedy}`, { cause: error }))
    })
    server.listen(PORT, HOST, done)
  })
}
