// Who can change the service's answers could ask for anything in its name, and a person used to typing the password might
// type it once more. What was typed into the login form as the password is never sent as the answer to something else.

/** A password given in place of another one. Reads as the service's own refusal of it. */
class RepeatedPasswordError extends Error {
  override readonly name = 'RepeatedPasswordError'
  readonly code = 'PasswordHistoryPolicyViolationException'
}

/** A password given in place of what was asked for. */
class PasswordAsAnswerError extends Error {
  override readonly name = 'PasswordAsAnswerError'
  readonly code = 'PasswordAsAnswerError'
}

/**
 * The next password must be another one.
 *
 * @param password as typed into the login form; empty where it is not known any more
 * @throws RepeatedPasswordError
 */
export function checkIsAnotherPassword(newPassword: string, password: string): void {
  if (password !== '' && newPassword === password) throw new RepeatedPasswordError('It is the password of the form.')
}

/**
 * No answer may be the password.
 *
 * @param password as typed into the login form; empty where it is not known any more
 * @throws PasswordAsAnswerError
 */
export function checkIsNotPassword(answers: readonly string[], password: string): void {
  if (password !== '' && answers.includes(password)) throw new PasswordAsAnswerError('It is the password of the form.')
}
