import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createApiOver } from '../../test/gateway.ts'

const EMPTY = { id: 'ana', questionsStats: {} }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Creates a server that returns these responses in order and then repeats the last one. `askedAtS` has the request times in seconds. */
function serverWith(...answers: { status: number; retryAfter?: string }[]) {
  const startMs = Date.now()
  const askedAtS: number[] = []
  const api = createApiOver(async () => {
    const { status, retryAfter } = answers[Math.min(askedAtS.length, answers.length - 1)] ?? { status: 200 }
    askedAtS.push((Date.now() - startMs) / 1_000)
    return Response.json(EMPTY, { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } })
  })
  return { api, askedAtS }
}

const BUSY = { status: 503, retryAfter: '3' }

test.each([429, 503])('the app retries a write that got status %i after the delay in Retry-After', async (status) => {
  const { api, askedAtS } = serverWith({ status, retryAfter: '3' }, { status: 200 })
  const written = api.putStats(EMPTY)
  await vi.runAllTimersAsync()
  expect(await written).toEqual({})
  expect(askedAtS).toEqual([0, 3])
})

test('the app gives up after three requests to a busy server', async () => {
  const { api, askedAtS } = serverWith(BUSY)
  const read = expect(api.getStats()).rejects.toMatchObject({ code: 'HttpStatus', status: 503 })
  await vi.runAllTimersAsync()
  await read
  expect(askedAtS).toEqual([0, 3, 6])
})

test.each([undefined, '11', '999999', 'Sun, 22 Nov 2026 07:00:00 GMT', '-1', ''])(
  'the app does not retry a request if Retry-After is %j',
  async (retryAfter) => {
    const { api, askedAtS } = serverWith({ status: 503, ...(retryAfter !== undefined && { retryAfter }) })
    await expect(api.getStats()).rejects.toMatchObject({ status: 503 })
    expect(askedAtS).toHaveLength(1)
  },
)

test('the app does not retry a request that got status 500, even with Retry-After', async () => {
  const { api, askedAtS } = serverWith({ status: 500, retryAfter: '1' })
  await expect(api.getStats()).rejects.toMatchObject({ status: 500 })
  expect(askedAtS).toHaveLength(1)
})

test('the app does not retry a keepalive request', async () => {
  const { api, askedAtS } = serverWith(BUSY)
  await expect(api.putStats(EMPTY, { keepalive: true })).rejects.toMatchObject({ status: 503 })
  expect(askedAtS).toHaveLength(1)
})

test('the wait for a retry ends when the caller aborts', async () => {
  const { api, askedAtS } = serverWith(BUSY)
  const stopping = new AbortController()
  const read = expect(api.getStats(stopping.signal)).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(1_000)
  stopping.abort()
  await vi.advanceTimersByTimeAsync(0)
  await read
  expect(askedAtS[1]).toBe(1)
})
