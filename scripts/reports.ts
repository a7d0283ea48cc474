import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A test, identified by its file (relative to the repository) and its title. */
export type TestName = { file: string; title: string }

/** Result of a run of tests or checks. `failed` also names failures that belong to no test. */
export type Outcome = { passed: TestName[]; failed: string[]; skipped: number }

type VitestReport = {
  numPendingTests: number
  success: boolean
  testResults: { name: string; status: string; assertionResults: { title: string; status: string }[] }[]
}
type PlaywrightReport = {
  config: { rootDir: string }
  stats: { skipped: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}
type PlaywrightSuite = {
  specs: { title: string; file: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

export const NOTHING: Outcome = { passed: [], failed: [], skipped: 0 }

export function oneFailure(name: string): Outcome {
  return { ...NOTHING, failed: [name] }
}

export function addOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.flatMap(({ passed }) => passed),
    failed: outcomes.flatMap(({ failed }) => failed),
    skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
  }
}

/**
 * Reads vitest's JSON report. A file that does not load counts as failed, as does a run that fails for another reason.
 */
export function readVitestReport(path: string): Outcome {
  const report = readReport(path) as VitestReport | null
  if (report === null) return oneFailure('vitest wrote no report')

  const files = report.testResults.map(({ name, status, assertionResults }): Outcome => {
    const file = relative('.', name)
    const named = (wanted: string) => assertionResults.filter((test) => test.status === wanted)
    const failed = named('failed').map(({ title }) => `${file}: ${title}`)
    return {
      passed: named('passed').map(({ title }) => ({ file, title })),
      failed: status === 'failed' && failed.length === 0 ? [`${file} did not load`] : failed,
      skipped: 0,
    }
  })
  const { passed, failed } = addOutcomes(files)
  if (!report.success && failed.length === 0) failed.push('vitest failed outside any test')
  return { passed, failed, skipped: report.numPendingTests }
}

/** Reads Playwright's JSON report. A flaky test counts as failed, as does an error outside any test. */
export function readPlaywrightReport(path: string): Outcome {
  const report = readReport(path) as PlaywrightReport | null
  if (report === null) return oneFailure('Playwright wrote no report')

  const specs = report.suites.flatMap(specsOf).map(({ title, file, tests }) => ({
    title,
    file: relative('.', join(report.config.rootDir, file)),
    hasStatus: (...wanted: string[]) => tests.some(({ status }) => wanted.includes(status)),
  }))
  const failed = specs.filter(({ hasStatus }) => hasStatus('unexpected', 'flaky'))
  return {
    passed: specs.filter(({ hasStatus }) => hasStatus('expected')).map(({ file, title }) => ({ file, title })),
    failed: [
      ...failed.map(({ file, title }) => `${file}: ${title}`),
      ...report.errors.map(({ message }) => message ?? 'an error outside any test'),
    ],
    skipped: report.stats.skipped,
  }
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
