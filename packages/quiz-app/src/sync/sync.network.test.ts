import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'

import { answer, createWorld, openLoadedTab, openTab, pendingOf, settle, untilSynced } from '../../test/sync-world.ts'

const TEN_SECONDS_MS = 10_000

test('an offline engine sends no request, keeps the session, and sends the answers when the network returns', async () => {
  const world = createWorld()
  const { sync, session } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.goOffline()
  world.pass(TEN_SECONDS_MS)
  await settle()
  expect(world.calls).toEqual([])
  expect(session).toEqual([])
  expect(sync.state()).toMatchObject({ status: 'unsynced', pending: 1, dueAtMs: null })

  world.goOnline()
  await untilSynced(sync)
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('without a network, the screen does not wait for the statistics', () => {
  const world = createWorld()
  const { sync } = openTab(world)
  expect(sync.state().isLoaded).toBe(false)
  world.goOffline()
  expect(sync.state().isLoaded).toBe(true)
})

test('losing the network during a send does not count as a failure', async () => {
  const world = createWorld()
  const { sync, session } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.fault = () => {
    world.goOffline()
    throw new TypeError('network changed')
  }
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(sync.state()).toMatchObject({ status: 'unsynced', dueAtMs: expect.any(Number) }))
  expect(session).toEqual([])
  expect(pendingOf(sync)).toBe(1)
})

test('a request that starts offline and fails after the network returns does not sign the user out', async () => {
  // The app sends requests to an API on this machine even while the browser is offline.
  const world = createWorld({ apiUrl: 'http://localhost:8080/api' })
  const { sync, session } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.goOffline()
  const gate = Promise.withResolvers<null>()
  world.fault = () => gate.promise
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(world.calls).toEqual(['GET']))

  world.fault = null
  world.goOnline()
  gate.reject(new TypeError('there was no network'))
  await untilSynced(sync)
  expect(session).toEqual([])
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('a page that was loaded without its server continues to work, and sends its answers once the server responds', async () => {
  const world = createWorld({ wasOpenedOffline: true })
  world.fault = () => Promise.reject(new TypeError('no way out of this network'))
  const { sync, session } = openTab(world)
  await sync.load()
  expect(sync.state().isLoaded).toBe(true)
  await answer(sync, 'a')
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(sync.state()).toMatchObject({ status: 'unsynced', dueAtMs: expect.any(Number) }))
  expect(session).toEqual([])
  expect(pendingOf(sync)).toBe(1)

  world.fault = null
  world.pass(TEN_SECONDS_MS)
  await untilSynced(sync)

  world.fault = () => Promise.reject(new TypeError('now the server is away'))
  await sync.load()
  expect(session).toEqual(['stats-failed'])
})

test('a page that was loaded without its server signs the user out if the first response is an error', async () => {
  const world = createWorld({ wasOpenedOffline: true })
  world.fault = () => new Response(null, { status: 500 })
  const { sync, session } = openTab(world)
  await sync.load()
  expect(session).toEqual(['stats-failed'])
  expect(world.network.connection()).toBe('expected')
})

test.each(['GET', 'PUT'])('a %s that an unloading page aborts does not sign the user out', async (method) => {
  const world = createWorld()
  const { sync, session, leaving } = await openLoadedTab(world)
  await answer(sync, 'a')
  leaving.isLeaving = async () => true
  world.fault = (request) => (request.method === method ? Promise.reject(new TypeError('aborted')) : null)
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(world.calls).toContain(method))
  await settle()
  await sync.load()
  expect(session).toEqual([])

  leaving.isLeaving = async () => false // the user cancelled the unloading
  world.fault = null
  world.pass(TEN_SECONDS_MS)
  await untilSynced(sync)
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('after a cancelled unload, the next failed request signs the user out', async () => {
  const world = createWorld()
  const { sync, session, leaving } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.fault = () => Promise.reject(new TypeError('the server is away'))
  leaving.isLeaving = async () => true
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(world.calls).toEqual(['GET']))
  await settle()
  leaving.isLeaving = async () => false
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(session).toEqual(['sync-failed']))
})

test('a page that was loaded without its server tolerates the first write without a reply, but not the second', async () => {
  const world = createWorld({ wasOpenedOffline: true })
  const { sync, session } = openTab(world)
  await answer(sync, 'a')
  world.fault = ({ method }) => (method === 'PUT' ? Promise.reject(new TypeError('no reply')) : null)
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(world.network.connection()).toBe('expected'))
  await settle()
  expect(session).toEqual([])
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(session).toEqual(['sync-failed']))
})
