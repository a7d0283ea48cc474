import { ApiError } from '../api/api-error.ts'
import type { QuizApi, StoredStats } from '../api/quiz-api.ts'
import type { AnswerLog } from './answer-log.ts'
import { acknowledgedBase, isSetBack, mergeStats, rebase } from './merge.ts'
import type { KnownStats } from './merge.ts'

const MAX_ATTEMPTS = 5

/** A page may leave behind requests of 64 kB in all; below this there is room for headers. */
const KEEPALIVE_MAX_BYTES = 60_000

/** One side of the exchange with the server, for one user. */
export type Exchange = { api: QuizApi; log: AnswerLog; userId: string; signal?: AbortSignal }

/**
 * What reading found: statistics, none, or statistics that lack what they once held, because a late write of an earlier
 * state arrived (only where nothing guards against it: without marks and ETags).
 */
type Found = 'statistics' | 'nothing' | 'set-back'

/**
 * Reads the server's statistics into the log's base. Where the server has none, they are created empty.
 *
 * @param onCreationFailed told why creation failed; the log then has no base that the server does not have either
 * @throws ApiError when reading fails
 */
export async function loadStats(exchange: Exchange, onCreationFailed: (cause: unknown) => void): Promise<Found> {
  const found = await readStats(exchange)
  if (found !== 'nothing') return found
  try {
    await applyServerStats(exchange, await createEmptyStats(exchange))
  } catch (cause) {
    onCreationFailed(cause)
  }
  return found
}

/**
 * Reads the server's statistics into the log's base.
 *
 * @throws ApiError when reading fails
 */
export async function readStats(exchange: Exchange): Promise<Found> {
  const stored = await exchange.api.getStats(exchange.signal)
  if (stored === null) return 'nothing'
  return isSetBack(await applyServerStats(exchange, stored), stored.document) ? 'set-back' : 'statistics'
}

/**
 * Sends what the server does not hold yet: read, merge, write; again from the start when somebody wrote in between.
 *
 * @throws ApiError when a call fails or the server's state changes under every attempt
 */
export async function sendAnswers(exchange: Exchange): Promise<void> {
  const { api, log, userId, signal } = exchange
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const stored = (await api.getStats(signal)) ?? (await createEmptyStats(exchange))
    const local = await applyServerStats(exchange, stored)
    if (local.pending.length === 0 && !isSetBack(local, stored.document)) return

    const document = { ...mergeStats(local, stored.document), id: userId }
    const written = await api.putStats(document, { ...etagOf(stored), ...(signal && { signal }) })
    if (written !== 'conflict') {
      await log.updateBase(userId, () => acknowledgedBase(local, { document, ...written }), signal)
      return
    }
  }
  throw new ApiError('HttpStatus', `PUT /stats met another writer ${MAX_ATTEMPTS} times.`, { status: 412 })
}

/**
 * Writes what this device knows in a request that outlives the page, where it is small enough for one. The next regular
 * exchange finds out whether it arrived.
 *
 * @throws ApiError when the call fails
 */
export async function leaveBehind(api: QuizApi, { base, pending }: KnownStats): Promise<void> {
  const document = mergeStats({ base, pending }, base.document)
  if (new Blob([JSON.stringify(document)]).size > KEEPALIVE_MAX_BYTES) return
  await api.putStats(document, { ...etagOf(base), keepalive: true })
}

function applyServerStats({ log, userId, signal }: Exchange, stored: StoredStats): Promise<KnownStats> {
  return log.updateBase(userId, (local) => rebase(local, stored), signal)
}

async function createEmptyStats({ api, userId, signal }: Exchange): Promise<StoredStats> {
  const created = await api.createStats(emptyStats(userId), signal)
  if (created !== 'conflict') return created
  const stored = await api.getStats(signal)
  if (stored === null) throw new ApiError('HttpStatus', 'The statistics exist and do not exist.', { status: 404 })
  return stored
}

function emptyStats(userId: string): StoredStats['document'] {
  return { id: userId, questionsStats: {} }
}

function etagOf({ etag }: { etag?: string }): { etag?: string } {
  return etag === undefined ? {} : { etag }
}
