// What a client reads from any gateway that follows the product specification, the product's own API among them.
// Counts and maps are checked by hand: what zod brings for numbers and records would make up 1.2 kB of the app's first page.

import * as z from 'zod/mini'

import type { Marks, Question, QuestionsStats } from './strict.ts'
import { isCount, isRecord, isTally, type Tally } from './tally.ts'

/**
 * A question that can be asked: its right alternative exists and is not empty. Read kindly: a number as id is its text, a
 * theme that is null or missing is empty, and so is an alternative that is null or blank. Fields nobody knows are dropped,
 * and so is an explanation that cannot be shown.
 */
export const lenientQuestionSchema = z.pipe(
  z
    .object({
      id: z.custom<string | number>(isId, 'must be a text or a number'),
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
 * A user's statistics with counts that can be added to; a missing map is empty. Fields that the contract does not name are
 * dropped from the object and stay in a tally. The map is the same object when all of its entries are well-formed.
 */
export const lenientUserStatsSchema = z.object({
  id: z.string(),
  questionsStats: z.pipe(
    z.optional(z.nullable(z.custom<Record<string, unknown>>(isRecord))),
    z.transform((map): QuestionsStats => readTallies(map ?? {})),
  ),
  marks: z.exactOptional(z.custom<Marks>((value) => isMapOf(value, isCount))),
})

/** The next PUT replaces what the gateway stores, so only an entry without a single readable count is left out. */
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

/** Raises counts and never lowers one: each right answer was an attempt. */
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

/** By hand also because zod throws a RangeError for a list of a million flaws. */
function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => text === null || typeof text === 'string')
}

function hasText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
