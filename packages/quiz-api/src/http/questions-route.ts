import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'

import type { QuizStore } from '../store/quiz-store.ts'
import type { ApiEnv } from './api-env.ts'
import { CODINGS, createBankEncoder, type Coding } from './compressed-bank.ts'
import { entityTag, failedCondition } from './entity-tags.ts'

/** `GET /questions`: the whole bank, compressed beforehand; 304 when the client's copy is the current one. */
export function getQuestions(store: QuizStore) {
  const encode = createBankEncoder(store)
  return async (c: Context<ApiEnv>) => {
    const coding = bestCoding(parseAccept(c.req.header('Accept-Encoding') ?? ''))
    const { body, etag } = await encode(coding)
    c.header('ETag', entityTag(etag))
    c.header('Cache-Control', 'private, no-cache')
    c.header('Vary', 'Accept-Encoding, Authorization')
    const isKnown = failedCondition({ 'If-Match': undefined, 'If-None-Match': c.req.header('If-None-Match') }, etag)
    if (isKnown !== null) return c.body(null, 304)
    if (coding !== 'identity') c.header('Content-Encoding', coding)
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  }
}

/** The smallest coding that the client takes; browsers list them all with the same weight. */
function bestCoding(accepted: { type: string; q: number }[]): Coding {
  const weightOf = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q
  return CODINGS.find((coding) => (weightOf(coding) ?? weightOf('*') ?? 0) > 0) ?? 'identity'
}
