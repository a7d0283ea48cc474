import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readPlaywrightReport, readVitestReport } from './reports.ts'
import { addTallies } from './tally.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(report: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

function vitestReport(numFailedTests: number, testResult: object) {
  return { numPassedTests: 3, numFailedTests, numPendingTests: 1, success: false, testResults: [testResult] }
}

test('a failed test is named with its file', () => {
  const assertionResults = [
    { fullName: 'keeps the answer', status: 'failed' },
    { fullName: 'sends it', status: 'passed' },
  ]
  const file = write(vitestReport(1, { name: 'log.test.ts', status: 'failed', assertionResults }))
  expect(readVitestReport(file)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 1,
    failures: ['log.test.ts: keeps the answer'],
  })
})

test('a vitest run in which a file does not load counts as failed although no test failed', () => {
  const file = write(vitestReport(0, { name: 'log.test.ts', status: 'failed', assertionResults: [] }))
  expect(readVitestReport(file)).toEqual({ passed: 3, failed: 1, skipped: 1, failures: ['log.test.ts did not load'] })
})

test('a flaky journey and an error outside any test count as failed', () => {
  const spec = (title: string, status: string) => ({ title, file: 'login.spec.ts', tests: [{ status }] })
  const file = write({
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      { specs: [spec('in', 'flaky'), spec('out', 'expected')], suites: [{ specs: [spec('deep', 'unexpected')] }] },
    ],
    errors: [{ message: 'no server' }],
  })
  expect(readPlaywrightReport(file)).toEqual({
    passed: 5,
    failed: 3,
    skipped: 0,
    failures: ['login.spec.ts: in', 'login.spec.ts: deep', 'no server'],
  })
})

test('a runner that left no report counts as one failure', () => {
  const missing = join(folder, 'missing.json')
  const { failed, failures } = addTallies([readVitestReport(missing), readPlaywrightReport(missing)])
  expect({ failed, failures }).toEqual({
    failed: 2,
    failures: ['vitest left no report', 'Playwright left no report'],
  })
})
