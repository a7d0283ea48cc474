import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from '@cognito-srp/testing/run'

import type { TestResult } from './expected.ts'
import { openEmulatorFactory } from './emulators.ts'

type VitestReport = {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const TESTS = join('integration-tests', 'aws-sdk')
/** Address at which the tests expect cognito-local. The address is also the issuer of the tokens. */
const ADDRESS = 'http://localhost:9229/'
const ADAPTER = join(import.meta.dirname, 'cognito-local')

/** Whether the tests receive the service's error messages or cognito-local's error messages. */
export type Words = 'of-the-service' | 'of-cognito-local'

/** Runs cognito-local's tests that use the AWS SDK, with calls and settings adapted to what AWS accepts. */
export async function runCognitoLocal(suite: string, folder: string, words: Words): Promise<TestResult[]> {
  prepare(suite, folder)
  const factory = await openEmulatorFactory({ issuer: 'emulator', publicUrl: ADDRESS })
  const report = join(folder, 'report.json')
  try {
    await run(
      'node',
      [
        join(import.meta.dirname, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--root',
        folder,
        TESTS,
        '--no-file-parallelism',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { env: { EMULATOR_FACTORY: factory.url, WORDS: words, AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE: '1' } },
    )
  } finally {
    await factory.close()
  }
  return readReport(JSON.parse(readFileSync(report, 'utf8')) as VitestReport, join(folder, TESTS))
}

/**
 * Copies the suite, replaces its adapter with ours, and adds replacements for the cognito-local modules that the suite imports.
 */
function prepare(suite: string, folder: string): void {
  cpSync(join(suite, 'integration-tests'), join(folder, 'integration-tests'), { recursive: true })
  cpSync(join(suite, 'setupTests.ts'), join(folder, 'setupTests.ts'))
  cpSync(join(suite, 'vitest.config.mts'), join(folder, 'vitest.config.mts'))
  rmSync(join(folder, TESTS, 'setup.ts'), { force: true })
  symlinkSync(join(ADAPTER, 'setup.ts'), join(folder, TESTS, 'setup.ts'))
  mkdirSync(join(folder, 'src'), { recursive: true })
  cpSync(join(ADAPTER, 'replacements'), join(folder, 'src'), { recursive: true })
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'))
}

function readReport({ testResults }: VitestReport, tests: string): TestResult[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(tests, name).replace(/\.test\.ts$/, '')
    if (assertionResults.length === 0) return [{ test: file, passed: false, why: firstLine(message) }]
    const run = assertionResults.filter(({ status }) => status !== 'todo')
    return run.map(({ fullName, status, failureMessages }) => ({
      test: fullName.replace('CognitoIdentityServiceProvider.', ''),
      passed: status === 'passed',
      why: firstLine(failureMessages[0] ?? ''),
    }))
  })
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.slice(0, 200) ?? ''
}
