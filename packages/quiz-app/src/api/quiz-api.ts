import { lenientUserStatsSchema, type Question, type UserStats } from '@cognito-srp/contract'

import { ApiError } from './api-error.ts'
import type { Send } from './api-request.ts'
import { isForeign } from './gateway-address.ts'
import { parseQuestions, type SkippedQuestion } from './parse-questions.ts'
import { ownValue } from '../own-value.ts'
import { createSender, mayBeRefusedByBrowser, type SenderOptions } from './sender.ts'

/** Questions, the number of unreadable questions, and the server's ETag for this version. */
export type Bank = { questions: Question[]; skipped: number; etag?: string }

/** Stored document with its ETag, which lets the next write detect that the document has changed in the meantime. */
export type StoredStats = { document: UserStats; etag?: string }

export type PutOptions = {
  /** ETag of the version to replace. */
  etag?: string
  signal?: AbortSignal
  /** Whether the request continues after the page has closed. */
  keepalive?: boolean
}

/**
 * The three API calls that the specification defines, and the deletion of the statistics. Each call rejects with `ApiError`, or
 * with the client's error if no user is signed in.
 */
export type QuizApi = {
  /** Returns the bank, or `'unchanged'` if `etag` is still the server's version. */
  getQuestions(options?: { etag?: string; signal?: AbortSignal }): Promise<Bank | 'unchanged'>
  /** Returns the user's statistics, or null if the server has none (404). */
  getStats(signal?: AbortSignal): Promise<StoredStats | null>
  /** Creates the statistics. Returns `'conflict'` if another device has created statistics in the meantime. */
  createStats(document: UserStats, signal?: AbortSignal): Promise<StoredStats | 'conflict'>
  /** Replaces the statistics. Returns `'conflict'` if `etag` is no longer the server's version. */
  putStats(document: UserStats, options?: PutOptions): Promise<{ etag?: string } | 'conflict'>
  /**
   * Deletes the statistics. Returns `'deleted'` if the server no longer has statistics, or `'emptied'` if the gateway cannot delete and an
   * empty map has replaced the counts.
   */
  deleteStats(signal?: AbortSignal): Promise<'deleted' | 'emptied'>
}

export type QuizApiOptions = SenderOptions & {
  /** Called with malformed questions, which are skipped. */
  onSkipped?: (skipped: SkippedQuestion[]) => void
  /** Called with malformed entries of the statistics as the gateway sent them. The next PUT replaces or removes these entries. */
  onMalformedEntries?: (entries: Record<string, unknown>) => void
}

/** Statuses that a gateway returns for a call that it does not support. */
const UNKNOWN_CALL: ReadonlySet<number> = new Set([404, 405, 501])

export function createQuizApi(options: QuizApiOptions): QuizApi {
  const send = createSender(options)

  const api: QuizApi = {
    async getQuestions({ etag, signal } = {}) {
      const condition = etag === undefined ? undefined : ({ header: 'If-None-Match', value: etag } as const)
      const response = await send({ method: 'GET', path: '/questions', condition, signal })
      return response.status === 304 ? 'unchanged' : readBank(response, options)
    },

    async getStats(signal) {
      const response = await send({ method: 'GET', path: '/stats', signal })
      return response.status === 404 ? null : readStats(response, options)
    },

    async createStats(document, signal) {
      const condition = { header: 'If-None-Match', value: '*' } as const
      const response = await send({ method: 'PUT', path: '/stats', condition, body: document, signal })
      if (response.status === 412) return 'conflict'
      const reply = parseStats(parseJson(await readText(response, 'PUT /stats')))
      const isStored = reply?.id === document.id // a plain gateway may return `OK`, an empty body, or any other text
      return { document: isStored ? reply : document, ...etagOf(response) }
    },

    async putStats(document, { etag, signal, keepalive } = {}) {
      const condition = etag === undefined ? undefined : ({ header: 'If-Match', value: etag } as const)
      const response = await send({ method: 'PUT', path: '/stats', condition, body: document, signal, keepalive })
      if (response.status === 412) return 'conflict'
      await readText(response, 'PUT /stats')
      return etagOf(response)
    },

    async deleteStats(signal) {
      if (await tryDelete(send, options, signal)) return 'deleted'
      const stored = await api.getStats(signal)
      if (stored === null) return 'deleted'
      await api.putStats({ id: stored.document.id, questionsStats: {} }, signal && { signal })
      return 'emptied'
    },
  }
  return api
}

async function readBank(response: Response, { onSkipped }: QuizApiOptions): Promise<Bank> {
  const parsed = await parseQuestions(await readJson(response, 'GET /questions'))
  if (parsed === null) throw new ApiError('MalformedReply', 'GET /questions did not return a list.')
  if (parsed.skipped.length > 0) onSkipped?.(parsed.skipped)
  return { questions: parsed.questions, skipped: parsed.skipped.length, ...etagOf(response) }
}

async function readStats(response: Response, { onMalformedEntries }: QuizApiOptions): Promise<StoredStats> {
  const body = await readJson(response, 'GET /stats')
  const document = parseStats(body)
  if (document === null) throw new ApiError('MalformedReply', 'GET /stats did not return statistics.')
  const malformed = malformedEntries(body, document)
  if (Object.keys(malformed).length > 0) onMalformedEntries?.(malformed)
  return { document, ...etagOf(response) }
}

/** Deletes the statistics. @returns false if the gateway apparently does not support DELETE */
async function tryDelete(send: Send, { baseUrl }: QuizApiOptions, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const response = await send({ method: 'DELETE', path: '/stats', signal })
    if (UNKNOWN_CALL.has(response.status)) return false
    expectOk(response, 'DELETE /stats')
    return true
  } catch (cause) {
    // If the network is down, the GET that follows also fails.
    if (isForeign(baseUrl) && mayBeRefusedByBrowser(cause)) return false
    throw cause
  }
}

function expectOk(response: Response, call: string): void {
  if (response.ok) return
  throw new ApiError('HttpStatus', `${call} failed with status ${response.status}.`, { status: response.status })
}

async function readJson(response: Response, call: string): Promise<unknown> {
  const body = parseJson(await readText(response, call))
  if (body !== undefined) return body
  throw new ApiError('MalformedReply', `${call} did not return JSON.`, { status: response.status })
}

/** Reads the whole body. A body that ends early counts as a missing reply. */
async function readText(response: Response, call: string): Promise<string> {
  expectOk(response, call)
  try {
    return await response.text()
  } catch (cause) {
    throw new ApiError('Unreachable', `The reply to ${call} is incomplete.`, { cause })
  }
}

/** Parses JSON; returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the statistics in a body, or null if the body contains no valid statistics. */
function parseStats(body: unknown): UserStats | null {
  return lenientUserStatsSchema.safeParse(body).data ?? null
}

/** Returns the entries of a body that were repaired or skipped. */
function malformedEntries(body: unknown, { questionsStats }: UserStats): Record<string, unknown> {
  const sent = (body as { questionsStats?: Record<string, unknown> | null }).questionsStats ?? {}
  if (sent === questionsStats) return {}
  return Object.fromEntries(
    Object.entries(sent).filter(([id, entry]) => ownValue<unknown>(questionsStats, id) !== entry),
  )
}

function etagOf(response: Response): { etag?: string } {
  const etag = response.headers.get('ETag')
  return etag === null ? {} : { etag }
}
