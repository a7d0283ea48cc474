import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { addOutcomes, readPlaywrightReport, readVitestReport } from './reports.ts'

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

function vitestReport(status: string, assertionResults: object[]) {
  const testResults = [{ name: resolve('src/log.test.ts'), status, assertionResults }]
  return { numPendingTests: 1, success: false, testResults }
}

test('a failed test is listed with its file', () => {
  const assertionResults = [
    { title: 'keeps the answer', status: 'failed' },
    { title: 'sends it', status: 'passed' },
    { title: 'waits', status: 'skipped' },
  ]
  expect(readVitestReport(write(vitestReport('failed', assertionResults)))).toEqual({
    passed: [{ file: 'src/log.test.ts', title: 'sends it' }],
    failed: ['src/log.test.ts: keeps the answer'],
    skipped: 1,
  })
})

test('a vitest run counts as failed if a file does not load, even if no test failed', () => {
  const { failed } = readVitestReport(write(vitestReport('failed', [])))
  expect(failed).toEqual(['src/log.test.ts did not load'])
})

test('a vitest run that fails without a failed test counts as failed', () => {
  const report = vitestReport('passed', [{ title: 'sends it', status: 'passed' }])
  expect(readVitestReport(write(report)).failed).toEqual(['vitest failed outside any test'])
})

test('a flaky browser test and an error outside any test count as failed', () => {
  const spec = (title: string, status: string) => ({ title, file: 'login.spec.ts', tests: [{ status }] })
  const file = write({
    config: { rootDir: resolve('e2e') },
    stats: { skipped: 0 },
    suites: [
      { specs: [spec('in', 'flaky'), spec('out', 'expected')], suites: [{ specs: [spec('deep', 'unexpected')] }] },
    ],
    errors: [{ message: 'no server' }],
  })
  expect(readPlaywrightReport(file)).toEqual({
    passed: [{ file: 'e2e/login.spec.ts', title: 'out' }],
    failed: ['e2e/login.spec.ts: in', 'e2e/login.spec.ts: deep', 'no server'],
    skipped: 0,
  })
})

test('a missing report counts as one failure', () => {
  const missing = join(folder, 'missing.json')
  const { failed } = addOutcomes([readVitestReport(missing), readPlaywrightReport(missing)])
  expect(failed).toEqual(['vitest wrote no report', 'Playwright wrote no report'])
})
