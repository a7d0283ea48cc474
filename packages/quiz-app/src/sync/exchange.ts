import { ApiError } from '../api/api-error.ts'
import type { QuizApi, StoredStats } from '../api/quiz-api.ts'
import { randomId } from '../random-id.ts'
import type { StatsBase } from '../storage/database.ts'
import type { AnswerLog } from './answer-log.ts'
import { acknowledgedBase, batchOf, isDeletion, mergeStats, rebase, withBatch, withoutBatch } from './merge.ts'
import type { KnownStats, LocalStats } from './merge.ts'

const MAX_ATTEMPTS = 5

/** Maximum body size of a keepalive request. Browsers allow 64 KiB for the bodies of all pending keepalive requests of a page. */
const KEEPALIVE_MAX_BYTES = 60_000

/** API, log and user of an exchange with the server, and the signal that aborts the exchange. */
export type Exchange = { api: QuizApi; log: AnswerLog; userId: string; signal?: AbortSignal }

/**
 * Reads the server's statistics into the log's base. If the server has none, creates empty statistics.
 *
 * @param onCreationFailed called with the reason if the creation fails; the log's base then does not change
 * @throws ApiError if reading fails, or the error of the log
 */
export async function loadStats(exchange: Exchange, onCreationFailed: (cause: unknown) => void): Promise<void> {
  if (await readStats(exchange)) return
  try {
    const earlier = await readBase(exchange)
    await applyServerStats(exchange, await createEmptyStats(exchange), earlier)
  } catch (cause) {
    onCreationFailed(cause)
  }
}

/**
 * Reads the server's statistics into the log's base.
 *
 * @returns whether the server has statistics
 * @throws ApiError if reading fails, or the error of the log
 */
export async function readStats(exchange: Exchange): Promise<boolean> {
  const earlier = await readBase(exchange)
  const stored = await exchange.api.getStats(exchange.signal)
  if (stored !== null) await applyServerStats(exchange, stored, earlier)
  return stored !== null
}

/**
 * Sends the answers that the server does not have: reads the statistics, adds the answers and writes the result. If another device wrote in
 * the meantime, the function starts again.
 *
 * @throws ApiError if a call fails or another device writes during every attempt, or the error of the log
 */
export async function sendAnswers(exchange: Exchange): Promise<void> {
  const { api, signal } = exchange
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const earlier = await readBase(exchange)
    const stored = (await api.getStats(signal)) ?? (await createEmptyStats(exchange))
    const local = await applyServerStats(exchange, stored, earlier)
    if (local.pending.length === 0 || (await write(exchange, local))) return
  }
  throw new ApiError(
    'HttpStatus',
    `Another device changed the statistics during each of ${MAX_ATTEMPTS} attempts of PUT /stats.`,
    { status: 412 },
  )
}

/**
 * Sends the answers in a keepalive request, which continues after the page has closed. Sends nothing if the request would be too large.
 * The next regular exchange determines whether the request arrived. No request is sent to a server that supports neither marks nor
 * ETags, because the request could overwrite answers that other devices have sent since the last read.
 *
 * @throws ApiError if the call fails, or the error of the log
 */
export async function leaveBehind(exchange: Exchange, local: KnownStats): Promise<void> {
  const { document, etag } = local.base
  if (document.marks === undefined && etag === undefined) return
  if (new Blob([JSON.stringify(mergeStats(local))]).size > KEEPALIVE_MAX_BYTES) return
  await write(exchange, local, { keepalive: true })
}

/** Writes the base with the pending answers added. @returns false if another device wrote first and nothing was written */
async function write(exchange: Exchange, local: KnownStats, { keepalive = false } = {}): Promise<boolean> {
  const { api, log, userId, signal } = exchange
  const document = { ...mergeStats(local), id: userId }
  const batch = document.marks ? null : batchOf(randomId(), local.pending, document)
  if (batch) await log.updateBase(userId, ({ base }) => withBatch(base ?? local.base, batch), signal)
  const options = { ...etagOf(local.base), ...(signal && { signal }), keepalive }
  const written = await api.putStats(document, options)
  if (written === 'conflict') {
    if (batch) await log.updateBase(userId, ({ base }) => withoutBatch(base ?? local.base, batch), signal)
    return false
  }
  const acknowledge = ({ base }: LocalStats) =>
    acknowledgedBase({ ...local, base: base ?? local.base }, { document, ...written }, batch)
  if (!keepalive) await log.updateBase(userId, acknowledge, signal)
  return true
}

/** Returns the log's base. */
async function readBase({ log, userId }: Exchange): Promise<StatsBase | null> {
  await log.read(userId)
  return log.known(userId).base
}

/**
 * Updates the log's base with the server's statistics. If the statistics were deleted, first erases the sent answers.
 *
 * @param earlier the log's base before the request. A browser without Web Locks lets another tab change the base during the request,
 *   and an outdated response that only lacks later answers is not a deletion
 */
async function applyServerStats(
  { log, userId, signal }: Exchange,
  stored: StoredStats,
  earlier: StatsBase | null,
): Promise<KnownStats> {
  const isDeleted = (base: StatsBase) => isDeletion(base, stored.document)
  if (earlier !== null && isDeleted(earlier)) await log.eraseSentIf(userId, isDeleted)
  return log.updateBase(userId, (local) => rebase(local, stored), signal)
}

async function createEmptyStats({ api, userId, signal }: Exchange): Promise<StoredStats> {
  const created = await api.createStats(emptyStats(userId), signal)
  if (created !== 'conflict') return created
  const stored = await api.getStats(signal)
  if (stored === null)
    throw new ApiError(
      'HttpStatus',
      'PUT /stats reported existing statistics (412), but GET /stats found none (404).',
      { status: 404 },
    )
  return stored
}

function emptyStats(userId: string): StoredStats['document'] {
  return { id: userId, questionsStats: {} }
}

function etagOf({ etag }: { etag?: string }): { etag?: string } {
  return etag === undefined ? {} : { etag }
}
