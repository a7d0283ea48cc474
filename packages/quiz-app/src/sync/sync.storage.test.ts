import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { expect, test, vi } from 'vitest'

import {
  answer,
  createWorld,
  openLoadedTab,
  openTab,
  pendingOf,
  settle,
  untilSynced,
  USER,
} from '../../test/sync-world.ts'

const TEN_SECONDS_MS = 10_000

test('a device without the user’s data reads the statistics once on any screen, and a failed read does not sign the user out', async () => {
  const world = createWorld()
  world.gateway.store({ id: USER, questionsStats: { a: { tries: 3, correct: 1 } }, marks: {} })
  const one = openTab(world)
  await vi.waitFor(() => expect(one.sync.state().stats.base?.document.questionsStats).toHaveProperty('a'))
  openTab(world, one.profile)
  await settle()
  expect(world.calls).toEqual(['GET'])

  world.fault = () => new Response('oops', { status: 500 })
  const other = openTab(world)
  await vi.waitFor(() => expect(other.sync.state().isLoaded).toBe(true))
  expect(other.session).toEqual([])
})

test('if a device starts offline without the user’s data, it reads the statistics when it comes online', async () => {
  const world = createWorld()
  world.gateway.store({ id: USER, questionsStats: { a: { tries: 3, correct: 1 } }, marks: {} })
  world.goOffline()
  const { sync } = openTab(world)
  await settle()
  expect(world.calls).toEqual([])
  world.goOnline()
  await vi.waitFor(() => expect(sync.state().isLoaded).toBe(true))
  expect(sync.state().stats.base?.document.questionsStats).toHaveProperty('a')
})

test('answers from an earlier page are sent ten seconds after the next page opens on any screen', async () => {
  const world = createWorld()
  const { sync, profile } = await openLoadedTab(world)
  await answer(sync, 'a')
  sync.stop() // the page of this engine is closed
  const later = openTab(world, profile)
  await vi.waitFor(() => expect(later.sync.state()).toMatchObject({ status: 'unsynced', dueAtMs: expect.any(Number) }))
  world.pass(TEN_SECONDS_MS)
  await untilSynced(later.sync)
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('deleting the database during an exchange does not lose any answers', async () => {
  const world = createWorld()
  const one = await openLoadedTab(world)
  const other = await openLoadedTab(world, one.profile)
  await answer(one.sync, 'a')
  await answer(other.sync, 'b')
  let isDeleted = false
  world.fault = async ({ method }) => {
    if (method === 'PUT' && !isDeleted) {
      isDeleted = true
      await deleteDB(one.profile.databaseName)
    }
    return null
  }
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(isDeleted).toBe(true))
  await answer(one.sync, 'c')
  world.pass(TEN_SECONDS_MS)
  await untilSynced(one.sync)
  await untilSynced(other.sync)
  const once = { tries: 1, correct: 1 }
  expect(world.gateway.counts()).toEqual({ a: once, b: once, c: once })
  expect([...one.session, ...other.session]).toEqual([])
})

test('erasing the user’s data stops the sync in every tab, and no tab sends a request afterwards', async () => {
  const world = createWorld()
  const one = await openLoadedTab(world)
  const other = await openLoadedTab(world, one.profile)
  await answer(one.sync, 'a')
  await vi.waitFor(() => expect(pendingOf(other.sync)).toBe(1))
  await one.sync.erase()
  for (const { hide } of [one, other]) hide()
  world.pass(TEN_SECONDS_MS)
  await settle()
  expect(world.calls).toEqual([])
  expect(await one.log.readAll(USER)).toEqual({ base: null, answers: [], runs: [] })
  expect(other.log.known(USER).pending).toEqual([])
})
