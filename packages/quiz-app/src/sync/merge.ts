import type { QuestionsStats, UserStats } from '@cognito-srp/contract'

import { ownValue } from '../own-value.ts'
import type { LoggedAnswer, SentBatch, StatsBase } from '../storage/database.ts'
import { addAnswers, pointwiseMaximum, tallyIn } from './tally.ts'

/** The base, and the logged answers that the base does not contain. The user sees the sum of both. */
export type KnownStats = { base: StatsBase; pending: readonly LoggedAnswer[] }

/** {@link KnownStats}, or answers without a base before the first read from the server. */
export type LocalStats = KnownStats | { base: null; pending: readonly LoggedAnswer[] }

export type ServerStats = { document: UserStats; etag?: string }

type AnswerName = Pick<LoggedAnswer, 'deviceId' | 'key'>

/** Returns a name that identifies an answer across all logs. */
export function nameOf({ deviceId, key }: AnswerName): string {
  return `${deviceId} ${key}`
}

/**
 * Returns a function that tests whether a base contains an answer. With marks, the base contains the answers of each log up to
 * the log's mark. Without marks, the counts show whether a sent batch arrived: a state that includes a PUT has at least the
 * counts of that PUT. An unconfirmed batch arrived completely or not at all. For an acknowledged batch, each question is checked
 * separately, so that answers that the server stored are not sent again if the server dropped other questions.
 */
export function containedIn(base: Omit<StatsBase, 'etag'> | null): (answer: LoggedAnswer) => boolean {
  const arrived = new Set<string>()
  for (const { answers, counts, isAcknowledged } of base?.batches ?? []) {
    const missing = questionsBelow(base?.document.questionsStats ?? {}, counts)
    if (missing.size > 0 && !isAcknowledged) continue
    for (const answer of answers) if (!missing.has(answer.questionId)) arrived.add(nameOf(answer))
  }
  return (answer) => isMarked(base, answer) || arrived.has(nameOf(answer))
}

/** Returns a function that tests whether an answer was sent, according to the base. */
export function sentBy(base: StatsBase | null): (answer: LoggedAnswer) => boolean {
  const sent = new Set((base?.batches ?? []).flatMap(({ answers }) => answers.map(nameOf)))
  return (answer) => isMarked(base, answer) || sent.has(nameOf(answer))
}

function isMarked(base: Pick<StatsBase, 'held'> | null, { deviceId, key }: AnswerName): boolean {
  return key <= (ownValue(base?.held ?? {}, deviceId) ?? 0)
}

function questionsBelow(stored: QuestionsStats, expected: QuestionsStats): Set<string> {
  const below = Object.entries(expected).filter(([questionId, { tries, correct }]) => {
    const tally = tallyIn(stored, questionId)
    return tally.tries < tries || tally.correct < correct
  })
  return new Set(below.map(([questionId]) => questionId))
}

/** Returns the base after reading the server's statistics. Marks say which part of each log the server has. */
export function rebase(local: LocalStats, server: ServerStats): StatsBase {
  const batches = local.base?.batches
  return { ...server, held: server.document.marks ?? {}, ...(batches && { batches }) }
}

/**
 * Whether the statistics were deleted: the base has counts and the server has no counts, or the base has marks and the server has no
 * marks.
 */
export function isDeletion({ document: known }: StatsBase, server: UserStats): boolean {
  const isGone = (before: object = {}, now: object = {}) =>
    Object.keys(before).length > 0 && Object.keys(now).length === 0
  return isGone(known.questionsStats, server.questionsStats) || isGone(known.marks, server.marks)
}

/** Returns the document to write: the base with the pending answers, and with new marks if the server stores marks. */
export function mergeStats({ base: { document }, pending }: KnownStats): UserStats {
  const questionsStats = addAnswers(document.questionsStats, pending)
  const { id, marks } = document
  return marks === undefined
    ? { id, questionsStats }
    : { id, questionsStats, marks: { ...marks, ...lastKeys(pending) } }
}

/** Returns the batch of answers that a document adds, with the counts that the document has for their questions. */
export function batchOf(id: string, answers: readonly LoggedAnswer[], { questionsStats }: UserStats): SentBatch {
  return {
    id,
    answers: answers.map(({ deviceId, key, questionId }) => ({ deviceId, key, questionId })),
    counts: Object.fromEntries(answers.map(({ questionId }) => [questionId, tallyIn(questionsStats, questionId)])),
    isAcknowledged: false,
  }
}

/** Returns a copy of the base with one more batch to send. */
export function withBatch(base: StatsBase, batch: SentBatch): StatsBase {
  return { ...base, batches: [...(base.batches ?? []), batch] }
}

/** Returns the base without a batch that certainly did not arrive. */
export function withoutBatch(base: StatsBase, { id }: SentBatch): StatsBase {
  return { ...base, batches: (base.batches ?? []).filter((batch) => batch.id !== id) }
}

/** Returns the base after the server has acknowledged a document that contains the pending answers. */
export function acknowledgedBase(
  { base, pending }: KnownStats,
  written: ServerStats,
  sent: SentBatch | null,
): StatsBase {
  if (sent === null) return { ...written, held: { ...base.held, ...lastKeys(pending) } }
  const others = (base.batches ?? []).filter(({ id }) => id !== sent.id)
  return { ...written, held: base.held, batches: [...others, { ...sent, isAcknowledged: true }] }
}

/**
 * Merges the stored base with the base of a page that had another log. A stored base with marks is exact and does not change.
 * Otherwise the result has the larger counts and all batches, but no marks, because the next exchange reads the statistics before
 * it writes.
 */
export function newerBase(kept: StatsBase | null, brought: StatsBase | null): StatsBase | null {
  if (kept === null || brought === null) return kept ?? brought
  if (kept.document.marks !== undefined) return kept
  const questionsStats = pointwiseMaximum(kept.document.questionsStats, brought.document.questionsStats)
  const batches = new Map((kept.batches ?? []).map((batch) => [batch.id, batch]))
  for (const batch of brought.batches ?? []) if (!batches.get(batch.id)?.isAcknowledged) batches.set(batch.id, batch)
  const joined = { document: { ...kept.document, questionsStats }, held: kept.held }
  return batches.size === 0 ? joined : { ...joined, batches: [...batches.values()] }
}

/** Returns the largest key of each log among the answers. */
function lastKeys(answers: readonly LoggedAnswer[]): Record<string, number> {
  const keys: Record<string, number> = {}
  for (const { deviceId, key } of answers) keys[deviceId] = Math.max(key, keys[deviceId] ?? 0)
  return keys
}
