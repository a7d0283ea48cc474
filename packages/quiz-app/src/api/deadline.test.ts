import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { withDeadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a signal aborts when the time is over', () => {
  const deadline = withDeadline(1000)
  vi.advanceTimersByTime(999)
  expect(deadline.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect((deadline.reason as DOMException).name).toBe('TimeoutError')
})

test('a signal aborts with the caller and for its reason', () => {
  const caller = new AbortController()
  const deadline = withDeadline(1000, caller.signal)
  caller.abort('left')
  expect(deadline.reason).toBe('left')
})

test('a caller that aborted before gets an aborted signal', () => {
  expect(withDeadline(1000, AbortSignal.abort('left')).reason).toBe('left')
})
