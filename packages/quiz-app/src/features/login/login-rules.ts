import * as z from 'zod/mini'

import { PASSWORD_MIN_LENGTH } from '../../session/new-password.ts'

const loginSchema = z.object({
  email: z.email({ pattern: z.regexes.html5Email }), // zod's own pattern refuses addresses that people have
  password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH)),
})

export type LoginField = 'email' | 'password'

/** What the form holds when it may be sent, otherwise the invalid fields from top to bottom. */
export type CheckedLogin =
  | { isValid: true; email: string; password: string }
  | { isValid: false; invalid: readonly LoginField[] }

/** Checks the form as specified: e-mail required and well-formed, password required with at least 8 characters. */
export function checkLogin(fields: { email: unknown; password: unknown }): CheckedLogin {
  const { email, password } = fields
  const parsed = loginSchema.safeParse({ email: typeof email === 'string' ? email.trim() : email, password })
  if (parsed.success) return { isValid: true, ...parsed.data }
  const failed = new Set(parsed.error.issues.map((issue) => issue.path[0]))
  return { isValid: false, invalid: (['email', 'password'] as const).filter((field) => failed.has(field)) }
}
