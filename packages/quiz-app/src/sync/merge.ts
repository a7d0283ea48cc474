import type { UserStats } from '@cognito-srp/contract'

import type { LoggedAnswer, StatsBase } from '../storage/database.ts'
import { addAnswers, pointwiseMaximum } from './tally.ts'

/** The base and the logged answers it does not contain: together they are what the person sees. */
export type KnownStats = { base: StatsBase; pending: readonly LoggedAnswer[] }

/** The same before the first contact with the server, when there may be no base yet. */
export type LocalStats = KnownStats | { base: null; pending: readonly LoggedAnswer[] }

export type ServerStats = { document: UserStats; etag?: string }

/**
 * The base after reading the server's state.
 *
 * With `marks` the server itself says how much of this log it holds, so its state is the base, also when a stale write
 * set it back. Without them only an acknowledged write tells: while answers are pending, the server's state may or may
 * not hold them, so the acknowledged base stays.
 */
export function rebase(local: LocalStats, server: ServerStats, deviceId: string): StatsBase {
  const { document } = server
  if (document.marks !== undefined) return { ...server, lastKey: document.marks[deviceId] ?? 0 }
  if (local.base === null) return { ...server, lastKey: 0 }
  if (local.pending.length > 0) return local.base
  const questionsStats = pointwiseMaximum(document.questionsStats, local.base.document.questionsStats)
  return { ...server, document: { ...document, questionsStats }, lastKey: local.base.lastKey }
}

/**
 * What to store next: the base with the pending answers counted.
 *
 * On a plain gateway the pointwise maximum with the server's state keeps what other devices added; a server that
 * already holds the pending answers (the reply was lost) equals the sum, so nothing counts twice.
 */
export function mergeStats({ base, pending }: KnownStats, server: UserStats, deviceId: string): UserStats {
  const questionsStats = addAnswers(base.document.questionsStats, pending)
  if (server.marks === undefined) {
    return { id: server.id, questionsStats: pointwiseMaximum(server.questionsStats, questionsStats) }
  }
  return { id: server.id, questionsStats, marks: { ...server.marks, [deviceId]: lastKeyOf({ base, pending }) } }
}

/** The newest log key among the base and the pending answers. */
export function lastKeyOf({ base, pending }: KnownStats): number {
  return pending.at(-1)?.key ?? base.lastKey
}
