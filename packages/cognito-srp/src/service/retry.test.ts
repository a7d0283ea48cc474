import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { rejection } from '../../test/clients.ts'
import { NetworkError, ServiceError, TimeoutError } from '../errors.ts'
import { retry, type RetryOptions } from './retry.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Runs attempts that all fail with `error`. Returns the start time of each attempt, in milliseconds after the first attempt. */
async function attemptTimes(error: Error, { jitter = 0, ...options }: RetryOptions & { jitter?: number } = {}) {
  vi.spyOn(Math, 'random').mockReturnValue(jitter)
  const startedMs = Date.now()
  const timesMs: number[] = []
  const failed = rejection(
    retry(async () => {
      timesMs.push(Date.now() - startedMs)
      throw error
    }, options),
  )
  await vi.runAllTimersAsync()
  expect(await failed).toBe(error)
  return timesMs
}

function busy(facts: { retryAfterMs?: number; retryable?: boolean } = {}) {
  return new ServiceError('busy', { code: 'TooManyRequestsException', statusCode: 429, retryable: true, ...facts })
}

test('the delays start at 100 ms and double until the next delay would exceed the cap', async () => {
  const times = await attemptTimes(new NetworkError(), { delayCapMs: 5000 })
  expect(times).toEqual([0, 100, 300, 700, 1500, 3100, 6300])
})

test('each delay gets up to 100 ms of jitter', async () => {
  const times = await attemptTimes(new NetworkError(), { delayCapMs: 500, jitter: 0.99 })
  expect(times).toEqual([0, 199, 199 + 299, 199 + 299 + 499])
})

test('a delay equal to the cap is allowed, and jitter that makes a delay exceed the cap ends the retries', async () => {
  expect(await attemptTimes(new TimeoutError(1), { delayCapMs: 100 })).toEqual([0, 100])
  expect(await attemptTimes(new TimeoutError(1), { delayCapMs: 100, jitter: 0.01 })).toEqual([0])
})

test('the default cap is 5 minutes', async () => {
  const times = await attemptTimes(new NetworkError())
  expect(times).toHaveLength(13)
  expect((times[12] ?? 0) - (times[11] ?? 0)).toBe(204_800)
})

test('a retry waits for Retry-After, and a value above the cap ends the retries immediately', async () => {
  expect(await attemptTimes(busy({ retryAfterMs: 1000 }), { delayCapMs: 1000 })).toEqual([0, 1000, 2000, 3000, 4000])
  expect(await attemptTimes(busy({ retryAfterMs: 5001 }), { delayCapMs: 5000 })).toEqual([0])
})

test('a permanent error is not retried', async () => {
  expect(await attemptTimes(busy({ retryable: false }))).toEqual([0])
  expect(await attemptTimes(new TypeError('a defect'))).toEqual([0])
})

test('retry returns the first success after failed attempts', async () => {
  let attempts = 0
  const result = retry(async () => {
    attempts += 1
    if (attempts < 3) throw busy()
    return 'done'
  })
  await vi.runAllTimersAsync()
  expect(await result).toBe('done')
  expect(attempts).toBe(3)
})
