import { afterEach, expect, test, vi } from 'vitest'

import { runCommand, UsageError } from './usage-error.ts'

afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

test('a mistake of the person is told in its own words and fails the command', () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  runCommand(() => {
    throw new UsageError('Choose a region.')
  })
  expect(printed.mock.calls).toEqual([['Choose a region.']])
  expect(process.exitCode).toBe(1)
  expect(new UsageError('').code).toBe('Usage')
})

test('a mistake of the program keeps its stack', () => {
  const mistake = new TypeError('x is undefined')
  expect(() =>
    runCommand(() => {
      throw mistake
    }),
  ).toThrow(mistake)
})

test('work that succeeds leaves the exit code alone', () => {
  runCommand(() => {})
  expect(process.exitCode).toBeUndefined()
})
