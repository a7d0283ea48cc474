import { expect, test, vi } from 'vitest'

import { rejection } from '../../test/clients.ts'
import { untilAborted } from './signal.ts'

test('work that fails after its caller left is nobody’s unhandled rejection', async () => {
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

test('a caller that has left already does not wait', async () => {
  const signal = AbortSignal.abort(new Error('left'))
  expect(await rejection(untilAborted(new Promise(() => {}), signal))).toEqual(new Error('left'))
})

test('nothing listens to the signal once the work is done', async () => {
  const { signal } = new AbortController()
  const remove = vi.spyOn(signal, 'removeEventListener')
  expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done')
  await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce())
})
