import * as z from 'zod/mini'

import { forEachInSlices } from './in-slices.ts'

const questionSchema = z
  .object({
    id: z.string().check(z.minLength(1)),
    question: z.string(),
    alternatives: z.array(z.string()),
    correct: z.int().check(z.nonnegative()),
    theme: z.string(),
  })
  .check(
    z.refine((question) => Boolean(question.alternatives[question.correct]), {
      path: ['correct'],
      error: 'must be the index of an alternative that is not empty',
    }),
  )

const statsSchema = z.object({
  id: z.string(),
  questionsStats: z.custom<QuestionsStats>((value) => isRecord(value) && Object.values(value).every(isTally)),
  marks: z.optional(z.record(z.string(), z.int().check(z.nonnegative()))),
})

/** A multiple-choice question; `correct` is the 0-based index of the right alternative, `theme` may be empty. */
export type Question = z.infer<typeof questionSchema>

/** Attempts and right answers of one question. */
export type Tally = { tries: number; correct: number }

/** Tallies by question id. */
export type QuestionsStats = Record<string, Tally>

/** How much of each device's answer log a stored document contains: device id → last log key. */
export type Marks = Record<string, number>

/** A user's stored statistics. `marks` is absent on a plain gateway, which stores only what the specification names. */
export type StatsDocument = { id: string; questionsStats: QuestionsStats; marks?: Marks }

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
    const parsed = questionSchema.safeParse(item)
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
export function parseStats(body: unknown): StatsDocument | null {
  const parsed = statsSchema.safeParse(body)
  if (!parsed.success) return null
  const { id, questionsStats, marks } = parsed.data
  return marks === undefined ? { id, questionsStats } : { id, questionsStats, marks }
}

/** Written out: a schema per tally takes a noticeable time for somebody with thousands of answers. */
function isTally(value: unknown): value is Tally {
  return isRecord(value) && isCount(value['tries']) && isCount(value['correct'])
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
