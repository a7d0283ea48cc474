import type { Handler } from 'hono'
import { parseAccept } from 'hono/utils/accept'

import { CODINGS, createBankEncoder, type Coding } from '../questions/encoded-bank.ts'
import type { QuizStore } from '../store/quiz-store.ts'
import type { ApiEnv } from './access-token.ts'
import { allowRevalidation, isCurrentCopy } from './entity-tags.ts'

/** `GET /questions`: returns the bank in a content coding that the client accepts. */
export function sendQuestions(store: QuizStore): Handler<ApiEnv> {
  const encodeBank = createBankEncoder(store)
  return async (c) => {
    const coding = bestCoding(c.req.header('Accept-Encoding'))
    const { body, version } = await encodeBank(coding)
    allowRevalidation(c, version, 'Accept-Encoding, Authorization')
    if (isCurrentCopy(c, version)) return c.body(null, 304)
    if (coding !== 'identity') c.header('Content-Encoding', coding)
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  }
}

/**
 * The most compact coding that the client accepts. Weights above 0 are ignored, because browsers give all codings the
 * same weight.
 */
function bestCoding(acceptEncoding = ''): Coding {
  const accepted = parseAccept(acceptEncoding)
  const weightOf = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q
  return CODINGS.find((coding) => (weightOf(coding) ?? weightOf('*') ?? 0) > 0) ?? 'identity'
}
