import * as z from 'zod/mini'

import { ownValue } from '../../own-value.ts'
import { signInFailureText } from '../../text/login.ts'

/** Shortest password the form sends (specification §9). */
const PASSWORD_MIN_LENGTH = 8

const loginSchema = z.object({
  email: z.email(),
  password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH)),
})

export type LoginField = 'email' | 'password'

/** What the form holds when it may be sent, otherwise the invalid fields from top to bottom. */
export type CheckedLogin =
  | { isValid: true; email: string; password: string }
  | { isValid: false; invalid: readonly LoginField[] }

/** Checks the form as specified: e-mail required and well-formed, password required with at least 8 characters. */
export function checkLogin(fields: { email: unknown; password: unknown }): CheckedLogin {
  const parsed = loginSchema.safeParse(fields)
  if (parsed.success) return { isValid: true, ...parsed.data }
  const failed = new Set(parsed.error.issues.map((issue) => issue.path[0]))
  return { isValid: false, invalid: (['email', 'password'] as const).filter((field) => failed.has(field)) }
}

/** What a person can do about a failed sign-in differs by kind; each has a text of its own. */
export type SignInFailureKind = Exclude<keyof typeof signInFailureText, 'unknown'>

const KIND_BY_CODE: Record<string, SignInFailureKind> = {
  UserNotFoundException: 'wrong-credentials', // reads like a wrong password: it must not tell who has an account
  UserNotConfirmedException: 'account-unconfirmed',
  PasswordResetRequiredException: 'password-reset-required',
  TooManyRequestsException: 'too-many-requests',
  LimitExceededException: 'too-many-attempts',
  TooManyFailedAttemptsException: 'too-many-attempts',
  CodeMismatchException: 'wrong-code',
  EnableSoftwareTokenMFAException: 'wrong-code',
  ExpiredCodeException: 'code-expired',
  InvalidPasswordException: 'weak-password',
  PasswordHistoryPolicyViolationException: 'password-used-before',
  InvalidParameterException: 'invalid-input',
  ChallengeError: 'challenge-expired',
  NetworkError: 'unreachable',
  TimeoutError: 'slow',
  StorageError: 'storage-refused',
  SrpError: 'proof-failed',
  PasskeyError: 'passkey-unused',
}

/** The service says many things with one code; its known messages tell them apart. */
const NOT_AUTHORIZED_KINDS: readonly (readonly [RegExp, SignInFailureKind])[] = [
  [/disabled/i, 'account-disabled'],
  [/attempts exceeded/i, 'too-many-attempts'],
  [/password.*expired|account has expired/i, 'temporary-password-expired'],
  [/session.*(expired|invalid)|invalid session/i, 'challenge-expired'],
  [/code|otp/i, 'wrong-code'],
]

/** The kind of a failed sign-in by the error's code and, where the service uses one code for many things, its message. */
export function signInFailureKind({ code, message }: { code: string; message: string }): SignInFailureKind | null {
  if (code === 'NotAuthorizedException') {
    return NOT_AUTHORIZED_KINDS.find(([pattern]) => pattern.test(message))?.[1] ?? 'wrong-credentials'
  }
  return ownValue(KIND_BY_CODE, code) ?? null
}

/** A failed sign-in in Portuguese; an unknown code is shown as it is. */
export function describeSignInFailure(failure: { code: string; message: string }): string {
  const kind = signInFailureKind(failure)
  return kind === null ? signInFailureText.unknown(failure.code) : signInFailureText[kind]
}
