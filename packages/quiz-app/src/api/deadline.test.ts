import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { withDeadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the signal aborts at the deadline', () => {
  const deadline = withDeadline(1000)
  vi.advanceTimersByTime(999)
  expect(deadline.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect((deadline.reason as DOMException).name).toBe('TimeoutError')
})

test('the signal aborts with the caller’s signal and its reason', () => {
  const caller = new AbortController()
  const deadline = withDeadline(1000, caller.signal)
  caller.abort('left')
  expect(deadline.reason).toBe('left')
})

test('the signal is aborted from the start if the caller’s signal is already aborted', () => {
  expect(withDeadline(1000, AbortSignal.abort('left')).reason).toBe('left')
})
