/** The emulator's clock: the time of the machine plus the seconds that a test added. */
export type Clock = {
  nowMs(): number
  /** The time of the machine without the added seconds. A client's own clock shows this time. */
  machineNowMs(): number
  /** Moves time forward, so that sessions, codes and tokens expire. */
  advance(seconds: number): void
}

/** Creates a clock. @throws {RangeError} from `advance` if seconds is negative or not finite. */
export function createClock(now: () => number = Date.now): Clock {
  let advancedMs = 0
  return {
    nowMs: () => now() + advancedMs,
    machineNowMs: now,
    advance(seconds) {
      if (!Number.isFinite(seconds) || seconds < 0)
        throw new RangeError(`advance needs a number of seconds that is 0 or more, not ${seconds}.`)
      advancedMs += seconds * 1000
    },
  }
}
