import { LocalFailure } from './local-failure.ts'

/** Shortest password that the login form sends (specification §9). */
export const PASSWORD_MIN_LENGTH = 8

/** Thrown for a new password that the login form would later reject. The error has the same message as the pool's own error. */
class ShortPasswordError extends Error {
  override readonly name = 'ShortPasswordError'
  readonly code = 'InvalidPasswordException'
}

/** @throws ShortPasswordError if the password is shorter than {@link PASSWORD_MIN_LENGTH} */
export function checkNewPassword(password: string): void {
  if (password.length < PASSWORD_MIN_LENGTH) {
    throw new LocalFailure('InvalidPasswordException', 'Password not long enough')
  }
}
