import { z } from 'zod'

/** Names that JavaScript objects treat specially: as a key one of them could corrupt a client's map. */
const RESERVED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** False for the names that JavaScript objects reserve. */
export function isOrdinaryKey(key: string): boolean {
  return !RESERVED_KEYS.has(key)
}

/** Id of a question: 1 to 100 characters without white space, none of the names JavaScript objects reserve. */
export const questionIdSchema = z
  .string()
  .regex(/^\S{1,100}$/, 'must be 1 to 100 characters without white space')
  .refine(isOrdinaryKey, 'is a reserved name')

/**
 * A multiple-choice question as the API answers it (product specification §3).
 *
 * `correct` is the 0-based index of the right alternative, `theme` may be empty, and an empty alternative is one that
 * screens skip.
 */
export const questionSchema = z
  .strictObject({
    id: questionIdSchema,
    question: z.string().refine(hasText, 'must not be empty'),
    alternatives: z
      .array(z.string())
      .refine((texts) => texts.filter(hasText).length >= 2, 'must hold at least two that are not empty'),
    correct: z.int('must be a whole number'),
    theme: z.string(),
  })
  .refine(({ alternatives, correct }) => hasText(alternatives[correct] ?? ''), {
    path: ['correct'],
    message: 'must be the 0-based index of an alternative that is not empty',
  })

/** See {@link questionSchema}. */
export type Question = z.infer<typeof questionSchema>

function hasText(text: string): boolean {
  return text.trim() !== ''
}
