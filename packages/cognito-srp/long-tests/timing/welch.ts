import type { Times } from './handshakes.ts'

/** The largest of several tests, and how far apart the means would have had to be for it to be above the limit. */
export type Verdict = { t: number; detectableMs: number }

/** As TVLA and dudect take it: above it two distributions differ with a chance of error below 1 in 100,000. */
export const LIMIT_T = 4.5

const CROPS = 100

/**
 * Welch's t-test of two samples, on all of them and on what is left below each of a hundred quantiles of both together,
 * since what a system does meanwhile makes some runs long (O. Reparaz, J. Balasch, I. Verbauwhede, "Dude, is my code
 * constant time?", 2017, §3), and on the squares of the distances from the mean, which tell whether they vary alike.
 *
 * @returns the test with the largest |t|; `detectableMs` is that of the most sensitive one
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

/** From 0.07 to just below 1, most of them near it. */
function quantile(crop: number): number {
  return 1 - 0.5 ** ((10 * (crop + 1)) / CROPS)
}

/** Fewer say nothing of a variance. */
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
