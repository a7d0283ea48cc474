/** The emulator's time: the machine's plus what a test advanced it by. */
export type Clock = {
  nowMs(): number
  /** The time without what it was advanced by: what a client's own clock shows. */
  machineNowMs(): number
  /** Moves time forward; sessions, codes and tokens expire accordingly. */
  advance(seconds: number): void
}

/** @throws {RangeError} from `advance` when seconds is negative or not finite. */
export function createClock(now: () => number = Date.now): Clock {
  let advancedMs = 0
  return {
    nowMs: () => now() + advancedMs,
    machineNowMs: now,
    advance(seconds) {
      if (!Number.isFinite(seconds) || seconds < 0)
        throw new RangeError('advance takes a number of seconds, 0 or more.')
      advancedMs += seconds * 1000
    },
  }
}
