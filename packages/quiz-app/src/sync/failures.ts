import { ApiError } from '../api/api-error.ts'
import type { Connection, Network } from '../api/network.ts'
import type { QuizApi } from '../api/quiz-api.ts'

/** Whether the failure is a response from the server with an unexpected status or a malformed body. */
function isAnswer(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.code === 'HttpStatus' || cause.code === 'MalformedReply')
}

/** Whether a call failed because it got no reply. */
export function isUnreachable(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'Unreachable'
}

/**
 * Whether a failure does not count against the server: no reply was expected when the request was sent or when it failed, the identity
 * service was unreachable or failed temporarily when asked for a token, or this device's storage failed.
 */
export function isNoAttempt(cause: unknown, connections: readonly Connection[]): boolean {
  if (cause instanceof DOMException) return true
  if (!(cause instanceof ApiError)) return false
  const isReplyOwed = connections.every((connection) => connection === 'expected')
  return cause.code === 'NoToken' || (isUnreachable(cause) && !isReplyOwed)
}

/** Wraps the API so that every response is reported to `network`, because even an error shows that the server is reachable. */
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
