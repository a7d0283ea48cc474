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

test('if the caller’s signal aborts, the returned signal aborts with the same reason', () => {
  const caller = new AbortController()
  const deadline = withDeadline(1000, caller.signal)
  caller.abort('left')
  expect(deadline.reason).toBe('left')
})

test('if the caller’s signal is already aborted, the returned signal is also aborted', () => {
  expect(withDeadline(1000, AbortSignal.abort('left')).reason).toBe('left')
})
