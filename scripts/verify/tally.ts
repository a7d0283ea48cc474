/** How many tests passed, failed and were skipped, and what failed by name. */
export type Tally = { passed: number; failed: number; skipped: number; failures: readonly string[] }

/** A check without tests of its own that succeeded. */
export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** One failure that is not a test of a runner: a check, a missing report, an error outside any test. */
export function oneFailure(name: string): Tally {
  return { ...NOTHING, failed: 1, failures: [name] }
}

/** Sum of several tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
      failures: [...sum.failures, ...tally.failures],
    }),
    NOTHING,
  )
}
