// Runs third-party test suites against the emulator and compares the results with the lists in this folder.
// Run: COGNITO_SUITES=<folder> node --conditions=@cognito-srp/source interop/suites/run.ts [aws-verified | moto | cognito-local]

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { runCognitoLocal } from './cognito-local.ts'
import { judge, readReasons, type Reasons, type TestResult } from './expected.ts'
import { missingPython, runMoto } from './moto.ts'

type Suite = {
  name: string
  /** Description, which is printed with the figures. */
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
    says: "moto's tests, with calls adapted to what AWS accepts",
    folder: 'moto',
    reasons: readReasons('moto.json'),
    run: (suite, folder) => runMoto(suite, folder, 'adapted'),
  },
  {
    name: 'cognito-local',
    says: "cognito-local's tests, with calls and settings adapted to what AWS accepts",
    folder: 'cognito-local',
    reasons: { ...readReasons('cognito-local.json'), ...readReasons('cognito-local-words.json') },
    run: (suite, folder) => runCognitoLocal(suite, folder, 'of-the-service'),
  },
  {
    name: 'cognito-local',
    says: "cognito-local's tests, with error messages also translated",
    folder: 'cognito-local',
    reasons: readReasons('cognito-local.json'),
    run: (suite, folder) => runCognitoLocal(suite, folder, 'of-cognito-local'),
  },
]

const suites = process.env['COGNITO_SUITES']
if (suites) process.exitCode = (await runAll(resolve(suites), process.argv.slice(2))) ? 0 : 1
else
  console.log(
    'No suite ran, because COGNITO_SUITES does not name the folder with the suites (see interop/suites/README.md).',
  )

/** Runs the chosen suites. @returns whether all suites had the expected results */
async function runAll(suites: string, chosen: readonly string[]): Promise<boolean> {
  const lines: string[] = []
  let areAsExpected = true
  for (const suite of SUITES.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    console.log(`\n── ${suite.says}\n`)
    const lacking = findLacking(suites, suite)
    if (lacking.length > 0) {
      lines.push(`${suite.says}: not run, because these are missing: ${lacking.join(', ')}`)
      areAsExpected = false
      continue
    }
    const { passed, total, problems } = await runOne(suites, suite)
    lines.push(`${suite.says}: ${passed} of ${total} pass, ${problems.length} unexpected`, ...problems)
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
  if (folder === 'moto')
    return missingPython().map((name) => (name === 'python3' ? name : `the Python package ${name}`))
  return existsSync(join(import.meta.dirname, 'node_modules')) ? [] : ['the packages of interop/suites']
}
