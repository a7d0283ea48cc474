import type { MiddlewareHandler } from 'hono'

import type { ApiEnv } from './access-token.ts'
import { HttpProblem, serverBusy } from './problem.ts'

/** Requests of one user that may wait for each other: more than devices of one person ask at a time. */
const MAX_WAITING_OF_USER = 8

/** Requests that may wait in all. Each is a connection and a closure: no body is read before its turn. */
const MAX_WAITING = 2_000

/** Well below the 30 seconds after which the app gives up. */
const MAX_WAIT_MS = 10_000

/** One user's requests: whether one is being answered, and those that wait for it. */
type Line = { waiting: (() => void)[] }

/** Lets one request of a user after the other pass; see {@link takeTurns}. */
export type Turns = {
  inTurn: MiddlewareHandler<ApiEnv>
  /** Requests that wait now. */
  waiting: () => number
}

/**
 * One request of a user at a time: who sends many at once waits for themselves, and nobody else does. A turn ends when
 * the answer is made, or, where a route says so by the variable `sent`, when it has been sent.
 *
 * Beyond eight that wait for one user, or after ten seconds, 429; beyond two thousand in all, 503.
 */
export function takeTurns(): Turns {
  const lines = new Map<string, Line>()
  let waiting = 0

  async function take(userId: string): Promise<() => void> {
    const line = lines.get(userId)
    if (line === undefined) lines.set(userId, { waiting: [] })
    else await wait(line)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const next = lines.get(userId)?.waiting.shift()
      if (next === undefined) lines.delete(userId)
      else next()
    }
  }

  function wait(line: Line): Promise<void> {
    if (line.waiting.length >= MAX_WAITING_OF_USER) throw tooManyAtOnce()
    if (waiting >= MAX_WAITING) throw serverBusy()
    waiting += 1
    return new Promise((done, fail) => {
      const begin = () => {
        clearTimeout(timer)
        waiting -= 1
        done()
      }
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(begin), 1)
        waiting -= 1
        fail(tooManyAtOnce())
      }, MAX_WAIT_MS)
      line.waiting.push(begin)
    })
  }

  return {
    waiting: () => waiting,
    inTurn: async (c, next) => {
      const end = await take(c.get('userId'))
      try {
        await next()
      } finally {
        const sent = c.get('sent')
        if (sent === undefined) end()
        else void sent.finally(end)
      }
    },
  }
}

function tooManyAtOnce(): HttpProblem {
  return new HttpProblem({
    status: 429,
    code: 'too-many-at-once',
    detail: 'Too many requests of yours wait for each other.',
    where: 'user',
    headers: { 'Retry-After': '1' },
  })
}
