import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { scoreFolders, type MutationReport } from './mutation-scores.ts'

type Status = MutationReport['files'][string]['mutants'][number]['status']

const folder = mkdtempSync(join(tmpdir(), 'scores-'))
const path = join(folder, 'mutation.json')
afterAll(() => rmSync(folder, { recursive: true }))

const times = (count: number, status: Status) => Array.from({ length: count }, () => ({ status }))

function reportOf(survivorsOfSession: number): MutationReport {
  return {
    files: {
      'src/srp/formulas.ts': { mutants: [...times(90, 'Killed'), ...times(5, 'Timeout'), ...times(5, 'Survived')] },
      'src/srp/powers/slices.ts': { mutants: [...times(5, 'Killed'), ...times(3, 'CompileError')] },
      'src/session/session.ts': { mutants: [...times(93, 'Killed'), ...times(survivorsOfSession, 'NoCoverage')] },
      'src/sign-in/step.ts': { mutants: [...times(20, 'Killed'), ...times(7, 'Ignored')] },
      'src/operations/user.ts': { mutants: times(50, 'Survived') },
    },
  }
}

test("a folder's score includes its subfolders, and timeouts are counted separately", () => {
  expect(scoreFolders(reportOf(7))).toEqual([
    { folder: 'srp', detected: 100, ofThemByTimeout: 5, judged: 105, percent: 10_000 / 105 },
    { folder: 'session', detected: 93, ofThemByTimeout: 0, judged: 100, percent: 93 },
    { folder: 'sign-in', detected: 20, ofThemByTimeout: 0, judged: 20, percent: 100 },
  ])
})

test('an unfinished run and a folder without mutants score 0 percent', () => {
  const pending: MutationReport = { files: { 'src/srp/a.ts': { mutants: times(9, 'Pending') } } }
  expect(scoreFolders(pending).map(({ percent }) => percent)).toEqual([0, 0, 0])
})

test('the command prints the scores and exits with status 1 if a score is below the minimum', () => {
  const command = ['scripts/mutation-scores.ts', path]
  writeFileSync(path, JSON.stringify(reportOf(7)))
  const printed = execFileSync(process.execPath, command, { encoding: 'utf8' })
  expect(printed).toContain('| srp | 95.24 % | 100 | 5 | 105 |')
  expect(printed).toContain('All at 93 % or above.')
  writeFileSync(path, JSON.stringify(reportOf(8)))
  expect(spawnSync(process.execPath, command, { encoding: 'utf8' })).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('Below 93 %: session.'),
  })
})
