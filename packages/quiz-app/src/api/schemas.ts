import { lenientQuestionSchema, lenientUserStatsSchema, type Question, type UserStats } from '@cognito-srp/contract'

import { forEachInSlices } from './in-slices.ts'

export type { Question, QuestionsStats, Tally, UserStats as StatsDocument } from '@cognito-srp/contract'

/** A question of the list that was left out, and why; the text names fields, not contents. */
export type SkippedQuestion = { index: number; problem: string }

/** The well-formed questions of a reply in their order, and what was left out. */
export type ParsedQuestions = { questions: Question[]; skipped: SkippedQuestion[] }

/**
 * Separates the well-formed questions of a reply from the malformed ones; null when the reply is not a list at all. The
 * page can draw and react meanwhile.
 */
export async function parseQuestions(body: unknown): Promise<ParsedQuestions | null> {
  if (!Array.isArray(body)) return null
  const questions: Question[] = []
  const skipped: SkippedQuestion[] = []
  const ids = new Set<string>()
  await forEachInSlices<unknown>(body, (item, index) => {
    const parsed = lenientQuestionSchema.safeParse(item)
    if (!parsed.success) {
      const problem = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
      skipped.push({ index, problem })
    } else if (ids.has(parsed.data.id)) {
      skipped.push({ index, problem: 'id: stands twice in the list' })
    } else {
      ids.add(parsed.data.id)
      questions.push(parsed.data)
    }
  })
  return { questions, skipped }
}

/** The statistics in a reply, or null when it is something else. */
export function parseStats(body: unknown): UserStats | null {
  return lenientUserStatsSchema.safeParse(body).data ?? null
}
