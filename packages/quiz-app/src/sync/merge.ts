import type { QuestionsStats, UserStats } from '@cognito-srp/contract'

import { ownValue } from '../own-value.ts'
import type { LoggedAnswer, SentBatch, StatsBase } from '../storage/database.ts'
import { addAnswers, pointwiseMaximum, tallyIn } from './tally.ts'

/** The base and the logged answers it does not contain: together they are what the person sees. */
export type KnownStats = { base: StatsBase; pending: readonly LoggedAnswer[] }

/** The same before the first contact with the server, when there may be no base yet. */
export type LocalStats = KnownStats | { base: null; pending: readonly LoggedAnswer[] }

export type ServerStats = { document: UserStats; etag?: string }

type AnswerName = Pick<LoggedAnswer, 'deviceId' | 'key'>

/** What names an answer among all logs. */
export function nameOf({ deviceId, key }: AnswerName): string {
  return `${deviceId} ${key}`
}

/**
 * Tests whether a base contains an answer. Marks contain a prefix of each log. Without marks the counts decide about each
 * batch that was sent: they only grow on the way from a PUT to any later state, so a state with lower counts does not
 * come from that PUT. A batch in doubt arrived as a whole or not at all. After a 2xx each question is decided by itself,
 * so that a server that drops some questions does not count the others twice.
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

/** Tests whether an answer was ever sent, as far as the base knows. */
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

/** The base after reading the server's state: with marks the server itself says how much of each log it contains. */
export function rebase(local: LocalStats, server: ServerStats): StatsBase {
  const batches = local.base?.batches
  return { ...server, held: server.document.marks ?? {}, ...(batches && { batches }) }
}

/** Whether the statistics were deleted: counts or marks that this device knows are gone altogether. */
export function isDeletion({ document: known }: StatsBase, server: UserStats): boolean {
  const isGone = (before: object = {}, now: object = {}) =>
    Object.keys(before).length > 0 && Object.keys(now).length === 0
  return isGone(known.questionsStats, server.questionsStats) || isGone(known.marks, server.marks)
}

/** The document to store next: the base with the pending answers counted, and marked where the server keeps marks. */
export function mergeStats({ base: { document }, pending }: KnownStats): UserStats {
  const questionsStats = addAnswers(document.questionsStats, pending)
  const { id, marks } = document
  return marks === undefined
    ? { id, questionsStats }
    : { id, questionsStats, marks: { ...marks, ...lastKeys(pending) } }
}

/** The batch of a document that is about to be sent. */
export function batchOf(id: string, answers: readonly LoggedAnswer[], { questionsStats }: UserStats): SentBatch {
  return {
    id,
    answers: answers.map(({ deviceId, key, questionId }) => ({ deviceId, key, questionId })),
    counts: Object.fromEntries(answers.map(({ questionId }) => [questionId, tallyIn(questionsStats, questionId)])),
    isAcknowledged: false,
  }
}

/** The base with a batch that is about to be sent. */
export function withBatch(base: StatsBase, batch: SentBatch): StatsBase {
  return { ...base, batches: [...(base.batches ?? []), batch] }
}

/** The base without a batch that certainly did not arrive. */
export function withoutBatch(base: StatsBase, { id }: SentBatch): StatsBase {
  return { ...base, batches: (base.batches ?? []).filter((batch) => batch.id !== id) }
}

/** The base once the server has acknowledged the document that was made from `pending`. */
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
 * The base of two that pages knew when their database was lost. A state that the server marked is exact and stays; others
 * are joined.
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

/** The newest key of each log among the answers. */
function lastKeys(answers: readonly LoggedAnswer[]): Record<string, number> {
  const keys: Record<string, number> = {}
  for (const { deviceId, key } of answers) keys[deviceId] = Math.max(key, keys[deviceId] ?? 0)
  return keys
}
