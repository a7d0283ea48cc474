import { LocalFailure } from '../../session/local-failure.ts'

// An attacker who changes the service's responses can ask for anything in the service's name, and a user may type the
// password out of habit. These functions therefore reject the password from the login form as the answer to another question.

/**
 * Rejects a new password that equals the password from the login form.
 *
 * @param password password from the login form, empty after a reload
 * @throws LocalFailure with the code PasswordHistoryPolicyViolationException
 */
export function checkIsAnotherPassword(newPassword: string, password: string): void {
  if (password === '' || newPassword !== password) return
  throw new LocalFailure(
    'PasswordHistoryPolicyViolationException',
    'The new password must differ from the password in the login form.',
  )
}

/**
 * Rejects a list of answers that contains the password.
 *
 * @param password password from the login form, empty after a reload
 * @throws LocalFailure with the code PasswordAsAnswerError
 */
export function checkIsNotPassword(answers: readonly string[], password: string): void {
  if (password === '' || !answers.includes(password)) return
  throw new LocalFailure('PasswordAsAnswerError', 'The answer must not be the password from the login form.')
}
