// Schemas of the values that clients send and that stores save. A value that passes one of these schemas also passes the
// corresponding schema in lenient.ts, unchanged.

import * as z from 'zod/mini'

import { MAX_FLAWS } from './problem.ts'
import { isTally } from './tally.ts'

/**
 * Maximum number of questions in a bank, and therefore of questions that a user can answer. One thread can check this
 * many entries without delaying other users. The measurement is in docs/decisions/091-size-of-statistics.md.
 */
export const MAX_QUESTIONS = 10_000

/**
 * Maximum length of a user name
 * (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html).
 */
const MAX_USER_NAME_LENGTH = 128

/** Limits for one question, which allow several screens of text and more alternatives than a student would read. */
const MAX_TEXT_LENGTH = 20_000
const MAX_THEME_LENGTH = 200
const MAX_ALTERNATIVES = 100

/** Maximum number of devices that can have a mark. Stores keep all marks of a user in one record of limited size. */
const MAX_MARKS = 1_000

/** Names that JavaScript objects treat specially. A key with such a name could corrupt a client's map. */
const RESERVED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const RESERVED_KEY_MESSAGE = 'is a reserved name'

const QUESTION_ID = /^\S{1,100}$/

const questionIdSchema = z
  .string()
  .check(
    z.regex(QUESTION_ID, 'must be 1 to 100 characters without white space'),
    z.refine(isOrdinaryKey, RESERVED_KEY_MESSAGE),
  )

const deviceIdSchema = z
  .string()
  .check(
    z.regex(/^[\w-]{1,100}$/, 'must be 1 to 100 letters, digits, "_" or "-"'),
    z.refine(isOrdinaryKey, RESERVED_KEY_MESSAGE),
  )

const countSchema = z.int('must be a whole number').check(z.nonnegative('must not be negative'))

const textSchema = z.string().check(z.refine(hasText, 'must not be empty'), notLongerThan(MAX_TEXT_LENGTH))

const alternativeSchema = z.string().check(
  z.refine((text) => text === '' || hasText(text), 'must be empty or contain more than spaces'),
  notLongerThan(MAX_TEXT_LENGTH),
)

/**
 * A multiple-choice question as the API returns it (product specification §3).
 *
 * `correct` is the 0-based index of the right alternative. `theme` may be empty. Screens do not show empty
 * alternatives. `explanation` is plain text that explains the right alternative; empty lines separate its paragraphs.
 */
export const questionSchema = z
  .strictObject({
    id: questionIdSchema,
    question: textSchema,
    alternatives: listOf(alternativeSchema, MAX_ALTERNATIVES).check(
      z.refine((texts) => texts.filter(hasText).length >= 2, 'must contain at least two that are not empty'),
    ),
    correct: z.int('must be a whole number'),
    theme: z.string().check(notLongerThan(MAX_THEME_LENGTH)),
    explanation: z.exactOptional(textSchema),
  })
  .check(
    z.refine(({ alternatives, correct }) => hasText(alternatives[correct] ?? ''), {
      path: ['correct'],
      error: 'must be the 0-based index of an alternative that is not empty',
    }),
  )

/** See {@link questionSchema}. */
export type Question = z.infer<typeof questionSchema>

/** The bank, as returned by `GET /questions`. */
export const questionListSchema = z.array(questionSchema)

const tallySchema = z
  .strictObject({ tries: countSchema, correct: countSchema })
  .check(z.refine(({ tries, correct }) => correct <= tries, { path: ['correct'], error: 'must not exceed tries' }))

const questionsStatsSchema = recordOf(questionIdSchema, tallySchema, {
  most: MAX_QUESTIONS,
  isValid: isValidTally,
  otherwise: `must not contain more than ${MAX_QUESTIONS} entries`,
})

/** Tallies by question id. */
export type QuestionsStats = z.infer<typeof questionsStatsSchema>

/** For each device id, the last key of the device's answer log that the tallies include. */
export const marksSchema = recordOf(deviceIdSchema, countSchema, {
  most: MAX_MARKS,
  otherwise: `must not name more than ${MAX_MARKS} devices`,
})

/** See {@link marksSchema}. */
export type Marks = z.infer<typeof marksSchema>

/** Body of `PUT /stats`: the object of the specification, plus `marks` from clients that keep an answer log. */
export const userStatsSchema = z.strictObject({
  id: z.string().check(z.minLength(1, 'must not be empty'), notLongerThan(MAX_USER_NAME_LENGTH)),
  questionsStats: questionsStatsSchema,
  marks: z.exactOptional(marksSchema),
})

/** A user's statistics. A plain gateway, which stores only the specified fields, omits `marks`. */
export type UserStats = z.infer<typeof userStatsSchema>

/**
 * Schema of a map. The check tests the size first and stops at the {@link MAX_FLAWS}th flaw, whereas `z.record` lists
 * every flaw of a million entries and silently drops the key `__proto__`.
 */
function recordOf<Value extends z.ZodMiniType>(
  key: z.ZodMiniString,
  value: Value,
  { most, otherwise, isValid = () => false }: RecordLimits,
) {
  return z.custom<Record<string, z.output<Value>>>().check(({ value: map, issues }) => {
    if (typeof map !== 'object' || map === null || Array.isArray(map)) {
      issues.push({ code: 'invalid_type', expected: 'record', input: map })
      return
    }
    const names = Object.keys(map)
    if (names.length > most) issues.push({ code: 'custom', message: otherwise, input: map })
    else {
      const wrong = names.filter((name) => !isValid(name, map[name]))
      collectFlaws(issues, wrong, (name) => [...flawsOf(key, name), ...flawsOf(value, map[name])])
    }
  })
}

type RecordLimits = {
  most: number
  otherwise: string
  /** Quickly recognises entries that pass the schemas. All other entries are checked with the schemas. */
  isValid?: (key: string, value: unknown) => boolean
}

/**
 * This check takes a fifth of the time that the schemas take. The schemas are still needed to describe what is wrong
 * with an entry.
 */
function isValidTally(questionId: string, value: unknown): boolean {
  return QUESTION_ID.test(questionId) && isOrdinaryKey(questionId) && isTally(value) && Object.keys(value).length === 2
}

/** Schema of a list. The check tests the length first and stops at the {@link MAX_FLAWS}th flaw. */
function listOf<Element extends z.ZodMiniType>(element: Element, most: number) {
  return z.custom<z.output<Element>[]>().check(({ value: list, issues }) => {
    if (!Array.isArray(list)) issues.push({ code: 'invalid_type', expected: 'array', input: list, continue: false })
    else if (list.length > most) {
      issues.push({
        code: 'custom',
        message: `must not contain more than ${most} elements`,
        input: list,
        continue: false,
      })
    } else collectFlaws(issues, list.keys(), (index) => flawsOf(element, list[index]))
  })
}

function collectFlaws<Key extends PropertyKey>(
  issues: z.core.$ZodRawIssue[],
  keys: Iterable<Key>,
  flawsAt: (key: Key) => z.core.$ZodRawIssue[],
): void {
  for (const key of keys) {
    if (issues.length >= MAX_FLAWS) return
    issues.push(...z.core.util.prefixIssues(key, flawsAt(key)))
  }
}

/** Returns the raw issues of a value; the check of the whole body adds the messages. */
function flawsOf(schema: z.ZodMiniType, value: unknown): z.core.$ZodRawIssue[] {
  const result = schema._zod.run({ value, issues: [] }, { async: false })
  return 'issues' in result ? result.issues : []
}

function notLongerThan(most: number) {
  return z.maxLength(most, `must not be longer than ${most} characters`)
}

function hasText(text: string): boolean {
  return text.trim() !== ''
}

function isOrdinaryKey(key: string): boolean {
  return !RESERVED_KEYS.has(key)
}
