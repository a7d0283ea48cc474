import { en } from 'zod/locales'

/**
 * Lets a schema say what is wrong in words, which zod/mini does not bring: `schema.safeParse(value, IN_ENGLISH)`. Apart
 * from the schemas, so that an app that shows no such words does not load them.
 */
export const IN_ENGLISH = { error: en().localeError }
