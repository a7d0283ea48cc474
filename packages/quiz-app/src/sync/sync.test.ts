import 'fake-indexeddb/auto'
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
import { createProfile } from '../../test/sync-edges.ts'
import type { Profile } from '../../test/sync-edges.ts'

const TEN_SECONDS_MS = 10_000

test('an answer makes the state unsynced immediately, and ten seconds after the first answer, one PUT sends all answers', async () => {
  const world = createWorld()
  const { sync } = await openLoadedTab(world)
  expect(sync.state().status).toBe('synced')

  await answer(sync, 'a')
  expect(sync.state()).toMatchObject({ status: 'unsynced', pending: 1, dueAtMs: world.clock.now() + TEN_SECONDS_MS })
  world.pass(9000)
  await answer(sync, 'b', false)
  world.pass(1000)
  await untilSynced(sync)
  expect(world.calls).toEqual(['GET', 'PUT'])
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 }, b: { tries: 1, correct: 0 } })

  world.pass(2 * TEN_SECONDS_MS)
  await settle()
  expect(world.calls).toEqual(['GET', 'PUT'])
})

test('the engine sends no request until ten seconds after an answer', async () => {
  const world = createWorld()
  const { sync } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.pass(9999)
  await settle()
  expect(world.calls).toEqual([])
  world.pass(1)
  await vi.waitFor(() => expect(world.calls).toContain('GET'))
})

test('a later answer does not restart the timer', async () => {
  const world = createWorld()
  const { sync } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.pass(5000)
  await answer(sync, 'b')
  world.pass(5000)
  await vi.waitFor(() => expect(world.calls).toContain('GET'))
})

test('an answer given during a send starts a new timer and stays pending until the next send', async () => {
  const world = createWorld()
  const { sync } = await openLoadedTab(world)
  await answer(sync, 'a')
  const gate = Promise.withResolvers<null>()
  world.fault = (request) => (request.method === 'PUT' ? gate.promise : null)
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(world.calls.at(-1)).toBe('PUT'))
  expect(sync.state()).toMatchObject({ status: 'sending', pending: 1 })

  await answer(sync, 'b')
  expect(sync.state()).toMatchObject({ status: 'sending', pending: 2 })
  gate.resolve(null)
  await vi.waitFor(() => expect(pendingOf(sync)).toBe(1))
  expect(sync.state()).toMatchObject({ status: 'unsynced', pending: 1, dueAtMs: expect.any(Number) })
  world.pass(TEN_SECONDS_MS)
  await untilSynced(sync)
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 }, b: { tries: 1, correct: 1 } })
})

test('an answer that the device cannot store does not count', async () => {
  const world = createWorld()
  const broken = { ...createProfile().openLog(), append: () => Promise.reject(new Error('no memory is left')) }
  const { sync } = await openLoadedTab(
    world,
    createProfile(() => broken),
  )
  await expect(answer(sync, 'a')).rejects.toThrow('no memory is left')
  expect(sync.state().status).toBe('synced')
  world.pass(TEN_SECONDS_MS)
  await settle()
  expect(world.calls).toEqual([])
})

test('a subscriber receives changes until it unsubscribes', async () => {
  const { sync } = await openLoadedTab(createWorld())
  const heard: number[] = []
  const unsubscribe = sync.subscribe(({ stats }) => heard.push(stats.pending.length))
  await answer(sync, 'a')
  expect(heard.at(-1)).toBe(1)
  unsubscribe()
  await answer(sync, 'b')
  expect(heard.at(-1)).toBe(1)
})

test('a stopped engine does not send answers, notify subscribers or sign the user out', async () => {
  const world = createWorld()
  const { sync, session } = await openLoadedTab(world)
  await answer(sync, 'a')
  const gate = Promise.withResolvers<null>()
  world.fault = () => gate.promise
  world.pass(TEN_SECONDS_MS)
  const heard = vi.fn()
  await vi.waitFor(() => expect(world.calls).toEqual(['GET']))
  sync.subscribe(heard)
  sync.stop()
  gate.reject(new TypeError('connection reset'))
  await settle()
  world.pass(TEN_SECONDS_MS)
  world.goOffline()
  world.goOnline()
  await settle()
  expect(world.calls).toEqual(['GET'])
  expect(heard).not.toHaveBeenCalled()
  expect(session).toEqual([])
})

test('the engine creates empty statistics for a user without statistics', async () => {
  const world = createWorld()
  const { sync } = openTab(world)
  await sync.load()
  expect(world.calls).toEqual(['GET', 'PUT'])
  expect(world.gateway.stored()).toEqual({ id: USER, questionsStats: {}, marks: {} })
})

test('if empty statistics cannot be created, the failure is logged, the session is checked, and the user stays signed in', async () => {
  const world = createWorld()
  world.fault = (request) => (request.method === 'PUT' ? new Response('oops', { status: 500 }) : null)
  const { sync, session, failures } = openTab(world)
  await sync.load()
  expect(session).toEqual(['checked'])
  expect(failures).toEqual(['The statistics could not be created.'])
  expect(sync.state()).toMatchObject({ status: 'synced', isLoaded: true })
})

test('the exchange starts again instead of overwriting another device’s write', async () => {
  const world = createWorld()
  const { sync } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.fault = (request) => {
    if (request.method === 'PUT' && world.calls.length === 2) {
      world.gateway.store({ id: USER, questionsStats: { b: { tries: 7, correct: 3 } }, marks: { phone: 7 } })
    }
    return null
  }
  world.pass(TEN_SECONDS_MS)
  await untilSynced(sync)
  expect(world.calls).toEqual(['GET', 'PUT', 'GET', 'PUT'])
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 }, b: { tries: 7, correct: 3 } })
})

test('the exchange ends after five conflicts and keeps the answers', async () => {
  const world = createWorld()
  const { sync, session } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.fault = (request) => (request.method === 'PUT' ? new Response(null, { status: 412 }) : null)
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(session).toEqual(['sync-failed']))
  expect(world.calls.filter((method) => method === 'PUT')).toHaveLength(5)
  expect(pendingOf(sync)).toBe(1)
})

test.each([
  ['status 500', () => new Response('oops', { status: 500 })],
  ['status 403', () => new Response('no', { status: 403 })],
  ['no reply', () => Promise.reject(new TypeError('connection refused'))],
  ['a malformed reply', () => Response.json({ nothing: 'useful' })],
])('a read of the statistics that ends with %s is logged and signs the user out', async (_case, fault) => {
  const world = createWorld()
  world.fault = fault
  const { sync, session, failures } = openTab(world)
  await sync.load()
  expect(session).toEqual(['stats-failed'])
  expect(failures).toEqual(['Reading statistics failed.'])
})

test('an answer in one tab is shown as unsent and then as sent in the other tab', async () => {
  const world = createWorld()
  const one = await openLoadedTab(world)
  const other = openTab(world, one.profile)
  await answer(one.sync, 'a')
  await vi.waitFor(() => expect(other.sync.state()).toMatchObject({ status: 'unsynced', pending: 1 }))
  world.pass(TEN_SECONDS_MS)
  await untilSynced(other.sync)
})

test('two tabs of one browser do not send at the same time, and both show all answers as sent', async () => {
  const world = createWorld()
  let inFlight = 0
  let most = 0
  world.fault = async () => {
    inFlight += 1
    most = Math.max(most, inFlight)
    await settle()
    inFlight -= 1
    return null
  }
  const one = await openLoadedTab(world)
  const other = await openLoadedTab(world, one.profile)
  await Promise.all([answer(one.sync, 'a'), answer(other.sync, 'a', false), answer(other.sync, 'b')])
  world.pass(TEN_SECONDS_MS)
  await untilSynced(one.sync)
  await untilSynced(other.sync)
  expect(most).toBe(1)
  expect(world.gateway.counts()).toEqual({ a: { tries: 2, correct: 1 }, b: { tries: 1, correct: 1 } })
})

test('without Web Locks, an outdated response does not erase an answer that another tab has sent since', async () => {
  const world = createWorld()
  const profile: Profile = { ...createProfile(), lock: (_userId, work) => work() }
  const [{ sync, log }, other] = [await openLoadedTab(world, profile), await openLoadedTab(world, profile)]
  const arrival = Promise.withResolvers<void>()
  world.fault = async (request) => {
    if (world.calls.length > 1) return null
    const response = await world.gateway.handle(request)
    await arrival.promise
    return response
  }
  const loaded = sync.load()
  await settle()
  await answer(other.sync, 'a')
  world.pass(TEN_SECONDS_MS)
  await untilSynced(other.sync)
  arrival.resolve()
  await loaded
  expect((await log.readAll(USER)).answers.map(({ questionId }) => questionId)).toEqual(['a'])
  world.pass(TEN_SECONDS_MS)
  await untilSynced(sync)
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})
