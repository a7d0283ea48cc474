import type { QuestionsStats, Tally } from '@cognito-srp/contract'

import { ownValue } from '../own-value.ts'

/** Properties of an answer that are needed for counting. */
export type CountedAnswer = { questionId: string; correct: boolean }

/** Returns the tally of a question; an untried question has tries 0 and correct 0. */
export type TallyOf = (questionId: string) => Tally

const UNTRIED: Tally = { tries: 0, correct: 0 }

/** Returns the share of right answers in percent, rounded to an integer; 0 without tries. */
export function percentCorrect({ tries, correct }: Tally): number {
  return tries === 0 ? 0 : Math.round((100 * correct) / tries) // dividing before multiplying would round 23 of 40 down
}

/** Returns the stored tally of a question. Inherited properties are ignored, so that an id such as `constructor` is untried. */
export function tallyIn(stats: QuestionsStats, questionId: string): Tally {
  return ownValue(stats, questionId) ?? UNTRIED
}

/** Adds answers to stored statistics: one try for each answer, one correct for each right answer. */
export function addAnswers(stats: QuestionsStats, answers: readonly CountedAnswer[]): QuestionsStats {
  const sum: QuestionsStats = { ...stats }
  for (const { questionId, correct } of answers) sum[questionId] = addAnswer(tallyIn(sum, questionId), correct)
  return sum
}

/** Indexes stored statistics for many lookups. The app builds the index once per base, because a user may have thousands of entries. */
export function indexTallies(stats: QuestionsStats): ReadonlyMap<string, Tally> {
  return new Map(Object.entries(stats))
}

/** Looks up tallies in stored statistics with the answers added, without copying the statistics. */
export function tallyLookup(stored: ReadonlyMap<string, Tally>, answers: readonly CountedAnswer[]): TallyOf {
  const touched = new Map<string, Tally>()
  const find = (questionId: string) => touched.get(questionId) ?? stored.get(questionId) ?? UNTRIED
  for (const { questionId, correct } of answers) touched.set(questionId, addAnswer(find(questionId), correct))
  return find
}

/** Returns, for each question, the larger `tries` and the larger `correct` of both statistics. */
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
