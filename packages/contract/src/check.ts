import type * as z from 'zod/mini'
import { en } from 'zod/locales'

import { MAX_FLAWS, type Flaw } from './problem.ts'

/** Maximum length of a path or message, with room for the longest path of a valid key. */
const MAX_TEXT_LENGTH = 200

const IN_ENGLISH = { error: en().localeError }

/** Result of a check: the parsed value, or the first {@link MAX_FLAWS} flaws of the value. */
export type Checked<Value> = { data: Value; flaws?: undefined } | { data?: undefined; flaws: Flaw[] }

/**
 * Checks a value and describes its flaws in English, with messages that zod/mini does not include. The function is in a
 * separate file from the schemas, so that an app that does not show the messages does not load them.
 */
export function check<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(value, IN_ENGLISH)
  if (parsed.success) return { data: parsed.data }
  return { flaws: parsed.error.issues.slice(0, MAX_FLAWS).map(toFlaw) }
}

/** Paths and the message about unknown keys contain keys from the client, so both are truncated. */
function toFlaw({ path, message }: z.core.$ZodIssue): Flaw {
  return { path: cut(path.map((key) => cut(String(key))).join('.')), message: cut(message) }
}

/** Truncates a string to 200 characters. */
export function cut(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`
}
