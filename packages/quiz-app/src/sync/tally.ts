import type { QuestionsStats, Tally } from '@cognito-srp/contract'

import { ownValue } from '../own-value.ts'

/** What counting needs to know of an answer. */
export type CountedAnswer = { questionId: string; correct: boolean }

/** The tally of a question; an untried one has tries 0 and correct 0. */
export type TallyOf = (questionId: string) => Tally

const UNTRIED: Tally = { tries: 0, correct: 0 }

/** Share of right answers in percent, rounded to an integer; 0 without tries. */
export function percentCorrect({ tries, correct }: Tally): number {
  return tries === 0 ? 0 : Math.round((100 * correct) / tries) // correct / tries first would round 23 of 40 down
}

/** Reads own properties only: an id such as `constructor` must not find the prototype's. */
export function tallyIn(stats: QuestionsStats, questionId: string): Tally {
  return ownValue(stats, questionId) ?? UNTRIED
}

/** Counts answers on top of stored statistics: one try each, one correct for each right one. */
export function addAnswers(stats: QuestionsStats, answers: readonly CountedAnswer[]): QuestionsStats {
  const sum: QuestionsStats = { ...stats }
  for (const { questionId, correct } of answers) sum[questionId] = addAnswer(tallyIn(sum, questionId), correct)
  return sum
}

/** Stored statistics for many look-ups; made once per reading of the server, since a user may have thousands. */
export function indexTallies(stats: QuestionsStats): ReadonlyMap<string, Tally> {
  return new Map(Object.entries(stats))
}

/** Looks tallies up in stored statistics plus answers not yet in them, without copying the statistics. */
export function tallyLookup(stored: ReadonlyMap<string, Tally>, answers: readonly CountedAnswer[]): TallyOf {
  const touched = new Map<string, Tally>()
  const find = (questionId: string) => touched.get(questionId) ?? stored.get(questionId) ?? UNTRIED
  for (const { questionId, correct } of answers) touched.set(questionId, addAnswer(find(questionId), correct))
  return find
}

/** The larger of both counts, question by question. */
export function pointwiseMaximum(one: QuestionsStats, other: QuestionsStats): QuestionsStats {
  const maximum: QuestionsStats = { ...one }
  for (const [questionId, tally] of Object.entries(other)) {
    const { tries, correct } = tallyIn(one, questionId)
    maximum[questionId] = { tries: Math.max(tries, tally.tries), correct: Math.max(correct, tally.correct) }
  }
  return maximum
}

function addAnswer({ tries, correct }: Tally, isCorrect: boolean): Tally {
  return { tries: tries + 1, correct: correct + (isCorrect ? 1 : 0) }
}
