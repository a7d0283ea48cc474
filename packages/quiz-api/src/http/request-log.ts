import type { ProblemCode } from '@cognito-srp/contract'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

/** One line of the log. `route` is the pattern that matched, never the address as sent, which could hold a secret. */
export type LogEntry =
  | {
      level: 'info'
      event: 'request'
      requestId: string
      method: string
      route: string
      status: number
      /** Why it was refused. */
      code?: ProblemCode
      durationMs: number
    }
  | { level: 'error'; event: 'failure'; requestId: string; error: string; stack: string | undefined }
  | { level: 'info'; event: 'started' | 'stopping' | 'stopped'; url: string; metricsUrl?: string }

/** Takes the entries of the log one by one; it must not throw. */
export type Logger = (entry: LogEntry) => void

/** A logger that writes each entry as one line of JSON with its time, for any log collector. */
export function jsonLogger(print: (line: string) => void = console.log): Logger {
  return (entry) => print(JSON.stringify({ time: new Date().toISOString(), ...entry }))
}

/** Prints the lines of one turn of the event loop together: under load a write for each costs more than its line. */
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

/** Logs every request once it is answered, without headers, body, user or query. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const startMs = performance.now()
    await next()
    const code = c.get('refusal') as ProblemCode | undefined
    log({
      level: 'info',
      event: 'request',
      requestId: c.get('requestId'),
      method: c.req.method,
      // every other pattern that matched is middleware for many addresses
      route: matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path ?? 'none',
      status: c.res.status,
      ...(code && { code }),
      durationMs: Math.round((performance.now() - startMs) * 10) / 10,
    })
  }
}
