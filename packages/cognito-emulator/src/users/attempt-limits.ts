import type { Clock } from '../controls/clock.ts'
import type { Pool } from '../pools/pools.ts'
import { limitExceeded, passwordAttemptsExceeded, ServiceError, tooManyRequests } from '../service-error.ts'
import { sha256 } from '../srp/group.ts'
import { createBoundedMap, type BoundedMap } from '../storage/bounded-map.ts'
import { toRecordId } from './user-directory.ts'

/** Failures that cost nothing yet. The service's number for sign-ins, and the lower one of its "5 to 20" for codes. */
export const FREE_FAILURES = 5
const LONGEST_LOCK_MS = 900_000
const QUIET_MS = 900_000
/** With those that are free at most 20 in any hour: the higher one of the service's "5 to 20". */
const CODE_RETURNS_AFTER_MS = 240_000
/** Codes that a user may ask for, likewise at most 20 in any hour. */
const FREE_REQUESTS = 10
const REQUEST_RETURNS_AFTER_MS = 360_000
/** About 250 bytes for one. */
const KEPT_NAMES = 100_000

/** What is guessed. Each kind is counted for itself: who knows a password must not clear the count of second factors. */
export type GuessKind =
  | 'password'
  | 'sign-in-code'
  | 'mfa-code'
  | 'sign-up-code'
  | 'reset-code'
  | 'attribute-code'
  | 'set-up-code'
  | 'previous-password'

/** What is counted: guesses, and codes that are asked for, those for another password apart. */
type Counted = GuessKind | RequestKind
export type RequestKind = 'code-request' | 'reset-request'

/**
 * Against whom a guess counts: a user, or a name nobody has. A sign-in that names a confirmed device of the user is counted
 * apart: nobody else knows the key, so a stranger's guesses cannot lock that device out.
 */
export type Guessed = { pool: Pool; username: string; sub?: string | undefined; deviceKey?: string | undefined }

/**
 * The brake on guessing. It holds whoever guesses and whether the name exists; while it does, a right proof is answered as a
 * wrong one is, and none counts, so that asking on does not prolong it.
 *
 * - Sign-ins, as the service documents it: after five failures locked for one second, then twice as long after each further
 *   one, up to 15 minutes; a success, or 15 quiet minutes after the lock, forget the failures.
 * - Codes, requests for the code of another password, and the previous password: five, then one more every four minutes, which
 *   is the lower and the higher one of the service's "5 to 20 in an hour". Requests for other codes: ten, then one in six.
 */
export type AttemptLimits = {
  /** @throws {ServiceError} NotAuthorizedException or LimitExceededException while no guess of this kind is judged. */
  check(guessed: Guessed, kind: GuessKind): void
  /**
   * Has one guess judged. Of those sent at the same time no more are begun than may fail; the others wait for these, so that
   * none is judged beyond the limit, and right ones are all let in. When `judge` returns, the failures of its kind are
   * forgotten; when it throws, there is one more, unless it was too busy to judge.
   *
   * @throws {ServiceError} as {@link AttemptLimits.check}, without a call of `judge`; what `judge` throws.
   */
  guess<Result>(guessed: Guessed, kind: GuessKind, judge: () => Result | Promise<Result>): Promise<Result>
  /** Counts a code that is asked for. @throws {ServiceError} LimitExceededException when too many were. */
  countRequest(guessed: Guessed, kind?: RequestKind): void
  /** Forgets the failures of a kind: the user proved itself otherwise, or an administrator stepped in. */
  forgive(guessed: Guessed, kind: GuessKind): void
}

type Failures = { count: number; lastAtMs: number }

/** Where the failures of one kind at one name are kept, and what they hold up. */
type Mark = { key: string; brake: Brake; kept: BoundedMap<Failures> }

/** How failures of some kinds hold up the next guess. */
type Brake = {
  /** How many failures cost nothing yet. */
  free: number
  /** The failures that still count. */
  countAt: (failures: Failures, nowMs: number) => number
  /** From when on another guess is judged. */
  openFromMs: (failures: Failures) => number
  error: () => ServiceError
}

function lockout(free: number): Brake {
  const openFromMs = ({ count, lastAtMs }: Failures): number =>
    count < free ? lastAtMs : lastAtMs + Math.min(1000 * 2 ** (count - free), LONGEST_LOCK_MS)
  return {
    free,
    openFromMs,
    countAt: (failures, nowMs) => (nowMs < openFromMs(failures) + QUIET_MS ? failures.count : 0),
    error: passwordAttemptsExceeded,
  }
}

function allowance(free: number, oneReturnsAfterMs: number): Brake {
  return {
    free,
    openFromMs: ({ count, lastAtMs }) => lastAtMs + Math.max(count - (free - 1), 0) * oneReturnsAfterMs,
    countAt: ({ count, lastAtMs }, nowMs) => Math.max(count - (nowMs - lastAtMs) / oneReturnsAfterMs, 0),
    error: limitExceeded,
  }
}

function brakesOf(freeFailures: number): Record<Counted, Brake> {
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
 * @param freeFailures how many failures cost nothing yet
 * @param keptNames number of names whose failures are remembered, of users and of unknown names each
 */
export function createAttemptLimits(
  clock: Clock,
  freeFailures: number = FREE_FAILURES,
  keptNames: number = KEPT_NAMES,
): AttemptLimits {
  const brakes = brakesOf(freeFailures)
  // Apart: strangers guess at names that nobody has as they like, and push out no user's failures by it.
  const ofUsers = createBoundedMap<Failures>({ entries: keptNames })
  const ofNobody = createBoundedMap<Failures>({ entries: keptNames })
  const inTurn = createTurns()

  const markOf = (guessed: Guessed, kind: Counted): Mark => ({
    key: keyOf(guessed, kind),
    brake: brakes[kind],
    kept: guessed.sub === undefined ? ofNobody : ofUsers,
  })
  const countOf = ({ key, brake, kept }: Mark): number => {
    const failures = kept.get(key)
    return failures ? brake.countAt(failures, clock.nowMs()) : 0
  }
  const check = ({ key, brake, kept }: Mark): void => {
    const failures = kept.get(key)
    if (failures && clock.nowMs() < brake.openFromMs(failures)) throw brake.error()
  }
  const fail = (mark: Mark): void => mark.kept.set(mark.key, { count: countOf(mark) + 1, lastAtMs: clock.nowMs() })
  const forget = ({ key, kept }: Mark): void => kept.delete(key)

  return {
    check: (guessed, kind) => check(markOf(guessed, kind)),
    async guess(guessed, kind, judge) {
      const mark = markOf(guessed, kind)
      check(mark)
      return inTurn(
        mark.key,
        () => Math.max(mark.brake.free - Math.ceil(countOf(mark)), 1),
        async () => {
          check(mark) // those before this one may have failed
          try {
            const result = await judge()
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

/** Nothing was judged: else whoever keeps the emulator busy would lock out those who know their password. */
function isTooBusy(error: unknown): boolean {
  return error instanceof ServiceError && error.code === tooManyRequests().code
}

/** Runs tasks of one key at the same time, but no more than `places` says just then; the others wait in their order. */
type Turns = <Result>(key: string, places: () => number, run: () => Promise<Result>) => Promise<Result>

function createTurns(): Turns {
  const busy = new Map<string, { tasks: number; running: number; waiting: (() => void)[] }>()
  return async (key, places, run) => {
    const state = busy.get(key) ?? { tasks: 0, running: 0, waiting: [] }
    busy.set(key, state)
    state.tasks += 1
    while (state.running >= places()) await new Promise<void>((resume) => state.waiting.push(resume))
    state.running += 1
    try {
      return await run()
    } finally {
      state.running -= 1
      state.tasks -= 1
      if (state.tasks === 0) busy.delete(key)
      const free = Math.max(places() - state.running, 1)
      for (const resume of state.waiting.splice(0, free)) resume()
    }
  }
}

/** As short for the longest name as for any. A new account of an old name starts anew. */
function keyOf({ pool, username, sub, deviceKey }: Guessed, kind: Counted): string {
  const parts = [kind, pool.id, sub ?? '', sub === undefined ? toRecordId(pool, username) : '', deviceKey ?? '']
  return sha256(JSON.stringify(parts)).toString('base64')
}
