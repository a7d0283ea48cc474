import { DEFAULT_POLICY } from '../pools/pool-description.ts'
import type { Pool } from '../pools/pools.ts'
import { ServiceError } from '../service-error.ts'
import { createPasswordRecord, matchesPassword, type Identity, type PasswordRecord } from '../srp/handshake.ts'
import type { ComputationQueue } from '../srp/computation-queue.ts'
import { toRecordId } from './user-directory.ts'
import type { User } from './user.ts'

/** Passwords of a pool's users. Computations run in the queue, so that they do not block other requests. */
export type Passwords = {
  /** Creates the record of a first password without applying the policy (see {@link checkPassword}). */
  enrol(pool: Pool, username: string, password: string): Promise<PasswordRecord>
  /**
   * Creates the record of a new password for {@link setPassword} or {@link setTemporaryPassword}.
   *
   * @throws {ServiceError} InvalidPasswordException, or PasswordHistoryPolicyViolationException if the password is in
   *   the user's password history.
   */
  enrolNext(pool: Pool, user: User, password: string): Promise<PasswordRecord>
  /** Whether a plain-text password matches the record. */
  matches(record: PasswordRecord, pool: Pool, username: string, password: string): Promise<boolean>
}

export function createPasswords(compute: ComputationQueue): Passwords {
  const enrol: Passwords['enrol'] = (pool, username, password) =>
    compute(() => createPasswordRecord(srpIdentity(pool, username), password))
  const matches: Passwords['matches'] = (record, pool, username, password) =>
    compute(() => matchesPassword(record, srpIdentity(pool, username), password))
  return {
    enrol,
    matches,
    async enrolNext(pool, user, password) {
      checkPassword(pool, password)
      for (const record of passwordHistory(pool, user)) {
        if (await matches(record, pool, user.username, password)) throw passwordUsedBefore()
      }
      return enrol(pool, user.username, password)
    },
  }
}

/** Returns the user's latest passwords, which cannot be reused, starting with the current one. */
function passwordHistory({ settings }: Pool, { password, formerPasswords = [] }: User): PasswordRecord[] {
  const { historySize } = { ...DEFAULT_POLICY, ...settings.passwordPolicy }
  return (password ? [password, ...formerPasswords] : formerPasswords).slice(0, historySize)
}

function passwordUsedBefore(): ServiceError {
  return new ServiceError('PasswordHistoryPolicyViolationException', 'Password has previously been used.')
}

/**
 * Returns the user's identity in SRP. The identity contains the stored form of the name, because the original spelling
 * would reveal that the user exists.
 */
export function srpIdentity(pool: Pick<Pool, 'name' | 'settings'>, username: string): Identity {
  return { poolName: pool.name, userId: toRecordId(pool, username) }
}

/** Whether a user can exist without a password, because the pool allows a code as a first factor. */
export function allowsNoPassword({ settings: { firstFactors = [] } }: Pool): boolean {
  return firstFactors.includes('EMAIL_OTP') || firstFactors.includes('SMS_OTP')
}

/** @throws {ServiceError} InvalidPasswordException with the first rule of the pool's policy that the password breaks. */
export function checkPassword({ settings }: Pool, password: string): void {
  const rules = { ...DEFAULT_POLICY, ...settings.passwordPolicy }
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

/** Sets a permanent password. */
export function setPassword(user: User, password: PasswordRecord, pool: Pool): void {
  replacePassword(user, password, pool)
  user.status = 'CONFIRMED'
  delete user.temporaryPasswordExpiresAtMs
}

/** Sets a temporary password, which the user must change at the next sign-in. */
export function setTemporaryPassword(user: User, password: PasswordRecord, pool: Pool, nowMs: number): void {
  replacePassword(user, password, pool)
  user.status = 'FORCE_CHANGE_PASSWORD'
  user.temporaryPasswordExpiresAtMs = temporaryPasswordExpiryMs(pool, nowMs)
}

/** Replaces the user's password without changing the status of the account. */
export function replacePassword(user: User, password: PasswordRecord, pool: Pool): void {
  const history = passwordHistory(pool, user)
  user.password = password
  if (history.length > 0) user.formerPasswords = history
}

/** Returns the time at which a temporary password that is set now expires. */
export function temporaryPasswordExpiryMs({ settings }: Pool, nowMs: number): number {
  const { temporaryPasswordValidityDays } = { ...DEFAULT_POLICY, ...settings.passwordPolicy }
  return nowMs + temporaryPasswordValidityDays * 24 * 3600_000
}
