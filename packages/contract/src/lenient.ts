// Schemas with which a client reads the responses of any gateway that follows the product specification, including the
// product's own API. Counts and maps are checked by hand, because zod's code for numbers and records would add 1.2 kB
// to the app's first page.

import * as z from 'zod/mini'

import type { Marks, Question, QuestionsStats } from './strict.ts'
import { isCount, isRecord, isTally, type Tally } from './tally.ts'

/**
 * A question whose right alternative exists and is not empty. The schema is lenient: it converts a numeric id to a
 * string, replaces a null or missing theme and a null or blank alternative with an empty string, and drops unknown
 * fields and unusable explanations.
 */
export const lenientQuestionSchema = z.pipe(
  z
    .object({
      id: z.custom<string | number>(isId, 'must be a string or a number'),
      question: z.string(),
      alternatives: z.custom<(string | null)[]>(isTextList),
      correct: z.custom<number>(isCount),
      theme: z.optional(z.nullable(z.string())),
      explanation: z.optional(z.unknown()),
    })
    .check(
      z.refine(({ alternatives, correct }) => hasText(alternatives[correct]), {
        path: ['correct'],
        error: 'must be the index of an alternative that is not empty',
      }),
    ),
  z.transform(({ id, question, alternatives, correct, theme, explanation }): Question => ({
    id: String(id),
    question,
    alternatives: alternatives.map((text) => (hasText(text) ? text : '')),
    correct,
    theme: theme ?? '',
    ...(hasText(explanation) && { explanation }),
  })),
)

/**
 * A user's statistics. A missing map counts as empty. Unknown fields are dropped from the object but kept in each
 * tally. If all entries of the map are well-formed, the result contains the same map object.
 */
export const lenientUserStatsSchema = z.object({
  id: z.string(),
  questionsStats: z.pipe(
    z.optional(z.nullable(z.custom<Record<string, unknown>>(isRecord))),
    z.transform((map): QuestionsStats => readTallies(map ?? {})),
  ),
  marks: z.exactOptional(z.custom<Marks>((value) => isMapOf(value, isCount))),
})

/**
 * Reads the tallies. The next PUT replaces the gateway's entries, so an entry is dropped only if neither of its counts
 * is readable.
 */
function readTallies(map: Record<string, unknown>): QuestionsStats {
  const entries = Object.entries(map)
  if (entries.every(([, entry]) => isTally(entry))) return map as QuestionsStats
  return Object.fromEntries(
    entries.flatMap(([questionId, entry]) => {
      const tally = readTally(entry)
      return tally === null ? [] : [[questionId, tally]]
    }),
  )
}

/**
 * Reads one tally. The result has at least as many `tries` as right answers, because each right answer was an attempt.
 * No valid count becomes lower.
 */
function readTally(entry: unknown): Tally | null {
  if (isTally(entry)) return entry
  if (!isRecord(entry)) return null
  const [tries, correct] = [readCount(entry['tries']), readCount(entry['correct'])]
  if (tries === null && correct === null) return null
  return { ...entry, tries: Math.max(tries ?? 0, correct ?? 0), correct: correct ?? 0 }
}

function readCount(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return isCount(count) ? count : null
}

function isMapOf(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
  return isRecord(value) && Object.values(value).every(isEntry)
}

function isId(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

/** This check is handwritten, because zod throws a RangeError for a list with a million flaws. */
function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => text === null || typeof text === 'string')
}

function hasText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
