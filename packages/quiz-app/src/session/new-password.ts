/** Shortest password that the login form sends (specification §9). */
export const PASSWORD_MIN_LENGTH = 8

/** A new password that the login form would never send again, whatever the pool allows. Reads as the pool's own refusal. */
class ShortPasswordError extends Error {
  override readonly name = 'ShortPasswordError'
  readonly code = 'InvalidPasswordException'
}

/** @throws ShortPasswordError */
export function checkNewPassword(password: string): void {
  if (password.length < PASSWORD_MIN_LENGTH) throw new ShortPasswordError('Password not long enough')
}
