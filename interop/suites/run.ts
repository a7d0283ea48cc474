// Runs the test suites of others against the emulator; what they say of it is held against the lists beside this file.
// Run: COGNITO_SUITES=<folder> node --conditions=@cognito-srp/source interop/suites/run.ts [aws-verified | moto | cognito-local]

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { runCognitoLocal } from './cognito-local.ts'
import { judge, readReasons, type Reasons, type TestResult } from './expected.ts'
import { missingPython, runMoto } from './moto.ts'

type Suite = {
  name: string
  /** What it is, with its figures in one line. */
  says: string
  folder: string
  reasons: Reasons
  run: (suite: string, folder: string) => Promise<TestResult[]>
}

const SUITES: Suite[] = [
  {
    name: 'aws-verified',
    says: "moto's tests that its authors ran on AWS",
    folder: 'moto',
    reasons: {},
    run: (suite, folder) => runMoto(suite, folder, 'aws-verified'),
  },
  {
    name: 'moto',
    says: "moto's tests, their calls bent to what AWS accepts",
    folder: 'moto',
    reasons: readReasons('moto.json'),
    run: (suite, folder) => runMoto(suite, folder, 'adapted'),
  },
  {
    name: 'cognito-local',
    says: "cognito-local's tests, their calls and settings bent to what AWS accepts",
    folder: 'cognito-local',
    reasons: { ...readReasons('cognito-local.json'), ...readReasons('cognito-local-words.json') },
    run: (suite, folder) => runCognitoLocal(suite, folder, 'of-the-service'),
  },
  {
    name: 'cognito-local',
    says: 'the same, with the words of its refusals translated',
    folder: 'cognito-local',
    reasons: readReasons('cognito-local.json'),
    run: (suite, folder) => runCognitoLocal(suite, folder, 'of-cognito-local'),
  },
]

const suites = process.env['COGNITO_SUITES']
if (suites) process.exitCode = (await runAll(resolve(suites), process.argv.slice(2))) ? 0 : 1
else
  console.log(
    'COGNITO_SUITES names no folder with the suites of others (interop/suites/README.md), so none of them ran.',
  )

/** @returns whether every suite said what is expected of it */
async function runAll(suites: string, chosen: readonly string[]): Promise<boolean> {
  const lines: string[] = []
  let areAsExpected = true
  for (const suite of SUITES.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    console.log(`\n── ${suite.says}\n`)
    const lacking = findLacking(suites, suite)
    if (lacking.length > 0) {
      lines.push(`${suite.says}: not run, for want of ${lacking.join(', ')}`)
      areAsExpected = false
      continue
    }
    const { passed, total, problems } = await runOne(suites, suite)
    lines.push(`${suite.says}: ${passed} of ${total} pass, ${problems.length} not as listed`, ...problems)
    if (problems.length > 0) areAsExpected = false
  }
  console.log(`\n${lines.join('\n')}`)
  return areAsExpected
}

async function runOne(suites: string, { folder, reasons, run }: Suite) {
  const copy = mkdtempSync(join(tmpdir(), 'suite-'))
  try {
    return judge(await run(join(suites, folder), copy), reasons)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function findLacking(suites: string, { folder }: Suite): string[] {
  if (!existsSync(join(suites, folder))) return [join(suites, folder)]
  if (folder === 'moto') return missingPython().map((name) => (name === 'python3' ? name : `${name} of Python`))
  return existsSync(join(import.meta.dirname, 'node_modules')) ? [] : ['the packages of interop/suites']
}
