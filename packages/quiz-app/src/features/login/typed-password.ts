import { LocalFailure } from '../../session/local-failure.ts'

// An attacker who changes the service's responses can ask for anything in the service's name, and a user may type the
// password out of habit. The password of the login form is never sent as the answer to another question.

/**
 * Refuses a new password that is the same as the one in use.
 *
 * @param password password of the login form; empty after a reload
 * @throws LocalFailure with the code of a password that was used before
 */
export function checkIsAnotherPassword(newPassword: string, password: string): void {
  if (password === '' || newPassword !== password) return
  throw new LocalFailure('PasswordHistoryPolicyViolationException', 'The new password is the password of the form.')
}

/**
 * Refuses answers that contain the password.
 *
 * @param password password of the login form; empty after a reload
 * @throws LocalFailure
 */
export function checkIsNotPassword(answers: readonly string[], password: string): void {
  if (password === '' || !answers.includes(password)) return
  throw new LocalFailure('PasswordAsAnswerError', 'The answer is the password of the form.')
}
