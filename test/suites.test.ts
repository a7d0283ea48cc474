import { expect, test } from 'vitest'

import { judge } from '../interop/suites/expected.ts'

const PASSES = { test: 'signs in', passed: true }
const FAILS = { test: 'takes any code', passed: false, why: 'CodeMismatchException' }
const SILENT = { test: 'reads a path', passed: true, isSilent: true }

test('a suite has no problems if exactly the listed tests fail', () => {
  const judgement = judge([PASSES, FAILS, SILENT], { 'any code is accepted': ['takes any code'] })
  expect(judgement).toEqual({ passed: 1, total: 2, problems: [] })
})

test.each([
  ['an unlisted failure', [PASSES, FAILS], {}, 'fails: takes any code: CodeMismatchException'],
  ['a listed test that passes', [PASSES], { lax: ['signs in'] }, 'is listed but passes: signs in'],
  ['a listed test that did not run', [PASSES], { lax: ['signed in'] }, 'is listed but did not run: signed in'],
  [
    'a test that is listed twice',
    [FAILS],
    { lax: ['takes any code'], other: ['takes any code'] },
    'is listed twice: takes any code',
  ],
  ['a run without tests', [SILENT], {}, 'no test ran'],
])('judge reports %s', (_case, results, reasons, problem) => {
  expect(judge(results, reasons).problems).toContain(problem)
})
