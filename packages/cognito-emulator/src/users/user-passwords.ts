import { DEFAULT_POLICY } from '../pools/pool-description.ts'
import type { Pool } from '../pools/pools.ts'
import { ServiceError } from '../service-error.ts'
import { createPasswordRecord, matchesPassword, type Identity, type PasswordRecord } from '../srp/handshake.ts'
import type { ComputationQueue } from '../srp/computation-queue.ts'
import { toRecordId } from './user-directory.ts'
import type { User } from './user.ts'

/** Passwords of a pool's users. What is computed takes its turn, so that it holds up nobody else. */
export type Passwords = {
  /** What is kept of a first password. It is not held to the policy: see {@link checkPassword}. */
  enrol(pool: Pool, username: string, password: string): Promise<PasswordRecord>
  /**
   * What is kept of another password, which {@link setPassword} or {@link setTemporaryPassword} then gives to the user.
   *
   * @throws {ServiceError} InvalidPasswordException, or PasswordHistoryPolicyViolationException for one that the user had.
   */
  enrolNext(pool: Pool, user: User, password: string): Promise<PasswordRecord>
  /** Whether a password typed in clear is the one the record was made of. */
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

/** The user's latest passwords, of which none may be chosen again, the present one first. */
function passwordHistory({ settings }: Pool, { password, formerPasswords = [] }: User): PasswordRecord[] {
  const { historySize } = { ...DEFAULT_POLICY, ...settings.passwordPolicy }
  return (password ? [password, ...formerPasswords] : formerPasswords).slice(0, historySize)
}

function passwordUsedBefore(): ServiceError {
  return new ServiceError('PasswordHistoryPolicyViolationException', 'Password has previously been used.')
}

/** Whose password it is to SRP. The name is that under which users are kept: how it was written tells that it is known. */
export function srpIdentity(pool: Pick<Pool, 'name' | 'settings'>, username: string): Identity {
  return { poolName: pool.name, userId: toRecordId(pool, username) }
}

/** Where a pool says that a code to an address is proof enough, users need no password. */
export function allowsNoPassword({ settings: { firstFactors = [] } }: Pool): boolean {
  return firstFactors.includes('EMAIL_OTP') || firstFactors.includes('SMS_OTP')
}

/** @throws {ServiceError} InvalidPasswordException, which names the first rule of the pool's policy that is broken. */
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

/** Gives a user a password of their own choice. */
export function setPassword(user: User, password: PasswordRecord, pool: Pool): void {
  replacePassword(user, password, pool)
  user.status = 'CONFIRMED'
  delete user.temporaryPasswordExpiresAtMs
}

/** Gives a user a password that the first sign-in must change. */
export function setTemporaryPassword(user: User, password: PasswordRecord, pool: Pool, nowMs: number): void {
  replacePassword(user, password, pool)
  user.status = 'FORCE_CHANGE_PASSWORD'
  user.temporaryPasswordExpiresAtMs = temporaryPasswordExpiryMs(pool, nowMs)
}

/** Gives a user another password in whatever state the account is. */
export function replacePassword(user: User, password: PasswordRecord, pool: Pool): void {
  const history = passwordHistory(pool, user)
  user.password = password
  if (history.length > 0) user.formerPasswords = history
}

/** When a temporary password set now expires. */
export function temporaryPasswordExpiryMs({ settings }: Pool, nowMs: number): number {
  const { temporaryPasswordValidityDays } = { ...DEFAULT_POLICY, ...settings.passwordPolicy }
  return nowMs + temporaryPasswordValidityDays * 24 * 3600_000
}
