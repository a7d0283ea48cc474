import { existsSync, readFileSync } from 'node:fs'

import { oneFailure, type Tally } from './tally.ts'

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  success: boolean
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}
type PlaywrightSuite = {
  specs: { title: string; file: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

/** Counts of vitest's JSON report; a run that failed without a failed test (a file that did not load) counts as one. */
export function readVitestReport(file: string): Tally {
  const report = readReport(file) as VitestReport | null
  if (report === null) return oneFailure('vitest left no report')
  const { numPassedTests: passed, numFailedTests, numPendingTests: skipped } = report
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName }) => `${name}: ${fullName}`)
    return status === 'failed' ? [`${name} did not load`] : []
  })
  const failed = numFailedTests === 0 && !report.success ? 1 : numFailedTests
  return { passed, failed, skipped, failures }
}

/** Counts of Playwright's JSON report; a flaky test counts as failed, and so does an error outside any test. */
export function readPlaywrightReport(file: string): Tally {
  const report = readReport(file) as PlaywrightReport | null
  if (report === null) return oneFailure('Playwright left no report')
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + report.errors.length
  const failures = [...report.suites.flatMap(failedJourneys), ...report.errors.map(({ message }) => message ?? 'error')]
  return { passed: expected, failed, skipped, failures }
}

function failedJourneys({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
  return [...failed.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(failedJourneys)]
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
