import type { Clock } from '../controls/clock.ts'
import type { Pool } from '../pools/pools.ts'
import { limitExceeded, passwordAttemptsExceeded, ServiceError, tooManyRequests } from '../service-error.ts'
import { sha256 } from '../srp/group.ts'
import { createBoundedMap, type BoundedMap } from '../storage/bounded-map.ts'
import { toRecordId } from './user-directory.ts'

/**
 * Number of failed guesses that are possible without a delay. The service documents five for sign-ins, and "5 to 20" in
 * an hour for codes.
 */
export const FREE_FAILURES = 5
const LONGEST_LOCK_MS = 900_000
const QUIET_MS = 900_000
/**
 * Time after which one more code guess is allowed. Together with the free guesses, at most 20 guesses are possible in
 * an hour, which is the upper bound of the service's "5 to 20".
 */
const CODE_RETURNS_AFTER_MS = 240_000
/**
 * Number of codes, except password-reset codes, that a user can request without a delay. At most 20 requests an hour
 * are possible.
 */
const FREE_REQUESTS = 10
const REQUEST_RETURNS_AFTER_MS = 360_000
/** Maximum number of stored failure counts, each of about 250 bytes. */
const KEPT_NAMES = 100_000

/** Kind of guess. Each kind has its own count, so that a correct password does not clear the count of second factors. */
export type GuessKind =
  | 'password'
  | 'sign-in-code'
  | 'mfa-code'
  | 'sign-up-code'
  | 'reset-code'
  | 'attribute-code'
  | 'set-up-code'
  | 'previous-password'

/** Kinds of guesses and code requests. Requests for password-reset codes have their own count. */
type Counted = GuessKind | RequestKind
export type RequestKind = 'code-request' | 'reset-request'

/**
 * The target of a guess: a user or an unknown name. Sign-ins with a confirmed device of the user have their own count. Only
 * the user knows the device key, so guesses by others cannot lock out that device.
 */
export type Guessed = { pool: Pool; username: string; sub?: string | undefined; deviceKey?: string | undefined }

/**
 * Limits on guesses, for every caller and for existing and unknown names. During a lockout, right and wrong proofs get
 * the same error. Attempts during a lockout are not counted, so they do not extend it.
 *
 * - Passwords and codes at sign-in, as the service documents: five failures cause a lockout of one second. Each further
 *   failure doubles the lockout, up to 15 minutes. A success, or 15 minutes without an attempt after the lockout,
 *   clears the failures.
 * - Other codes, requests for password-reset codes, and the previous password: five attempts, then one more every four
 *   minutes. Five attempts without a delay and 20 in an hour are the bounds of the service's "5 to 20 in an hour".
 * - Requests for other codes: ten requests, then one more every six minutes.
 */
export type AttemptLimits = {
  /** @throws {ServiceError} NotAuthorizedException or LimitExceededException while guesses of this kind are locked out. */
  check(guessed: Guessed, kind: GuessKind): void
  /**
   * Checks one guess with `verify`. Runs only as many simultaneous guesses as can still fail within the limit. All further
   * guesses wait, so no guess is checked beyond the limit. If all guesses are correct, all succeed. If `verify` returns, the
   * failures of this kind are cleared. If `verify` throws, one failure is added, unless the emulator was too busy to check
   * the guess.
   *
   * @throws {ServiceError} as {@link AttemptLimits.check} before `verify` is called, or the error of `verify`.
   */
  guess<Result>(guessed: Guessed, kind: GuessKind, verify: () => Result | Promise<Result>): Promise<Result>
  /** Counts a request for a code. @throws {ServiceError} LimitExceededException if there were too many requests. */
  countRequest(guessed: Guessed, kind?: RequestKind): void
  /** Clears the failures of one kind after the user was verified in another way, or after an administrator intervened. */
  forgive(guessed: Guessed, kind: GuessKind): void
}

type Failures = { count: number; lastAtMs: number }

/** Store, key and backoff for the failures of one kind for one name. */
type Mark = { key: string; backoff: Backoff; kept: BoundedMap<Failures> }

/** Rules for how long the next guess is delayed after failures. */
type Backoff = {
  /** Number of failed guesses that are possible without a delay. */
  free: number
  /** Returns the number of failures that still count. */
  countAt: (failures: Failures, nowMs: number) => number
  /** Returns the time from which the next guess is allowed. */
  openFromMs: (failures: Failures) => number
  error: () => ServiceError
}

function lockout(free: number): Backoff {
  const openFromMs = ({ count, lastAtMs }: Failures): number =>
    count < free ? lastAtMs : lastAtMs + Math.min(1000 * 2 ** (count - free), LONGEST_LOCK_MS)
  return {
    free,
    openFromMs,
    countAt: (failures, nowMs) => (nowMs < openFromMs(failures) + QUIET_MS ? failures.count : 0),
    error: passwordAttemptsExceeded,
  }
}

function allowance(free: number, oneReturnsAfterMs: number): Backoff {
  return {
    free,
    openFromMs: ({ count, lastAtMs }) => lastAtMs + Math.max(count - (free - 1), 0) * oneReturnsAfterMs,
    countAt: ({ count, lastAtMs }, nowMs) => Math.max(count - (nowMs - lastAtMs) / oneReturnsAfterMs, 0),
    error: limitExceeded,
  }
}

function backoffsOf(freeFailures: number): Record<Counted, Backoff> {
  const [signIn, code] = [lockout(freeFailures), allowance(freeFailures, CODE_RETURNS_AFTER_MS)]
  return {
    password: signIn,
    'sign-in-code': signIn,
    'mfa-code': signIn,
    'sign-up-code': code,
    'reset-code': code,
    'attribute-code': code,
    'set-up-code': code,
    'previous-password': code,
    'reset-request': code,
    'code-request': allowance(Math.max(freeFailures, FREE_REQUESTS), REQUEST_RETURNS_AFTER_MS),
  }
}

/**
 * @param freeFailures number of failures without a delay
 * @param keptNames maximum number of stored failure counts, separately for users and unknown names
 */
export function createAttemptLimits(
  clock: Clock,
  freeFailures: number = FREE_FAILURES,
  keptNames: number = KEPT_NAMES,
): AttemptLimits {
  const backoffs = backoffsOf(freeFailures)
  // Use separate maps, because attempts with unknown names must not evict the failures of users.
  const ofUsers = createBoundedMap<Failures>({ entries: keptNames })
  const ofUnknownNames = createBoundedMap<Failures>({ entries: keptNames })
  const runLimited = createTaskLimiter()

  const markOf = (guessed: Guessed, kind: Counted): Mark => ({
    key: keyOf(guessed, kind),
    backoff: backoffs[kind],
    kept: guessed.sub === undefined ? ofUnknownNames : ofUsers,
  })
  const countOf = ({ key, backoff, kept }: Mark): number => {
    const failures = kept.get(key)
    return failures ? backoff.countAt(failures, clock.nowMs()) : 0
  }
  const check = ({ key, backoff, kept }: Mark): void => {
    const failures = kept.get(key)
    if (failures && clock.nowMs() < backoff.openFromMs(failures)) throw backoff.error()
  }
  const fail = (mark: Mark): void => mark.kept.set(mark.key, { count: countOf(mark) + 1, lastAtMs: clock.nowMs() })
  const forget = ({ key, kept }: Mark): void => kept.delete(key)

  return {
    check: (guessed, kind) => check(markOf(guessed, kind)),
    async guess(guessed, kind, verify) {
      const mark = markOf(guessed, kind)
      check(mark)
      return runLimited(
        mark.key,
        () => Math.max(mark.backoff.free - Math.ceil(countOf(mark)), 1),
        async () => {
          check(mark) // earlier guesses may have failed in the meantime
          try {
            const result = await verify()
            forget(mark)
            return result
          } catch (error) {
            if (!isTooBusy(error)) fail(mark)
            throw error
          }
        },
      )
    },
    countRequest(guessed, kind = 'code-request') {
      const mark = markOf(guessed, kind)
      check(mark)
      fail(mark)
    },
    forgive: (guessed, kind) => forget(markOf(guessed, kind)),
  }
}

/**
 * Whether an error means that the guess was not checked. Such an error does not count as a failure. Otherwise,
 * overloading the emulator would lock out users with the right password.
 */
function isTooBusy(error: unknown): boolean {
  return error instanceof ServiceError && error.code === tooManyRequests().code
}

/** Runs at most `limit()` tasks with the same key at the same time. The other tasks wait in order. */
type TaskLimiter = <Result>(key: string, limit: () => number, run: () => Promise<Result>) => Promise<Result>

function createTaskLimiter(): TaskLimiter {
  const busy = new Map<string, { tasks: number; running: number; waiting: (() => void)[] }>()
  return async (key, limit, run) => {
    const state = busy.get(key) ?? { tasks: 0, running: 0, waiting: [] }
    busy.set(key, state)
    state.tasks += 1
    while (state.running >= limit()) await new Promise<void>((resume) => state.waiting.push(resume))
    state.running += 1
    try {
      return await run()
    } finally {
      state.running -= 1
      state.tasks -= 1
      if (state.tasks === 0) busy.delete(key)
      const free = Math.max(limit() - state.running, 1)
      for (const resume of state.waiting.splice(0, free)) resume()
    }
  }
}

/** Returns a key that has the same length for all names. A new account with an old name gets a new key. */
function keyOf({ pool, username, sub, deviceKey }: Guessed, kind: Counted): string {
  const parts = [kind, pool.id, sub ?? '', sub === undefined ? toRecordId(pool, username) : '', deviceKey ?? '']
  return sha256(JSON.stringify(parts)).toString('base64')
}
