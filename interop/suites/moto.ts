import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '@cognito-srp/testing/run'

import type { TestResult } from './expected.ts'
import { openEmulatorFactory } from './emulators.ts'

const ADAPTER = join(import.meta.dirname, 'moto')
const TESTS = join('tests', 'test_cognitoidp')

/**
 * Selection of moto's tests. `adapted` runs all tests, with calls adapted so that the service accepts them.
 * `aws-verified` runs only the tests that moto's authors ran on AWS.
 */
export type MotoRun = 'adapted' | 'aws-verified'

/** Runs moto's tests for Cognito. */
export async function runMoto(suite: string, folder: string, which: MotoRun): Promise<TestResult[]> {
  cpSync(suite, folder, { recursive: true })
  rmSync(join(folder, TESTS, 'conftest.py'), { force: true }) // our adapter is a plugin instead
  const factory = await openEmulatorFactory()
  const results = join(folder, 'results.json')
  const isAdapted = which === 'adapted'
  try {
    const options = ['-p', 'emulator_adapter', '-p', 'no:cacheprovider', '--quiet', '--tb=no', '--disable-warnings']
    if (!isAdapted) options.push('-m', 'aws_verified')
    await run('python3', ['-m', 'pytest', TESTS, ...options], {
      cwd: folder,
      env: {
        EMULATOR_FACTORY: factory.url,
        RESULTS: results,
        ADAPTED: isAdapted ? '1' : '',
        MOTO_TEST_ALLOW_AWS_REQUEST: String(!isAdapted),
        PYTHONPATH: [folder, join(folder, 'vendor'), ADAPTER, join(ADAPTER, 'replacements')].join(delimiter),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    })
  } finally {
    await factory.close()
  }
  return JSON.parse(readFileSync(results, 'utf8')) as TestResult[]
}

/** Lists the Python programs and packages that the suite needs but this machine lacks. */
export function missingPython(): string[] {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
  } catch {
    return ['python3']
  }
  const code = 'import importlib.util as u, sys; print(" ".join(n for n in sys.argv[1:] if not u.find_spec(n)))'
  const names = ['boto3', 'moto', 'pytest', 'requests', 'joserfc', 'flask']
  const missing = execFileSync('python3', ['-c', code, ...names], { encoding: 'utf8' })
  return missing.split(/\s/).filter((name) => name !== '')
}
