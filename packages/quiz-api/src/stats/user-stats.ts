import { z } from 'zod'

import { isOrdinaryKey, questionIdSchema } from '../questions/question.ts'

const countSchema = z.int('must be a whole number').nonnegative('must not be negative')

const questionStatsSchema = z
  .strictObject({ tries: countSchema, correct: countSchema })
  .refine(({ tries, correct }) => correct <= tries, { path: ['correct'], message: 'must not exceed tries' })

/** Devices that may leave a mark: stores keep all marks of a user in one record of limited size. */
const MAX_MARKS = 1_000

const deviceIdSchema = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'must be 1 to 100 letters, digits, "_" or "-"')
  .refine(isOrdinaryKey, 'is a reserved name')

/** Last log key that the counts include, by device: see "No answer is ever lost" in the app's documentation. */
export const marksSchema = recordOf(deviceIdSchema, countSchema).refine(
  (marks) => Object.keys(marks).length <= MAX_MARKS,
  `must not name more than ${MAX_MARKS} devices`,
)

/** Body of `PUT /stats`: the specified object and, from clients that keep an answer log, `marks`. */
export const statsBodySchema = z.strictObject({
  id: z.string().min(1, 'must not be empty'),
  questionsStats: recordOf(questionIdSchema, questionStatsSchema),
  marks: marksSchema.optional(),
})

/** See {@link statsBodySchema}. */
export type StatsBody = z.infer<typeof statsBodySchema>

/** See {@link marksSchema}. */
export type Marks = z.infer<typeof marksSchema>

/** A record that refuses an own key `__proto__`, which `z.record` drops without a word. */
function recordOf<Value extends z.ZodType>(key: z.ZodString, value: Value) {
  return z
    .unknown()
    .superRefine((input, context) => {
      const isHidden = typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__')
      if (isHidden) context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is a reserved name' })
    })
    .pipe(z.record(key, value))
}
