import { ApiError } from '../api/api-error.ts'
import type { Connection, Network } from '../api/network.ts'
import type { QuizApi } from '../api/quiz-api.ts'

/** Whether the server answered, if not as it should: a failing log, or nobody signed in, is not its answer. */
function isAnswer(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.code === 'HttpStatus' || cause.code === 'MalformedReply')
}

/** Whether a call got no reply. */
export function isUnreachable(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'Unreachable'
}

/**
 * Being offline when it was sent or when it failed, without a token because the identity service is away, or a failure of
 * this device's storage says nothing about the server.
 */
export function isNoAttempt(cause: unknown, connections: readonly Connection[]): boolean {
  if (cause instanceof DOMException) return true
  if (!(cause instanceof ApiError)) return false
  const isReplyOwed = connections.every((connection) => connection === 'expected')
  return cause.code === 'NoToken' || (isUnreachable(cause) && !isReplyOwed)
}

/** The same API, whose every answer the network hears of, also a bad one: whoever answers can be reached. */
export function notingAnswers(api: QuizApi, network: Network): QuizApi {
  async function noted<Answer>(call: Promise<Answer>): Promise<Answer> {
    try {
      const given = await call
      network.noteAnswer()
      return given
    } catch (cause) {
      if (isAnswer(cause)) network.noteAnswer()
      throw cause
    }
  }
  return {
    getQuestions: (...values) => noted(api.getQuestions(...values)),
    getStats: (...values) => noted(api.getStats(...values)),
    createStats: (...values) => noted(api.createStats(...values)),
    putStats: (...values) => noted(api.putStats(...values)),
    deleteStats: (...values) => noted(api.deleteStats(...values)),
  }
}
