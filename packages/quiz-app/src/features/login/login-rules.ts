import * as z from 'zod/mini'

import { PASSWORD_MIN_LENGTH } from '../../session/new-password.ts'

const loginSchema = z.object({
  email: z.email({ pattern: z.regexes.html5Email }), // zod's default pattern rejects some valid addresses
  password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH)),
})

export type LoginField = 'email' | 'password'

/** Values of a valid form, or the invalid fields from top to bottom. */
export type CheckedLogin =
  | { isValid: true; email: string; password: string }
  | { isValid: false; invalid: readonly LoginField[] }

/** Checks the login form. The e-mail address must be valid, and the password must have at least 8 characters. */
export function checkLogin(fields: { email: unknown; password: unknown }): CheckedLogin {
  const { email, password } = fields
  const parsed = loginSchema.safeParse({ email: typeof email === 'string' ? email.trim() : email, password })
  if (parsed.success) return { isValid: true, ...parsed.data }
  const failed = new Set(parsed.error.issues.map((issue) => issue.path[0]))
  return { isValid: false, invalid: (['email', 'password'] as const).filter((field) => failed.has(field)) }
}
