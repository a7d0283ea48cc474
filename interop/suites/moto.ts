import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '@cognito-srp/testing/run'

import type { TestResult } from './expected.ts'
import { openDesk } from './emulators.ts'

const ADAPTER = join(import.meta.dirname, 'moto')
const TESTS = join('tests', 'test_cognitoidp')

/** Which of moto's tests: all, with calls bent to what the service accepts, or those that its authors ran on AWS. */
export type MotoRun = 'adapted' | 'aws-verified'

/** Runs moto's tests of Cognito. */
export async function runMoto(suite: string, folder: string, which: MotoRun): Promise<TestResult[]> {
  cpSync(suite, folder, { recursive: true })
  rmSync(join(folder, TESTS, 'conftest.py'), { force: true }) // ours is a plugin
  const desk = await openDesk()
  const results = join(folder, 'results.json')
  const isAdapted = which === 'adapted'
  try {
    const options = ['-p', 'emulator_adapter', '-p', 'no:cacheprovider', '--quiet', '--tb=no', '--disable-warnings']
    if (!isAdapted) options.push('-m', 'aws_verified')
    await run('python3', ['-m', 'pytest', TESTS, ...options], {
      cwd: folder,
      env: {
        EMULATOR_DESK: desk.url,
        RESULTS: results,
        ADAPTED: isAdapted ? '1' : '',
        MOTO_TEST_ALLOW_AWS_REQUEST: String(!isAdapted),
        PYTHONPATH: [folder, join(folder, 'vendor'), ADAPTER, join(ADAPTER, 'stand-ins')].join(delimiter),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    })
  } finally {
    await desk.close()
  }
  return JSON.parse(readFileSync(results, 'utf8')) as TestResult[]
}

/** What this machine lacks of what the suite needs. */
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
