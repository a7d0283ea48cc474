import type { LoggedAnswer } from '../storage/database.ts'
import type { Inheritance } from './log-store.ts'
import { nameOf } from './merge.ts'
import type { LocalStats } from './merge.ts'

const NOTHING: LocalStats = { base: null, pending: [] }

/** Each user's data in this page: the shown statistics, and the answers that the page has read or stored. */
export type Knowledge = ReturnType<typeof createKnowledge>

export function createKnowledge() {
  const byUser = new Map<string, { stats: LocalStats; answers: Map<string, LoggedAnswer> }>()

  function of(userId: string) {
    const known = byUser.get(userId) ?? { stats: NOTHING, answers: new Map<string, LoggedAnswer>() }
    byUser.set(userId, known)
    return known
  }

  function addAnswers(userId: string, answers: readonly LoggedAnswer[]): void {
    const known = of(userId)
    for (const answer of answers) known.answers.set(nameOf(answer), answer)
  }

  return {
    users: () => [...byUser.keys()],
    stats: (userId: string): LocalStats => byUser.get(userId)?.stats ?? NOTHING,
    /** Returns the data to copy to another log, or null if this page has no data for the user. */
    inheritance(userId: string): Inheritance | null {
      const known = byUser.get(userId)
      return known ? { base: known.stats.base, answers: [...known.answers.values()] } : null
    },
    setStats(userId: string, stats: LocalStats): void {
      of(userId).stats = stats
      addAnswers(userId, stats.pending)
    },
    addAnswers,
    forget: (userId: string) => void byUser.delete(userId),
  }
}
