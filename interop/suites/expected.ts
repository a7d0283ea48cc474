import { readFileSync } from 'node:fs'

/** What a suite says of one of its tests; `isSilent`: it asked the emulator nothing, so it says nothing about it. */
export type TestResult = { test: string; passed: boolean; isSilent?: boolean; why?: string }

/** Why tests fail that we do not chase: the reason, and the tests by their names. */
export type Reasons = Readonly<Record<string, readonly string[]>>

export type Judgement = { passed: number; total: number; problems: string[] }

/** Holds results against the list of tests that may fail; it must be exact. */
export function judge(results: readonly TestResult[], reasons: Reasons): Judgement {
  const told = results.filter(({ isSilent }) => !isSilent)
  const listed = Object.values(reasons).flat()
  const known = new Set(listed)
  const names = new Set(told.map(({ test }) => test))
  const problems = [
    ...told.filter(({ test, passed }) => !passed && !known.has(test)).map(({ test, why }) => `fails: ${test}: ${why}`),
    ...told.filter(({ test, passed }) => passed && known.has(test)).map(({ test }) => `is listed, and passes: ${test}`),
    ...listed.filter((test) => !names.has(test)).map((test) => `is listed, and did not run: ${test}`),
    ...listed.filter((test, index) => listed.indexOf(test) < index).map((test) => `is listed twice: ${test}`),
  ]
  if (told.length === 0) problems.push('no test ran')
  return { passed: told.filter(({ passed }) => passed).length, total: told.length, problems }
}

/** @param name the file beside this one */
export function readReasons(name: string): Reasons {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Reasons
}
