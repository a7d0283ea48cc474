import type { UserStats } from '@cognito-srp/contract'

import { ownValue } from '../own-value.ts'
import type { LoggedAnswer, StatsBase } from '../storage/database.ts'
import { addAnswers, pointwiseMaximum, tallyIn } from './tally.ts'

/** The base and the logged answers it does not contain: together they are what the person sees. */
export type KnownStats = { base: StatsBase; pending: readonly LoggedAnswer[] }

/** The same before the first contact with the server, when there may be no base yet. */
export type LocalStats = KnownStats | { base: null; pending: readonly LoggedAnswer[] }

export type ServerStats = { document: UserStats; etag?: string }

/** Whether a base contains an answer: it contains a prefix of each log. */
export function isHeld({ held }: { held: StatsBase['held'] }, { deviceId, key }: LoggedAnswer): boolean {
  return key <= (ownValue(held, deviceId) ?? 0)
}

/**
 * The base after reading the server's state.
 *
 * With `marks` the server itself says how much of each log it holds, so its state is the base, also when a stale write
 * set it back. Without them only an acknowledged write tells: while answers are pending, the server's state may or may
 * not hold them, so the acknowledged base stays.
 */
export function rebase(local: LocalStats, server: ServerStats): StatsBase {
  const { document } = server
  if (document.marks !== undefined) return { ...server, held: document.marks }
  if (local.base === null) return { ...server, held: {} }
  if (local.pending.length > 0) return local.base
  const questionsStats = pointwiseMaximum(document.questionsStats, local.base.document.questionsStats)
  return { ...server, document: { ...document, questionsStats }, held: local.base.held }
}

/**
 * What to store next: the base with the pending answers counted.
 *
 * On a plain gateway the pointwise maximum with the server's state keeps what other devices added; a server that
 * already holds the pending answers (the reply was lost) equals the sum, so nothing counts twice.
 */
export function mergeStats({ base, pending }: KnownStats, server: UserStats): UserStats {
  const questionsStats = addAnswers(base.document.questionsStats, pending)
  if (server.marks === undefined) {
    return { id: server.id, questionsStats: pointwiseMaximum(server.questionsStats, questionsStats) }
  }
  return { id: server.id, questionsStats, marks: { ...server.marks, ...lastKeys(pending) } }
}

/** The base once the server has acknowledged what was merged from `local`. */
export function acknowledgedBase({ base, pending }: KnownStats, written: ServerStats): StatsBase {
  return { ...written, held: { ...base.held, ...lastKeys(pending) } }
}

/** Whether the server holds less than this device knows it to have held: a late write of an earlier state set it back. */
export function isSetBack({ base }: KnownStats, server: UserStats): boolean {
  return Object.entries(base.document.questionsStats).some(([questionId, { tries, correct }]) => {
    const stored = tallyIn(server.questionsStats, questionId)
    return stored.tries < tries || stored.correct < correct
  })
}

/**
 * The base of two that pages knew when their database was lost: the one that contains the other. Where neither does, a
 * state that the server marked is exact and stays; plain ones are joined by their maximum.
 */
export function newerBase(kept: StatsBase | null, brought: StatsBase | null): StatsBase | null {
  if (kept === null || brought === null) return kept ?? brought
  if (contains(kept, brought) || kept.document.marks !== undefined) return kept
  if (contains(brought, kept)) return brought
  const questionsStats = pointwiseMaximum(kept.document.questionsStats, brought.document.questionsStats)
  const held = { ...kept.held }
  for (const [deviceId, key] of Object.entries(brought.held)) held[deviceId] = Math.max(key, held[deviceId] ?? 0)
  return { document: { ...kept.document, questionsStats }, held }
}

function contains(one: StatsBase, other: StatsBase): boolean {
  return Object.entries(other.held).every(([deviceId, key]) => (ownValue(one.held, deviceId) ?? 0) >= key)
}

/** The newest key of each log among the answers. */
function lastKeys(answers: readonly LoggedAnswer[]): Record<string, number> {
  const keys: Record<string, number> = {}
  for (const { deviceId, key } of answers) keys[deviceId] = Math.max(key, keys[deviceId] ?? 0)
  return keys
}
