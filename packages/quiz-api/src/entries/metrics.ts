import { createGuardedServer, stopServer } from '@cognito-srp/http-server'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Logger } from '../http/request-log.ts'
import { apiHeaders } from '../http/security-headers.ts'

/** From a small read to a write that waits for the store, in seconds. */
const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Methods that the API answers; a client may send any other word. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])

/** Numbers about the server in the text format of Prometheus, on a port of their own. */
export type Metrics = {
  /** A logger that counts what passes it, and hands it on. */
  counting(log: Logger): Logger
  /** @throws Error with the remedy when the port is taken */
  listen(address: { port: number; host: string }): Promise<{ url: string; stop(): Promise<void> }>
}

/**
 * Counts requests by method, route, status and the code of a refusal, all of which come from lists of ours: nothing that
 * a client made up, and no user, is a label.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'quiz_api_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const refusals = new Counter({
    name: 'quiz_api_refusals_total',
    help: 'Requests that were refused, by the code of the answer.',
    labelNames: ['code'],
    registers,
  })
  const durations = new Histogram({
    name: 'quiz_api_request_duration_seconds',
    help: 'Time until an answer was made; it may still be on its way.',
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
      fail(new Error(`Cannot listen for metrics on ${host}, port ${port}: choose another METRICS_PORT.`, { cause })),
    )
    server.listen(port, host, done)
  })
}
