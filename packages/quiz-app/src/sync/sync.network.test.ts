import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'

import { answer, createWorld, openLoadedTab, openTab, pendingOf, settle, untilSynced } from '../../test/sync-world.ts'

const TEN_SECONDS_MS = 10_000

test('while the browser is offline, the engine sends no request and keeps the session, and it sends the answers when the network returns', async () => {
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

test('a network that is lost during a send does not count as a failure', async () => {
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

test('an exchange does not fail if its request starts without a network and the network returns before the request ends', async () => {
  // An API on this machine gets requests even without a network.
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

test('a page that was loaded without its server continues to work, and sends its answers once a response arrives', async () => {
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

test('a page that was loaded without its server acts on the first response, even if it is an error', async () => {
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

test('a page whose unloading was cancelled reports the next failed request', async () => {
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

test('a write without a reply after a successful read does not count as a failure until the next attempt', async () => {
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
