import type { QuestionsStats } from '@cognito-srp/contract'

import { QUESTIONS } from './model-actions.ts'

// Counts answers independently of the engine, without logs, marks, batches or merging.

/** Number of answers of each kind, such as `a right`. */
type Kinds = Record<string, number>

/** Numbers of answers, by their outcome. */
export type Outcome = {
  /** Answers that the app acknowledged but the server does not have. */
  lost: number
  /** Answers that the server counts more often than the student gave them. */
  doubled: number
  /** Answers that are missing because a PUT was lost and other devices then stored at least the same counts, which no device can detect. */
  undecidable: number
  /** Answers that a device restored on the server after another device had deleted them. */
  returned: number
}

const KINDS = QUESTIONS.flatMap((question) => [`${question} right`, `${question} wrong`])

export const kindOf = (question: string, correct: boolean): string => `${question} ${correct ? 'right' : 'wrong'}`

export function kindsIn(stats: QuestionsStats): Kinds {
  return Object.fromEntries(
    QUESTIONS.flatMap((question) => {
      const { tries, correct } = stats[question] ?? { tries: 0, correct: 0 }
      return [
        [kindOf(question, true), correct],
        [kindOf(question, false), tries - correct],
      ]
    }),
  )
}

export function createLedger() {
  const given: Kinds = {}
  const uncertain: Kinds = {}
  const undecidable: Kinds = {}
  /** Numbers of answers given before the statistics were deleted. */
  const deleted: Kinds = {}
  /** Numbers of answers that the server did not have when the statistics were deleted. */
  const unsent: Kinds = {}
  const of = (kinds: Kinds, kind: string) => kinds[kind] ?? 0
  const add = (kinds: Kinds, kind: string, count: number) => void (kinds[kind] = of(kinds, kind) + count)
  let total = 0

  return {
    total: () => total,
    /** Counts an answer that the app acknowledged. */
    give(question: string, correct: boolean) {
      total += 1
      add(given, kindOf(question, correct), 1)
    },
    /** Counts an answer that was being stored when the tab ended, so the log may or may not contain the answer. */
    doubt: (question: string, correct: boolean) => add(uncertain, kindOf(question, correct), 1),
    /** Counts answers of a lost PUT that a later state of the server seems to contain. */
    giveUp(kinds: Kinds) {
      for (const kind of KINDS) add(undecidable, kind, of(kinds, kind))
    },
    /** Records that statistics with `kinds` are deleted. Of the answers given before, only unsent ones may arrive later. */
    delete(kinds: Kinds) {
      for (const kind of KINDS) {
        const before = of(given, kind) + of(uncertain, kind)
        add(unsent, kind, Math.max(0, before - of(kinds, kind)))
        add(deleted, kind, before)
        for (const kept of [given, uncertain, undecidable]) kept[kind] = 0
      }
    },
    judge(stats: QuestionsStats): Outcome {
      const outcome = { lost: 0, doubled: 0, undecidable: 0, returned: 0 }
      const counts = kindsIn(stats)
      for (const kind of KINDS) {
        const count = of(counts, kind)
        const missing = Math.max(0, of(given, kind) - count)
        const excused = Math.min(missing, of(undecidable, kind))
        const most = of(given, kind) + of(uncertain, kind)
        const doubled = Math.max(0, count - most - of(deleted, kind))
        outcome.lost += missing - excused
        outcome.undecidable += excused
        outcome.doubled += doubled
        outcome.returned += Math.max(0, count - most - of(unsent, kind) - doubled)
      }
      return outcome
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
