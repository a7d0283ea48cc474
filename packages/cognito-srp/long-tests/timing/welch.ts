import type { Times } from './handshakes.ts'

/**
 * The t-value with the largest absolute value in all tests, and the smallest difference between means that would exceed the
 * limit.
 */
export type Verdict = { t: number; detectableMs: number }

/**
 * Limit that TVLA and dudect use. If |t| exceeds this limit, two distributions differ with an error probability below 1 in
 * 100,000.
 */
export const LIMIT_T = 4.5

const CROPS = 100

/**
 * Applies Welch's t-test to all values of two samples, and to the values below each of a hundred common quantiles. The quantiles
 * exclude runs that other work on the machine slowed down (O. Reparaz, J. Balasch, I. Verbauwhede, "Dude, is my code constant
 * time?", 2017, §3). An additional test compares the variances, using the squared distances from the mean.
 *
 * @returns the t-value with the largest absolute value, and the `detectableMs` of the most sensitive test
 */
export function compare({ fixed, random }: Times): Verdict {
  const all = [...fixed, ...random].sort((one, other) => one - other)
  const limits = Array.from({ length: CROPS }, (_, crop) => all[Math.floor(all.length * quantile(crop))] ?? Infinity)
  const cropped = limits.map((limit) => [fixed, random].map((times) => times.filter((time) => time < limit)))
  const meanOfAll = mean(all)
  const squares = [fixed, random].map((times) => times.map((time) => (time - meanOfAll) ** 2))

  const onMeans = [[fixed, random], ...cropped].map(([one = [], other = []]) => welch(one, other))
  const tests = [...onMeans, welch(squares[0] ?? [], squares[1] ?? [])]
  return {
    t: tests.reduce((largest, { t }) => (Math.abs(t) > Math.abs(largest) ? t : largest), 0),
    detectableMs: Math.min(...onMeans.map(({ standardErrorMs }) => standardErrorMs)) * LIMIT_T,
  }
}

/** Returns a quantile. The quantiles range from 0.07 to just below 1, and most of them are near 1. */
function quantile(crop: number): number {
  return 1 - 0.5 ** ((10 * (crop + 1)) / CROPS)
}

/** Minimum number of samples to estimate a variance. */
const LEAST_SAMPLES = 100

function welch(one: readonly number[], other: readonly number[]): { t: number; standardErrorMs: number } {
  if (Math.min(one.length, other.length) < LEAST_SAMPLES) return { t: 0, standardErrorMs: Infinity }
  const standardErrorMs = Math.sqrt(variance(one) / one.length + variance(other) / other.length)
  return { t: (mean(one) - mean(other)) / standardErrorMs, standardErrorMs }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}
