import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { EMAIL } from '../../test/account.ts'
import { createMarkedGateway } from '../../test/gateway.ts'
import { createSignedInStore } from '../../test/signed-in-store.ts'
import { authStateAtom } from '../session/auth.ts'
import { loadStatsAtom, recordAnswerAtom, scheduleSyncAtom, STATS_SYNC_DELAY_MS } from './exchange-atoms.ts'
import { leaveAtom, sendOnHideAtom } from './leave-atoms.ts'
import { isStatsLoadedAtom, localStatsAtom, readLogAtom, syncStateAtom, tallyOfAtom } from './local-atoms.ts'
import { openedOfflineAtom } from './network-atoms.ts'

type Store = Awaited<ReturnType<typeof createSignedInStore>>['store']

const browser = { onLine: true, locks: globalThis.navigator.locks }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('navigator', browser)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  browser.onLine = true
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function answer(store: Store, questionId: string, correct = true): Promise<void> {
  return store.set(recordAnswerAtom, { questionId, correct, selected: 0, sessionId: 's', atMs: Date.now() })
}

/** The network of a gateway that notes its calls and can be slow or broken. */
function createNetwork(gateway = createMarkedGateway()) {
  const calls: string[] = []
  const network = { calls, gateway, break: null as null | ((request: Request) => Response | null | Promise<null>) }
  const handle = async (request: Request): Promise<Response> => {
    calls.push(request.method)
    const broken = await network.break?.(request)
    return broken ?? gateway.handle(request)
  }
  return { network, handle }
}

/** Lets time pass in steps in which the database and the network get their turns. */
async function passTime(totalMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < totalMs; passedMs += 500) {
    await vi.advanceTimersByTimeAsync(500)
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

const pendingOf = (store: Store) => store.get(localStatsAtom).pending.length
const untilSent = (store: Store) => vi.waitFor(() => expect(store.get(syncStateAtom).status).toBe('synced'))

test('an answer turns the state to unsynced at once, and ten seconds after the first one all are sent, once', async () => {
  const { network, handle } = createNetwork()
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  expect(store.get(syncStateAtom).status).toBe('synced')

  await answer(store, 'a')
  expect(store.get(syncStateAtom)).toEqual({ status: 'unsynced', pending: 1 })
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS - 1000)
  await answer(store, 'b', false)
  network.calls.length = 0
  await vi.advanceTimersByTimeAsync(999)
  expect(network.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await untilSent(store)
  expect(network.calls).toEqual(['GET', 'PUT'])
  expect(network.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 }, b: { tries: 1, correct: 0 } })
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS * 2)
  expect(network.calls).toEqual(['GET', 'PUT'])
})

test('the delay is ten seconds', () => {
  expect(STATS_SYNC_DELAY_MS).toBe(10_000)
})

test('an answer given while a send is in flight starts a new timer, and the state stays unsynced until it is sent', async () => {
  const { network, handle } = createNetwork()
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  const gate = Promise.withResolvers<null>()
  network.break = (request) => (request.method === 'PUT' ? gate.promise : null)
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS)
  await vi.waitFor(() => expect(network.calls.at(-1)).toBe('PUT'))

  await answer(store, 'b')
  gate.resolve(null)
  await vi.waitFor(() => expect(pendingOf(store)).toBe(1))
  expect(store.get(syncStateAtom)).toEqual({ status: 'unsynced', pending: 1 })
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS)
  await untilSent(store)
  expect(network.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 }, b: { tries: 1, correct: 1 } })
})

test('a failed send is logged and signs out with its reason; the next sign-in sends what was kept', async () => {
  const { network, handle } = createNetwork()
  const { store, databaseName } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  network.break = (request) => (request.method === 'PUT' ? new Response('oops', { status: 500 }) : null)
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS)
  await vi.waitFor(() => expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'sync-failed' }))
  expect(console.error).toHaveBeenCalledWith('Sending statistics failed.', expect.objectContaining({ status: 500 }))

  network.break = null
  const { store: later } = await createSignedInStore(handle, { databaseName })
  await later.set(loadStatsAtom)
  expect(pendingOf(later)).toBe(1)
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS)
  await untilSent(later)
  expect(network.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('a user without statistics gets empty ones created', async () => {
  const { network, handle } = createNetwork()
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  expect(network.calls).toEqual(['GET', 'PUT'])
  expect(network.gateway.stored()).toEqual({ id: EMAIL, questionsStats: {}, marks: {} })
})

test('a failed creation is only logged', async () => {
  const { network, handle } = createNetwork()
  network.break = (request) => (request.method === 'PUT' ? new Response('oops', { status: 500 }) : null)
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })
  expect(console.error).toHaveBeenCalledWith('The statistics could not be created.', expect.anything())
})

test.each([
  ['500', () => new Response('oops', { status: 500 })],
  ['403', () => new Response('no', { status: 403 })],
  ['no reply', () => Promise.reject(new TypeError('connection refused'))],
  ['a malformed reply', () => Response.json({ nothing: 'useful' })],
])('reading statistics answered with %s is logged and signs out', async (_case, answerOf) => {
  const { network, handle } = createNetwork()
  network.break = answerOf
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'stats-failed' })
  expect(console.error).toHaveBeenCalledWith('Reading statistics failed.', expect.anything())
})

test('offline nothing is attempted, and nobody is signed out', async () => {
  const { network, handle } = createNetwork()
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  browser.onLine = false
  network.calls.length = 0
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS)
  expect(network.calls).toEqual([])
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })
  expect(pendingOf(store)).toBe(1)
})

test('a page that was opened without its server goes on, and sends when something answers', async () => {
  const { network, handle } = createNetwork()
  network.break = () => Promise.reject(new TypeError('no way out of this network'))
  const { store } = await createSignedInStore(handle)
  store.set(openedOfflineAtom, true)
  await store.set(loadStatsAtom)
  expect(store.get(isStatsLoadedAtom)).toBe(true)
  await answer(store, 'a')
  await passTime(STATS_SYNC_DELAY_MS * 2)
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })
  expect(pendingOf(store)).toBe(1)

  network.break = null
  await passTime(STATS_SYNC_DELAY_MS * 2)
  await untilSent(store)

  network.break = () => Promise.reject(new TypeError('now the server is away'))
  await store.set(loadStatsAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'stats-failed' })
})

test('a page that was opened without its server believes the first answer, also a bad one', async () => {
  const { network, handle } = createNetwork()
  network.break = () => new Response(null, { status: 500 })
  const { store } = await createSignedInStore(handle)
  store.set(openedOfflineAtom, true)
  await store.set(loadStatsAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'stats-failed' })
  expect(store.get(openedOfflineAtom)).toBe(false)
})

test('an identity service that is away is no failure of the send: it is tried again ten seconds later', async () => {
  const { network, handle } = createNetwork()
  const { store, identity } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  network.break = () => new Response(null, { status: 401 }) // asks for a fresh token
  identity.network.isDown = true
  await passTime(STATS_SYNC_DELAY_MS * 2)
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })
  expect(pendingOf(store)).toBe(1)

  network.break = null
  identity.network.isDown = false
  await passTime(STATS_SYNC_DELAY_MS * 2)
  await untilSent(store)
})

test('shown statistics are the server’s plus the answers on their way', async () => {
  const { network, handle } = createNetwork()
  network.gateway.store({ id: EMAIL, questionsStats: { a: { tries: 4, correct: 1 } }, marks: {} })
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  expect(store.get(tallyOfAtom)('a')).toEqual({ tries: 5, correct: 2 })
})

test('logging out sends what waits', async () => {
  const { network, handle } = createNetwork()
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  await store.set(leaveAtom)
  expect(network.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: null })
})

test('logging out with answers on their way ends when the send fails', async () => {
  const { network, handle } = createNetwork()
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  network.break = () => new Response('oops', { status: 500 })
  await store.set(leaveAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: null })
})

test('a hidden page leaves one write behind, and the regular send does not count it again', async () => {
  const { network, handle } = createNetwork()
  const keepalives: boolean[] = []
  network.break = (request) => {
    if (request.method === 'PUT') keepalives.push(request.keepalive)
    return null
  }
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  await store.set(sendOnHideAtom)
  expect(network.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
  expect(keepalives).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS)
  await untilSent(store)
  expect(network.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('statistics too large to leave behind wait for the next visit', async () => {
  const { network, handle } = createNetwork()
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`q${index}`, { tries: 1, correct: 1 }]))
  network.gateway.store({ id: EMAIL, questionsStats: many, marks: {} })
  const { store } = await createSignedInStore(handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  const before = network.gateway.putCount()
  await store.set(sendOnHideAtom)
  expect(network.gateway.putCount()).toBe(before)
})

test('two tabs of one browser never send at the same time, and both see everything sent', async () => {
  const { network, handle } = createNetwork()
  let inFlight = 0
  let most = 0
  const watched = async (request: Request) => {
    inFlight += request.method === 'PUT' ? 1 : 0
    most = Math.max(most, inFlight)
    const response = await handle(request)
    inFlight -= request.method === 'PUT' ? 1 : 0
    return response
  }
  const one = await createSignedInStore(watched)
  const other = await createSignedInStore(watched, { databaseName: one.databaseName })
  await one.store.set(loadStatsAtom)
  await other.store.set(loadStatsAtom)
  await Promise.all([answer(one.store, 'a'), answer(other.store, 'a', false), answer(other.store, 'b')])
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS)
  await untilSent(one.store)
  await other.store.set(readLogAtom)
  await untilSent(other.store)
  expect(most).toBe(1)
  expect(network.gateway.counts()).toEqual({ a: { tries: 2, correct: 1 }, b: { tries: 1, correct: 1 } })
})

test('the timer is not restarted by a later answer', async () => {
  const { network, handle } = createNetwork()
  const { store } = await createSignedInStore(handle)
  store.set(scheduleSyncAtom)
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS / 2)
  store.set(scheduleSyncAtom)
  await vi.advanceTimersByTimeAsync(STATS_SYNC_DELAY_MS / 2)
  await vi.waitFor(() => expect(network.calls).toContain('GET'))
})
