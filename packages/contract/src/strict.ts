// What is written and stored. Whatever passes here passes the schemas of lenient.ts, unchanged.

import * as z from 'zod/mini'

/** Devices that may leave a mark: stores keep all marks of a user in one record of limited size. */
const MAX_MARKS = 1_000

/** Names that JavaScript objects treat specially: as a key one of them could corrupt a client's map. */
const RESERVED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const RESERVED_KEY_MESSAGE = 'is a reserved name'

const questionIdSchema = z
  .string()
  .check(
    z.regex(/^\S{1,100}$/, 'must be 1 to 100 characters without white space'),
    z.refine(isOrdinaryKey, RESERVED_KEY_MESSAGE),
  )

const deviceIdSchema = z
  .string()
  .check(
    z.regex(/^[\w-]{1,100}$/, 'must be 1 to 100 letters, digits, "_" or "-"'),
    z.refine(isOrdinaryKey, RESERVED_KEY_MESSAGE),
  )

const countSchema = z.int('must be a whole number').check(z.nonnegative('must not be negative'))

/**
 * A multiple-choice question as the API answers it (product specification §3).
 *
 * `correct` is the 0-based index of the right alternative, `theme` may be empty, and an empty alternative is one that
 * screens skip. `explanation` says why that one is right: plain text, paragraphs parted by an empty line.
 */
export const questionSchema = z
  .strictObject({
    id: questionIdSchema,
    question: z.string().check(z.refine(hasText, 'must not be empty')),
    alternatives: z
      .array(z.string().check(z.refine((text) => text === '' || hasText(text), 'must not be blank: leave it empty')))
      .check(z.refine((texts) => texts.filter(hasText).length >= 2, 'must hold at least two that are not empty')),
    correct: z.int('must be a whole number'),
    theme: z.string(),
    explanation: z.exactOptional(z.string().check(z.refine(hasText, 'must not be empty'))),
  })
  .check(
    z.refine(({ alternatives, correct }) => hasText(alternatives[correct] ?? ''), {
      path: ['correct'],
      error: 'must be the 0-based index of an alternative that is not empty',
    }),
  )

/** See {@link questionSchema}. */
export type Question = z.infer<typeof questionSchema>

/** The bank: the answer of `GET /questions`. */
export const questionListSchema = z.array(questionSchema)

const tallySchema = z
  .strictObject({ tries: countSchema, correct: countSchema })
  .check(z.refine(({ tries, correct }) => correct <= tries, { path: ['correct'], error: 'must not exceed tries' }))

/** Attempts and right answers of one question. */
export type Tally = z.infer<typeof tallySchema>

const questionsStatsSchema = recordOf(questionIdSchema, tallySchema)

/** Tallies by question id. */
export type QuestionsStats = z.infer<typeof questionsStatsSchema>

/** How much of each device's answer log the tallies include: device id → last log key. */
export const marksSchema = recordOf(deviceIdSchema, countSchema).check(
  z.refine((marks) => Object.keys(marks).length <= MAX_MARKS, `must not name more than ${MAX_MARKS} devices`),
)

/** See {@link marksSchema}. */
export type Marks = z.infer<typeof marksSchema>

/** Body of `PUT /stats`: the specified object and, from clients that keep an answer log, `marks`. */
export const userStatsSchema = z.strictObject({
  id: z.string().check(z.minLength(1, 'must not be empty')),
  questionsStats: questionsStatsSchema,
  marks: z.exactOptional(marksSchema),
})

/** A user's statistics. `marks` is absent on a plain gateway, which stores only what the specification names. */
export type UserStats = z.infer<typeof userStatsSchema>

/** A record that refuses an own key `__proto__`, which `z.record` drops without a word. */
function recordOf<Value extends z.ZodMiniType>(key: z.ZodMiniString, value: Value) {
  const withoutPrototype = z.unknown().check(({ value, issues }) => {
    const isHidden = typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')
    if (isHidden) issues.push({ code: 'custom', path: ['__proto__'], message: RESERVED_KEY_MESSAGE, input: value })
  })
  return z.pipe(withoutPrototype, z.record(key, value))
}

function hasText(text: string): boolean {
  return text.trim() !== ''
}

function isOrdinaryKey(key: string): boolean {
  return !RESERVED_KEYS.has(key)
}
