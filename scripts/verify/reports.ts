import { existsSync, readFileSync } from 'node:fs'

import { ONE_FAILED, type Tally } from './step.ts'

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; success: boolean }
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Counts of vitest's JSON report; a run that failed without a failed test (a file that did not load) counts as one. */
export function readVitestReport(file: string): Tally {
  const report = readReport(file) as VitestReport | null
  if (report === null) return ONE_FAILED
  const failed = report.numFailedTests === 0 && !report.success ? 1 : report.numFailedTests
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

/** Counts of Playwright's JSON report; a flaky test counts as failed, and so does an error outside any test. */
export function readPlaywrightReport(file: string): Tally {
  const report = readReport(file) as PlaywrightReport | null
  if (report === null) return ONE_FAILED
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
