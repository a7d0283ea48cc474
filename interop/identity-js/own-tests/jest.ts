import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Result of one test. */
export type TestResult = { file: string; name: string; status: 'passed' | 'failed' | 'excluded'; message: string }

type Report = {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const STATUS: Record<string, TestResult['status']> = { passed: 'passed', pending: 'excluded' }

const run = promisify(execFile)
const LIMIT_MS = 300_000

type JestOptions = { setup: string[]; modulePaths?: string[]; moduleNameMapper?: Record<string, string> }

/** Runs Jest on a folder's `__tests__`, in jsdom like the incumbent. */
export async function runJest(folder: string, { setup, ...options }: JestOptions): Promise<TestResult[]> {
  const config = {
    rootDir: folder,
    roots: [folder],
    testEnvironment: 'jsdom',
    testMatch: ['**/__tests__/*.test.js'],
    setupFiles: setup,
    ...options,
    transform: {},
    cache: false,
  }
  await writeFile(join(folder, 'jest.config.json'), JSON.stringify(config))
  const output = join(folder, 'results.json')
  const parameters = ['-c', 'jest.config.json', '--json', `--outputFile=${output}`, '--silent', '--maxWorkers=2']
  await run(process.execPath, [join(import.meta.dirname, '../node_modules/jest/bin/jest.js'), ...parameters], {
    cwd: folder,
    timeout: LIMIT_MS,
    maxBuffer: 64_000_000,
  }).catch((error: { code?: number }) => {
    if (error.code !== 1) throw error // status 1 means that a test failed
  })
  const { testResults } = JSON.parse(await readFile(output, 'utf8')) as Report
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.slice(name.lastIndexOf('/') + 1)
    if (assertionResults.length === 0) return [{ file, name: 'the file', status: 'failed' as const, message }]
    return assertionResults.map(({ fullName, status, failureMessages }) => ({
      file,
      name: fullName,
      status: STATUS[status] ?? 'failed',
      message: failureMessages.join('\n'),
    }))
  })
}
