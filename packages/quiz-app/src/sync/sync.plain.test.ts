import 'fake-indexeddb/auto'
import type { UserStats } from '@cognito-srp/contract'
import { expect, test, vi } from 'vitest'

import {
  answer,
  createPlainWorld,
  createWorld,
  openLoadedTab,
  openTab,
  settle,
  untilSynced,
  USER,
} from '../../test/sync-world.ts'
import type { World } from '../../test/sync-world.ts'
import type { Sync } from './sync.ts'

// Most of these tests use a gateway that does not store marks. Some tests delete the statistics.

const TEN_SECONDS_MS = 10_000

async function send(world: World, ...syncs: Sync[]): Promise<void> {
  world.pass(TEN_SECONDS_MS)
  for (const sync of syncs) await untilSynced(sync)
}

test('a device that read the statistics before another device changed them adds its answers to the new counts', async () => {
  const world = createPlainWorld()
  const [one, other] = [await openLoadedTab(world), await openLoadedTab(world)]
  for (const question of ['a', 'b']) await answer(one.sync, question)
  await send(world, one.sync)
  for (const question of ['a', 'b']) await answer(other.sync, question, false)
  await send(world, other.sync)
  expect(world.gateway.counts()).toEqual({ a: { tries: 2, correct: 1 }, b: { tries: 2, correct: 1 } })
  expect(world.calls).toEqual(['GET', 'PUT', 'GET', 'PUT'])
})

test.each<[string, (world: World) => void, number]>([
  ['whose reply was lost counts once', () => {}, 1],
  [
    'that was lost is sent again, although another device wrote',
    (world) => world.gateway.store({ id: USER, questionsStats: { b: { tries: 4, correct: 4 } } }),
    1,
  ],
  [
    'that was lost counts as arrived when another device stored the same counts',
    (world) => world.gateway.store({ id: USER, questionsStats: { a: { tries: 1, correct: 1 } } }),
    1,
  ],
])('a PUT %s', async (fact, happen, tries) => {
  const world = createPlainWorld()
  const { sync } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.fault = async (request) => {
    if (request.method !== 'PUT') return null
    if (!fact.includes('that was lost')) await world.gateway.handle(request)
    throw new TypeError('connection reset')
  }
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(world.calls).toEqual(['GET', 'PUT']))
  await settle()
  happen(world)
  world.fault = null
  await sync.load()
  await send(world, sync)
  expect(world.gateway.counts()['a']).toEqual({ tries, correct: tries })
})

test('the device stores the answers and counts of a batch before it sends the PUT', async () => {
  const world = createPlainWorld()
  const { sync, log } = await openLoadedTab(world)
  const { deviceId, key } = (await answer(sync, 'a')).answer
  const kept: unknown[] = []
  world.fault = async ({ method }) => {
    if (method === 'PUT') kept.push((await log.readAll(USER)).base?.batches)
    return null
  }
  await send(world, sync)
  expect(kept).toEqual([
    [
      {
        id: expect.any(String),
        answers: [{ deviceId, key, questionId: 'a' }],
        counts: { a: { tries: 1, correct: 1 } },
        isAcknowledged: false,
      },
    ],
  ])
})

test('a hidden page does not write to a gateway that supports neither ETags nor marks, and the next visit sends its answers', async () => {
  const world = createPlainWorld()
  const { sync, hide, profile } = await openLoadedTab(world)
  await answer(sync, 'a')
  hide()
  await settle()
  expect(world.calls).toEqual([])
  sync.stop()
  const later = await openLoadedTab(world, profile)
  await send(world, later.sync)
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('a write that a gateway with ETags rejects does not count as stored, even if another device wrote the same counts', async () => {
  const world = createPlainWorld({ hasEtags: true })
  const { sync } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.fault = ({ method }) => {
    if (method === 'PUT' && world.calls.length === 2) {
      world.gateway.store({ id: USER, questionsStats: { a: { tries: 1, correct: 1 } } })
    }
    return null
  }
  await send(world, sync)
  expect(world.calls).toEqual(['GET', 'PUT', 'GET', 'PUT'])
  expect(world.gateway.counts()).toEqual({ a: { tries: 2, correct: 2 } })
})

test('answers that another device’s late write overwrote are sent again on the next visit to home', async () => {
  const world = createPlainWorld()
  const { sync } = await openLoadedTab(world)
  for (const question of ['a', 'b']) {
    await answer(sync, question)
    await send(world, sync)
  }
  world.gateway.store({ id: USER, questionsStats: { a: { tries: 1, correct: 1 }, c: { tries: 1, correct: 0 } } })
  await sync.load()
  await send(world, sync)
  expect(world.gateway.counts()).toEqual({
    a: { tries: 1, correct: 1 },
    b: { tries: 1, correct: 1 },
    c: { tries: 1, correct: 0 },
  })
})

test.each<[string, () => World, UserStats | null]>([
  ['a plain gateway returns 404', createPlainWorld, null],
  ['a plain gateway has an empty map', createPlainWorld, { id: USER, questionsStats: {} }],
  ['our API returns 404', createWorld, null],
  ['our API has empty marks', createWorld, { id: USER, questionsStats: {}, marks: {} }],
])('a device does not undo another device’s deletion if %s', async (_where, create, left) => {
  const world = create()
  const { sync, log } = await openLoadedTab(world)
  await answer(sync, 'a')
  await send(world, sync)
  await answer(sync, 'b')
  world.gateway.erase()
  if (left) world.gateway.store(left)
  await send(world, sync)
  expect(world.gateway.counts()).toEqual({ b: { tries: 1, correct: 1 } })
  expect((await log.readAll(USER)).answers.map(({ questionId }) => questionId)).toEqual(['b'])
})

test('if the PUT of a tab that noticed a deletion is lost, another tab that waited for the exchange keeps the answers', async () => {
  const world = createPlainWorld()
  const { sync, profile } = await openLoadedTab(world)
  await answer(sync, 'a')
  await send(world, sync)
  const waiting = await openLoadedTab(world, profile)
  world.gateway.erase()
  await answer(sync, 'b')
  const firstRead = Promise.withResolvers<null>()
  world.fault = () => {
    if (world.calls.length === 1) return firstRead.promise
    if (world.calls.length === 3) throw new TypeError('connection refused')
    return null
  }
  world.pass(TEN_SECONDS_MS)
  await settle()
  const loaded = waiting.sync.load()
  await settle()
  firstRead.resolve(null)
  await loaded
  expect(world.calls).toEqual(['GET', 'PUT', 'PUT', 'GET'])
  await send(world, sync)
  expect(world.gateway.counts()).toEqual({ b: { tries: 1, correct: 1 } })
})

test('a page opened after a deletion starts with empty statistics', async () => {
  const world = createPlainWorld()
  const { sync, profile } = await openLoadedTab(world)
  await answer(sync, 'a')
  await send(world, sync)
  sync.stop()
  world.gateway.erase()
  const later = openTab(world, profile)
  await later.sync.load()
  expect(later.sync.state()).toMatchObject({ status: 'synced', stats: { pending: [] } })
  expect(later.sync.state().stats.base?.document.questionsStats).toEqual({})
})
