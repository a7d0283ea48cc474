import { afterEach, expect, test, vi } from 'vitest'

import { runCommand, UsageError } from './usage-error.ts'

afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

test('a UsageError prints only its message and sets exit code 1', () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  runCommand(() => {
    throw new UsageError('Choose a region.')
  })
  expect(printed.mock.calls).toEqual([['Choose a region.']])
  expect(process.exitCode).toBe(1)
  expect(new UsageError('').code).toBe('Usage')
})

test('any other error is rethrown with its stack', () => {
  const mistake = new TypeError('x is undefined')
  expect(() =>
    runCommand(() => {
      throw mistake
    }),
  ).toThrow(mistake)
})

test('a successful command does not set the exit code', () => {
  runCommand(() => {})
  expect(process.exitCode).toBeUndefined()
})
