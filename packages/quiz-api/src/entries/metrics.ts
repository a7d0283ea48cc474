import { createGuardedServer, stopServer } from '@cognito-srp/http-server'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Logger } from '../http/request-log.ts'
import { apiHeaders } from '../http/security-headers.ts'

/** Histogram buckets in seconds, from a fast read to a write that waits for the store. */
const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Methods that get their own label. Any other method that a client sends is counted as `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])

/** Metrics of the server in the Prometheus text format, served on a separate port. */
export type Metrics = {
  /** Returns a logger that counts the requests and passes every entry to `log`. */
  counting(log: Logger): Logger
  /**
   * Starts the server for metrics.
   *
   * @throws Error when the server cannot listen; the message names the settings to change
   */
  listen(address: { port: number; host: string }): Promise<{ url: string; stop(): Promise<void> }>
}

/**
 * Creates metrics that count requests by method, route and status, and errors by code. All label values come from
 * fixed lists, so no label contains a user name or text from a client.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'quiz_api_requests_total',
    help: 'Number of responses.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const refusals = new Counter({
    name: 'quiz_api_refusals_total',
    help: 'Number of error responses, by error code.',
    labelNames: ['code'],
    registers,
  })
  const durations = new Histogram({
    name: 'quiz_api_request_duration_seconds',
    help: 'Time until a response was created, without the time to send it.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS_S,
    registers,
  })
  return {
    counting: (log) => (entry) => {
      log(entry)
      if (entry.event !== 'request') return
      const { route, status, code, durationMs } = entry
      const method = METHODS.has(entry.method) ? entry.method : 'other'
      requests.inc({ method, route, status })
      durations.observe({ method, route }, durationMs / 1_000)
      if (code !== undefined) refusals.inc({ code })
    },
    async listen({ port, host }) {
      const server = createGuardedServer(
        (request, response) => {
          const isAsked = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD')
          if (!isAsked) {
            response.writeHead(404).end()
            return
          }
          void registry.metrics().then((text) => {
            response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
            response.end(text)
          })
        },
        { headers: apiHeaders() },
      )
      await listening(server, port, host)
      const { address, port: chosen } = server.address() as AddressInfo
      return {
        url: `http://${address}:${chosen}/metrics`,
        stop: () => stopServer(server),
      }
    },
  }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (cause) =>
      fail(
        new Error(`Cannot serve metrics on ${host}, port ${port}. Choose another METRICS_PORT or METRICS_HOST.`, {
          cause,
        }),
      ),
    )
    server.listen(port, host, done)
  })
}
