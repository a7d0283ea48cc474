import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'

import { answer, createWorld, openLoadedTab, pendingOf, settle } from '../../test/sync-world.ts'
import { createProfile } from '../../test/sync-edges.ts'
import type { AnswerLog } from './answer-log.ts'

/** Opens a tab whose log stores an answer only when the test allows it. */
async function openSlowTab() {
  const gates: PromiseWithResolvers<void>[] = []
  const { openLog } = createProfile()
  const log: AnswerLog = openLog()
  const slow: AnswerLog = {
    ...log,
    async append(userId, given) {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return log.append(userId, given)
    },
  }
  const world = createWorld()
  const tab = await openLoadedTab(
    world,
    createProfile(() => slow),
  )
  return { world, gates, ...tab }
}

test('until the last answer is stored, the browser asks for confirmation before the user leaves', async () => {
  const { sync, gates, leaving } = await openSlowTab()
  const answers = [answer(sync, 'a'), answer(sync, 'b')]
  expect(sync.state()).toMatchObject({ status: 'unsynced', isStoring: true, pending: 2, dueAtMs: null })
  expect(leaving.asks).toBe(1)
  gates[0]?.resolve()
  await answers[0]
  expect(sync.state()).toMatchObject({ isStoring: true, pending: 2 })
  expect(leaving.asks).toBe(1)
  gates[1]?.resolve()
  await answers[1]
  expect(sync.state()).toMatchObject({ isStoring: false, pending: 2 })
  expect(leaving.asks).toBe(0)
})

test('if storing an answer fails, the browser does not ask for confirmation when the user leaves', async () => {
  const { sync, gates, leaving } = await openSlowTab()
  const refused = answer(sync, 'a')
  gates[0]?.reject(new Error('no memory is left'))
  await expect(refused).rejects.toThrow('no memory is left')
  expect(sync.state()).toMatchObject({ status: 'synced', isStoring: false })
  expect(leaving.asks).toBe(0)
})

test('the last send waits for answers that are being stored and sends them', async () => {
  const { world, sync, gates } = await openSlowTab()
  void answer(sync, 'a')
  const sent = sync.sendLast()
  await settle()
  expect(world.calls).toEqual([])
  gates[0]?.resolve()
  await sent
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('the last send waits at most three seconds for an answer to be stored', async () => {
  const { world, sync, gates } = await openSlowTab()
  const late = answer(sync, 'a')
  const sent = sync.sendLast()
  world.pass(3000)
  await sent
  expect(world.calls).toEqual([])
  gates[0]?.resolve()
  await late
  expect(pendingOf(sync)).toBe(1)
})

test('a burst of answers in one tab makes the other tab read the log only a few times', async () => {
  const world = createWorld()
  const one = await openLoadedTab(world)
  const other = await openLoadedTab(world, one.profile)
  const reads = vi.spyOn(other.log, 'readPending')
  await Promise.all(Array.from({ length: 100 }, (_, place) => answer(one.sync, `q${place}`)))
  await vi.waitFor(() => expect(pendingOf(other.sync)).toBe(100))
  expect(reads.mock.calls.length).toBeLessThan(10)
})
