import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readPlaywrightReport, readVitestReport } from './reports.ts'
import { addTallies } from './step.ts'

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

test('a vitest run in which a file does not load counts as failed although no test failed', () => {
  const file = write({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, success: false })
  expect(readVitestReport(file)).toEqual({ passed: 3, failed: 1, skipped: 1 })
})

test('a flaky journey and an error outside any test count as failed', () => {
  const file = write({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}] })
  expect(readPlaywrightReport(file)).toEqual({ passed: 5, failed: 3, skipped: 0 })
})

test('a runner that left no report counts as one failure', () => {
  const missing = join(folder, 'missing.json')
  expect(addTallies([readVitestReport(missing), readPlaywrightReport(missing)]).failed).toBe(2)
})
