import { readFileSync } from 'node:fs'

/**
 * Result of one test of a suite. `isSilent` means that the test did not call the emulator and therefore does not count.
 */
export type TestResult = { test: string; passed: boolean; isSilent?: boolean; why?: string }

/** Names of the tests that are expected to fail, by reason. */
export type Reasons = Readonly<Record<string, readonly string[]>>

export type Judgement = { passed: number; total: number; problems: string[] }

/** Compares the results with the list of tests that are expected to fail. A listed test that passes is also a problem. */
export function judge(results: readonly TestResult[], reasons: Reasons): Judgement {
  const told = results.filter(({ isSilent }) => !isSilent)
  const listed = Object.values(reasons).flat()
  const known = new Set(listed)
  const names = new Set(told.map(({ test }) => test))
  const problems = [
    ...told.filter(({ test, passed }) => !passed && !known.has(test)).map(({ test, why }) => `fails: ${test}: ${why}`),
    ...told.filter(({ test, passed }) => passed && known.has(test)).map(({ test }) => `is listed but passes: ${test}`),
    ...listed.filter((test) => !names.has(test)).map((test) => `is listed but did not run: ${test}`),
    ...listed.filter((test, index) => listed.indexOf(test) < index).map((test) => `is listed twice: ${test}`),
  ]
  if (told.length === 0) problems.push('no test ran')
  return { passed: told.filter(({ passed }) => passed).length, total: told.length, problems }
}

/** Reads a list of tests that are expected to fail. @param name name of the file in this folder */
export function readReasons(name: string): Reasons {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Reasons
}
