import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'

import type { ApiEnv } from './access-token.ts'
import { HttpProblem } from './problem.ts'

/** Maximum number of users in memory. A user who is dropped from memory starts again with a full allowance. */
const MAX_USERS = 50_000

const MINUTE_MS = 60_000

/** Number of writes that a user could still make at time `atMs`. */
type Allowance = { writes: number; atMs: number }

/**
 * Creates middleware that limits each user to `writesPerMinute` writes per minute with a token bucket that refills
 * evenly. Further writes get 429 with Retry-After. Each process counts separately, so a deployment with several
 * machines also needs a limit in the gateway.
 */
export function limitWrites(writesPerMinute: number, now: () => number): MiddlewareHandler<ApiEnv> {
  const allowances = new LRUCache<string, Allowance>({ max: MAX_USERS })
  return async (c, next) => {
    const userId = c.get('userId')
    const writes = refill(allowances.get(userId), { writesPerMinute, atMs: now() })
    if (writes < 1) throw tooManyWrites(writesPerMinute, ((1 - writes) * MINUTE_MS) / writesPerMinute)
    allowances.set(userId, { writes: writes - 1, atMs: now() })
    await next()
  }
}

function refill(
  allowance: Allowance | undefined,
  { writesPerMinute, atMs }: { writesPerMinute: number; atMs: number },
): number {
  if (allowance === undefined) return writesPerMinute
  const earned = ((atMs - allowance.atMs) * writesPerMinute) / MINUTE_MS
  return Math.min(writesPerMinute, allowance.writes + Math.max(0, earned))
}

function tooManyWrites(writesPerMinute: number, waitMs: number): HttpProblem {
  return new HttpProblem({
    status: 429,
    code: 'too-many-writes',
    detail: `You can make at most ${writesPerMinute} writes per minute.`,
    where: 'user',
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
  })
}
