import { afterEach, expect, test, vi } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { TimeoutError } from '../errors.ts'
import { callService, untilAborted, type Signal } from './transport.ts'

afterEach(() => vi.useRealTimers())

test('a request without a response times out and is aborted', async () => {
  const { client, pool } = testClient({ timeoutMs: 40 })
  pool.on('GetUser', 'hang')
  const error = await rejection(callService(client, 'GetUser', {}))
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error).toMatchObject({ code: 'TimeoutError', message: 'No response within 40 ms.' })
  expect(pool.requests[0]?.request.signal?.aborted).toBe(true)
})

test('the timeout covers a fetch that ignores its signal', async () => {
  const { client } = testClient({ timeoutMs: 20, fetch: () => new Promise(() => {}) })
  expect(await rejection(callService(client, 'GetUser', {}))).toBeInstanceOf(TimeoutError)
})

test('the timeout covers a body that never ends', async () => {
  const { client } = testClient({
    timeoutMs: 20,
    fetch: async () => ({ ok: true, status: 200, headers: new Headers(), text: () => new Promise(() => {}) }),
  })
  expect(await rejection(callService(client, 'GetUser', {}))).toBeInstanceOf(TimeoutError)
})

test('an abort rejects the call with the signal’s reason and aborts the request', async () => {
  const { client, pool } = testClient()
  pool.on('GetUser', 'hang')
  const controller = new AbortController()
  const call = rejection(callService(client, 'GetUser', {}, { signal: controller.signal }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  controller.abort(new Error('left the page'))
  expect(await call).toEqual(new Error('left the page'))
  expect(pool.requests[0]?.request.signal?.aborted).toBe(true)
})

test('a call with an already aborted signal sends no request', async () => {
  const { client, pool } = testClient()
  const call = callService(client, 'GetUser', {}, { signal: AbortSignal.abort() })
  expect(await rejection(call)).toMatchObject({ name: 'AbortError' })
  expect(pool.requests).toEqual([])
})

/** Creates a signal without a reason, as on platforms from before 2022. */
function signalWithoutReason(aborted = false) {
  const target = new EventTarget()
  const signal = {
    aborted,
    addEventListener: (type: string, listener: () => void) => target.addEventListener(type, listener),
    removeEventListener: (type: string, listener: () => void) => target.removeEventListener(type, listener),
  }
  const abort = () => {
    signal.aborted = true
    target.dispatchEvent(new Event('abort'))
  }
  return { signal: signal as unknown as Signal, abort }
}

test('an abort without a reason rejects the call with an AbortError', async () => {
  const expected = { name: 'AbortError', message: 'The call was aborted.' }
  const { client, pool } = testClient()
  pool.on('GetUser', 'hang')
  const { signal, abort } = signalWithoutReason()
  const call = rejection(callService(client, 'GetUser', {}, { signal }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  abort()
  expect(await call).toMatchObject(expected)
  expect(pool.requests[0]?.request.signal?.aborted).toBe(true)
  const late = signalWithoutReason(true)
  expect(await rejection(callService(client, 'GetUser', {}, late))).toMatchObject(expected)
  expect(await rejection(untilAborted(new Promise(() => {}), late.signal))).toMatchObject(expected)
})

test('no timer remains after a response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client, pool } = testClient()
  pool.on('GetUser', { json: {} })
  await callService(client, 'GetUser', {})
  expect(vi.getTimerCount()).toBe(0)
})

test('work that fails after its caller has aborted causes no unhandled rejection', async () => {
  const controller = new AbortController()
  let fail: (error: Error) => void = () => {}
  const work = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  const left = rejection(untilAborted(work, controller.signal))
  controller.abort(new Error('left'))
  expect(await left).toEqual(new Error('left'))
  fail(new Error('too late'))
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
})

test('a caller with an already aborted signal does not wait', async () => {
  const signal = AbortSignal.abort(new Error('left'))
  expect(await rejection(untilAborted(new Promise(() => {}), signal))).toEqual(new Error('left'))
})

test('the listener on the signal is removed when the work ends', async () => {
  const { signal } = new AbortController()
  const remove = vi.spyOn(signal, 'removeEventListener')
  expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done')
  await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce())
})
