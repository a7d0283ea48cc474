import { expect, test } from 'vitest'

import { inBatches } from './batches.ts'

/** Creates a batched function whose batches end only when the test ends them. */
function createWork(maxItems?: number) {
  const batches: { items: readonly string[]; end: PromiseWithResolvers<void> }[] = []
  const call = inBatches(async (items: readonly string[]) => {
    const end = Promise.withResolvers<void>()
    batches.push({ items, end })
    await end.promise
    return items.map((item) => item.toUpperCase())
  }, maxItems)
  return { batches, call }
}

test('calls that arrive during a batch share the next batch, in order', async () => {
  const { batches, call } = createWork()
  const results = Promise.all(['a', 'b', 'c'].map(call))
  expect(batches.map(({ items }) => items)).toEqual([['a']])
  batches[0]?.end.resolve()
  await expect.poll(() => batches.map(({ items }) => items)).toEqual([['a'], ['b', 'c']])
  batches[1]?.end.resolve()
  expect(await results).toEqual(['A', 'B', 'C'])
})

test('items that do not fit into a batch are left for the next batches', async () => {
  const { batches, call } = createWork(2)
  const results = Promise.all(['a', 'b', 'c', 'd'].map(call))
  batches[0]?.end.resolve()
  await expect.poll(() => batches.length).toBe(2)
  batches[1]?.end.resolve()
  await expect.poll(() => batches.map(({ items }) => items)).toEqual([['a'], ['b', 'c'], ['d']])
  batches[2]?.end.resolve()
  expect(await results).toEqual(['A', 'B', 'C', 'D'])
})

test('a failed batch rejects only its own calls, and the next batch runs', async () => {
  const { batches, call } = createWork()
  const results = Promise.allSettled(['a', 'b'].map(call))
  batches[0]?.end.reject(new Error('disk'))
  await expect.poll(() => batches.length).toBe(2)
  batches[1]?.end.resolve()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
