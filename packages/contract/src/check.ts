import type * as z from 'zod/mini'
import { en } from 'zod/locales'

import { MAX_FLAWS, type Flaw } from './problem.ts'

/** Room for the longest path that a valid key makes; what is longer was made to be long. */
const MAX_TEXT_LENGTH = 200

const IN_ENGLISH = { error: en().localeError }

/** What a value is by a schema, or the first {@link MAX_FLAWS} things that are wrong with it. */
export type Checked<Value> = { data: Value; flaws?: undefined } | { data?: undefined; flaws: Flaw[] }

/**
 * Checks a value and says in words what is wrong, which zod/mini does not bring. Apart from the schemas, so that an app
 * that shows no such words does not load them.
 */
export function check<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(value, IN_ENGLISH)
  if (parsed.success) return { data: parsed.data }
  return { flaws: parsed.error.issues.slice(0, MAX_FLAWS).map(toFlaw) }
}

/** Keys that a client made up stand in paths, and in the message about unknown ones: both are cut. */
function toFlaw({ path, message }: z.core.$ZodIssue): Flaw {
  return { path: cut(path.map((key) => cut(String(key))).join('.')), message: cut(message) }
}

/** A text for people with at most its first 200 characters. */
export function cut(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`
}
