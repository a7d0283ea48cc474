import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'

import { answer, createWorld, openLoadedTab, pendingOf, settle, untilSynced, USER } from '../../test/sync-world.ts'

const TEN_SECONDS_MS = 10_000

test('an answer counts once if the page is hidden after empty statistics could not be created', async () => {
  const world = createWorld()
  world.fault = (request) => (request.method === 'PUT' ? new Response('oops', { status: 500 }) : null)
  const { sync, hide } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.fault = null
  hide()
  await settle()
  world.pass(TEN_SECONDS_MS)
  await untilSynced(sync)
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('the last send before leaving sends the waiting answers', async () => {
  const world = createWorld()
  const { sync } = await openLoadedTab(world)
  await answer(sync, 'a')
  await sync.sendLast()
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test.each([
  ['gets an error', () => new Response('oops', { status: 500 })],
  ['gets no reply', () => Promise.reject(new TypeError('connection refused'))],
])('the last send ends without a sign-out if it %s', async (_case, fault) => {
  const world = createWorld()
  const { sync, session, failures } = await openLoadedTab(world)
  await answer(sync, 'a')
  world.fault = fault
  await sync.sendLast()
  expect(session).toEqual([])
  expect(failures).toEqual(['The answers could not be sent before signing out.'])
  expect(pendingOf(sync)).toBe(1)
})

test('the last send aborts its request if the server does not respond within three seconds', async () => {
  const world = createWorld()
  const { sync } = await openLoadedTab(world)
  await answer(sync, 'a')
  const signals: AbortSignal[] = []
  world.fault = ({ signal }) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  let isOver = false
  const over = sync.sendLast().then(() => (isOver = true))
  await vi.waitFor(() => expect(signals).toHaveLength(1))
  world.pass(2999)
  await settle()
  expect(isOver).toBe(false)
  world.pass(1)
  await over
  expect(signals[0]?.aborted).toBe(true)
})

test('the last send makes no request if the browser is offline or no answer is waiting', async () => {
  const world = createWorld()
  const { sync } = await openLoadedTab(world)
  await sync.sendLast()
  await answer(sync, 'a')
  world.goOffline()
  await sync.sendLast()
  expect(world.calls).toEqual([])
})

test('a hidden page sends one write, and the regular send does not count the same answers again', async () => {
  const world = createWorld()
  const { sync, hide } = await openLoadedTab(world)
  await answer(sync, 'a')
  hide()
  await vi.waitFor(() => expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } }))
  expect([world.calls, world.keepalives]).toEqual([['PUT'], 1])
  expect(sync.state()).toMatchObject({ status: 'unsynced', pending: 1 })

  world.pass(TEN_SECONDS_MS)
  await untilSynced(sync)
  expect(world.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('a hidden page does not send statistics that are too large for a keepalive request', async () => {
  const world = createWorld()
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`q${index}`, { tries: 1, correct: 1 }]))
  world.gateway.store({ id: USER, questionsStats: many, marks: {} })
  const { sync, hide } = await openLoadedTab(world)
  await answer(sync, 'a')
  hide()
  await settle()
  expect(world.calls).toEqual([])
})

test('a hidden page sends nothing while this or another tab runs an exchange', async () => {
  const world = createWorld()
  const one = await openLoadedTab(world)
  const other = await openLoadedTab(world, one.profile)
  await answer(one.sync, 'a')
  await vi.waitFor(() => expect(pendingOf(other.sync)).toBe(1))
  const gate = Promise.withResolvers<null>()
  world.fault = () => gate.promise
  world.pass(TEN_SECONDS_MS)
  await vi.waitFor(() => expect(world.calls).toEqual(['GET']))
  await answer(one.sync, 'b') // a message about an answer does not end the exchange
  one.hide()
  other.hide()
  await settle()
  expect(world.keepalives).toBe(0)
  gate.resolve(null)
  await settle()
})

test('after a regular send, a tab that was closed during its exchange no longer blocks the write of a hidden tab', async () => {
  const world = createWorld()
  const { sync, hide, profile } = await openLoadedTab(world)
  const dying = profile.createTabs()
  dying.follow(() => {})
  dying.announce('exchanging')
  await answer(sync, 'a')
  world.pass(TEN_SECONDS_MS)
  await untilSynced(sync)
  await answer(sync, 'b')
  hide()
  await vi.waitFor(() => expect(world.keepalives).toBe(1))
})
