import { ApiError } from './api-error.ts'
import type { Http } from './http.ts'
import { parseQuestions, parseStats } from './schemas.ts'
import type { Question, SkippedQuestion, StatsDocument } from './schemas.ts'

/** The question list with the tag under which the server knows this version. */
export type Bank = { questions: Question[]; etag?: string }

/** A stored document with the tag that lets the next write notice a change in between. */
export type StoredStats = { document: StatsDocument; etag?: string }

export type PutOptions = { etag?: string; signal?: AbortSignal; keepalive?: boolean }

/** The three calls of the product API. Every call rejects with `ApiError`, or with the client's error without a user. */
export type QuizApi = {
  /** The bank, or `'unchanged'` when `etag` still names the server's version. */
  getQuestions(options?: { etag?: string; signal?: AbortSignal }): Promise<Bank | 'unchanged'>
  /** The user's statistics, or null when the server has none (404). */
  getStats(signal?: AbortSignal): Promise<StoredStats | null>
  /** First creation; `'conflict'` when somebody created them in between. */
  createStats(document: StatsDocument, signal?: AbortSignal): Promise<StoredStats | 'conflict'>
  /** Replaces the statistics; `'conflict'` when they are no longer the version that `etag` names. */
  putStats(document: StatsDocument, options?: PutOptions): Promise<{ etag?: string } | 'conflict'>
}

/** @param onSkipped told about malformed questions, which are left out of the bank */
export function createQuizApi(http: Http, onSkipped: (skipped: SkippedQuestion[]) => void): QuizApi {
  return {
    async getQuestions({ etag, signal } = {}) {
      const response = await http('/questions', {
        headers: etag === undefined ? {} : { 'If-None-Match': etag },
        ...(signal && { signal }),
      })
      if (response.status === 304) return 'unchanged'
      const parsed = await parseQuestions(await readJson(response, 'GET /questions'))
      if (parsed === null) throw new ApiError('MalformedReply', 'GET /questions did not answer with a list.')
      if (parsed.skipped.length > 0) onSkipped(parsed.skipped)
      return { questions: parsed.questions, ...etagOf(response) }
    },

    async getStats(signal) {
      const response = await http('/stats', signal && { signal })
      if (response.status === 404) return null
      const document = parseStats(await readJson(response, 'GET /stats'))
      if (document === null) throw new ApiError('MalformedReply', 'GET /stats did not answer with statistics.')
      return { document, ...etagOf(response) }
    },

    async createStats(document, signal) {
      const response = await http('/stats', {
        method: 'PUT',
        body: JSON.stringify(document),
        headers: { 'If-None-Match': '*' },
        ...(signal && { signal }),
      })
      if (response.status === 412) return 'conflict'
      const reply = await readJson(response, 'PUT /stats')
      return { document: parseStats(reply) ?? document, ...etagOf(response) } // a plain gateway may answer `{}`
    },

    async putStats(document, { etag, ...options } = {}) {
      const response = await http('/stats', {
        method: 'PUT',
        body: JSON.stringify(document),
        headers: etag === undefined ? {} : { 'If-Match': etag },
        ...options,
      })
      if (response.status === 412) return 'conflict'
      expectOk(response, 'PUT /stats')
      await response.text()
      return etagOf(response)
    },
  }
}

function expectOk(response: Response, call: string): void {
  if (response.ok) return
  throw new ApiError('HttpStatus', `${call} answered ${response.status}.`, { status: response.status })
}

async function readJson(response: Response, call: string): Promise<unknown> {
  expectOk(response, call)
  try {
    return await response.json()
  } catch (cause) {
    throw new ApiError('MalformedReply', `${call} did not answer with JSON.`, { status: response.status, cause })
  }
}

function etagOf(response: Response): { etag?: string } {
  const etag = response.headers.get('ETag')
  return etag === null ? {} : { etag }
}
