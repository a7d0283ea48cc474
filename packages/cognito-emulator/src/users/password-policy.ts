import type { PasswordPolicy } from '../options.ts'
import { ServiceError } from '../service-error.ts'

const DEFAULT_POLICY: Required<PasswordPolicy> = {
  minimumLength: 8,
  requireUppercase: true,
  requireLowercase: true,
  requireNumbers: true,
  requireSymbols: true,
  temporaryPasswordValidityDays: 7,
}

/** The pool's policy with the service's defaults filled in. */
export function completePolicy(policy: PasswordPolicy = {}): Required<PasswordPolicy> {
  return { ...DEFAULT_POLICY, ...policy }
}

/** @throws {ServiceError} InvalidPasswordException, which names the first rule that is broken. */
export function checkPassword(password: string, policy: PasswordPolicy | undefined): void {
  const rules = completePolicy(policy)
  const breaches: [boolean, string][] = [
    [password.length < rules.minimumLength, 'Password not long enough'],
    [rules.requireUppercase && !/[A-Z]/.test(password), 'Password must have uppercase characters'],
    [rules.requireLowercase && !/[a-z]/.test(password), 'Password must have lowercase characters'],
    [rules.requireNumbers && !/[0-9]/.test(password), 'Password must have numeric characters'],
    [
      rules.requireSymbols && !/[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/.test(password),
      'Password must have symbol characters',
    ],
  ]
  const breach = breaches.find(([isBroken]) => isBroken)
  if (breach) throw new ServiceError('InvalidPasswordException', `Password did not conform with policy: ${breach[1]}`)
}
