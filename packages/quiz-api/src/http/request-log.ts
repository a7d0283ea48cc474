import type { ProblemCode } from '@cognito-srp/contract'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

/** One log entry. `route` is the matched pattern, never the requested path, which could contain a secret. */
export type LogEntry =
  | {
      level: 'info'
      event: 'request'
      requestId: string
      method: string
      route: string
      status: number
      /** Error code of a rejected request. */
      code?: ProblemCode
      durationMs: number
    }
  | { level: 'error'; event: 'failure'; requestId: string; error: string; stack: string | undefined }
  | { level: 'info'; event: 'started' | 'stopping' | 'stopped'; url: string; metricsUrl?: string }

/** Receives the log entries one by one. It must not throw. */
export type Logger = (entry: LogEntry) => void

/** Creates a logger that writes each entry as one line of JSON with its time. */
export function jsonLogger(print: (line: string) => void = console.log): Logger {
  return (entry) => print(JSON.stringify({ time: new Date().toISOString(), ...entry }))
}

/**
 * Prints all lines from one iteration of the event loop together, because under load, writing each line separately
 * costs more than formatting the line.
 */
export function printInBatches(print: (text: string) => void): (line: string) => void {
  let waiting: string[] = []
  return (line) => {
    waiting.push(line)
    if (waiting.length > 1) return
    setImmediate(() => {
      const lines = waiting
      waiting = []
      print(lines.join('\n'))
    })
  }
}

/** Logs every request after its response, without headers, body, user or query. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const startMs = performance.now()
    await next()
    const code = c.get('errorCode') as ProblemCode | undefined
    log({
      level: 'info',
      event: 'request',
      requestId: c.get('requestId'),
      method: c.req.method,
      // A pattern that ends with * belongs to middleware, not to a route.
      route: matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path ?? 'none',
      status: c.res.status,
      ...(code && { code }),
      durationMs: Math.round((performance.now() - startMs) * 10) / 10,
    })
  }
}
