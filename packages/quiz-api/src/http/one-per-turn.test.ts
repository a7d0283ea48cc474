import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { oneLargePerTurn } from './one-per-turn.ts'

const LARGE = 64 * 1024 + 1

test('large documents wait for one turn of the event loop each, and small ones for none', async () => {
  const nextTurn = oneLargePerTurn()
  const order: string[] = []
  const work = async (name: string, length: number) => order.push(await nextTurn(length).then(() => name))
  const all = [work('large 1', LARGE), work('large 2', LARGE), work('large 3', LARGE), work('small', 64 * 1024)]
  for (let turn = 1; turn <= 3; turn += 1) {
    await setImmediate()
    order.push(`turn ${turn}`)
  }
  await Promise.all(all)
  expect(order).toEqual(['small', 'turn 1', 'large 1', 'turn 2', 'large 2', 'turn 3', 'large 3'])
})
