import { LocalFailure } from './local-failure.ts'

/** Minimum length of a password that the login form sends (specification §9). */
export const PASSWORD_MIN_LENGTH = 8

/**
 * Rejects a new password that the login form would later reject, even if the pool allows it.
 *
 * @throws LocalFailure with the code InvalidPasswordException, as for a password that the pool rejects
 */
export function checkNewPassword(password: string): void {
  if (password.length < PASSWORD_MIN_LENGTH) {
    throw new LocalFailure('InvalidPasswordException', 'Password not long enough')
  }
}
