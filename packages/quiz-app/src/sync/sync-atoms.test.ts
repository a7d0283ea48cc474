import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newAnswer } from '../../test/new-answer.ts'
import { EMAIL } from '../../test/account.ts'
import { createMarkedGateway } from '../../test/gateway.ts'
import { createSignedInStore } from '../../test/signed-in-store.ts'
import { passTime } from '../../test/slow-database.ts'
import { authStateAtom } from '../session/auth.ts'
import type { Recorded } from './log-store.ts'
import {
  isStatsLoadedAtom,
  sendLastAtom,
  loadStatsAtom,
  recordAnswerAtom,
  startSyncAtom,
  syncStateAtom,
  tallyOfAtom,
} from './sync-atoms.ts'

// Tests the engine with the app's real dependencies: a session, the browser's locks and channel, and a database.

type Store = Awaited<ReturnType<typeof createSignedInStore>>['store']

const SEND_DELAY_MS = 10_000
const { locks } = globalThis.navigator

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('navigator', { onLine: true, locks })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', new EventTarget())
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Creates a server that can be slow or fail. */
function createServer() {
  const gateway = createMarkedGateway()
  const server = {
    gateway,
    fault: null as null | ((request: Request) => Response | null),
    handle: async (request: Request): Promise<Response> => server.fault?.(request) ?? gateway.handle(request),
  }
  return server
}

function answer(store: Store, questionId: string, correct = true): Promise<Recorded> {
  return store.set(recordAnswerAtom, newAnswer(questionId, { correct }))
}

const pendingOf = (store: Store) => store.get(syncStateAtom).stats.pending.length
const untilSent = (store: Store) => vi.waitFor(() => expect(store.get(syncStateAtom).status).toBe('synced'))

test('a failed send is logged and signs the user out with a reason, and the stored answers are sent after the next sign-in', async () => {
  const server = createServer()
  const { store, databaseName } = await createSignedInStore(server.handle)
  const stop = store.set(startSyncAtom)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  server.fault = ({ method }) => (method === 'PUT' ? new Response('oops', { status: 500 }) : null)
  await vi.advanceTimersByTimeAsync(SEND_DELAY_MS)
  await vi.waitFor(() => expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'sync-failed' }))
  expect(console.error).toHaveBeenCalledWith('Sending statistics failed.', expect.objectContaining({ status: 500 }))
  stop()

  server.fault = null
  const { store: later } = await createSignedInStore(server.handle, { databaseName })
  await later.set(loadStatsAtom)
  expect(pendingOf(later)).toBe(1)
  await vi.advanceTimersByTimeAsync(SEND_DELAY_MS)
  await untilSent(later)
  expect(server.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
})

test('if the statistics cannot be read, the user is signed out with the reason stats-failed', async () => {
  const server = createServer()
  server.fault = () => new Response('oops', { status: 500 })
  const { store } = await createSignedInStore(server.handle)
  await store.set(loadStatsAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'stats-failed' })
  expect(console.error).toHaveBeenCalledWith('Reading statistics failed.', expect.objectContaining({ status: 500 }))
})

test('the user stays signed in if empty statistics cannot be created', async () => {
  const server = createServer()
  server.fault = ({ method }) => (method === 'PUT' ? new Response('oops', { status: 500 }) : null)
  const { store } = await createSignedInStore(server.handle)
  await store.set(loadStatsAtom)
  await passTime(500)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedIn', username: EMAIL })
  expect(store.get(isStatsLoadedAtom)).toBe(true)
})

test('if the identity service is unreachable, the send does not count as failed and is retried after ten seconds', async () => {
  const server = createServer()
  const { store, identity } = await createSignedInStore(server.handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  server.fault = () => new Response(null, { status: 401 }) // the app then requests a fresh token
  identity.network.isDown = true
  await passTime(2 * SEND_DELAY_MS)
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })
  expect(pendingOf(store)).toBe(1)

  server.fault = null
  identity.network.isDown = false
  await passTime(2 * SEND_DELAY_MS)
  await untilSent(store)
})

test('the shown statistics are the server’s statistics plus the unsent answers', async () => {
  const server = createServer()
  server.gateway.store({ id: EMAIL, questionsStats: { a: { tries: 4, correct: 1 } }, marks: {} })
  const { store } = await createSignedInStore(server.handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  expect(store.get(tallyOfAtom)('a')).toEqual({ tries: 5, correct: 2 })
})

test('the last send sends the waiting answers and does not sign the user out', async () => {
  const server = createServer()
  const { store } = await createSignedInStore(server.handle)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  await store.set(sendLastAtom)
  expect(server.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } })
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })
})

test('an answer without a signed-in user is rejected', async () => {
  const { store } = await createSignedInStore(createServer().handle)
  store.set(authStateAtom, { status: 'signedOut', reason: null })
  await expect(answer(store, 'a')).rejects.toThrow('Answers can be stored only for a signed-in user.')
})

test('a hidden page sends its answers', async () => {
  const server = createServer()
  const { store } = await createSignedInStore(server.handle)
  const stop = store.set(startSyncAtom)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  Object.assign(document, { visibilityState: 'visible' }).dispatchEvent(new Event('visibilitychange'))
  await passTime(500)
  expect(server.gateway.counts()).toEqual({})
  Object.assign(document, { visibilityState: 'hidden' }).dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(server.gateway.counts()).toEqual({ a: { tries: 1, correct: 1 } }))
  stop()
})

test('one user’s statistics are not shown to the next user', async () => {
  const server = createServer()
  const { store } = await createSignedInStore(server.handle)
  const stop = store.set(startSyncAtom)
  await store.set(loadStatsAtom)
  await answer(store, 'a')
  stop()
  expect(store.get(tallyOfAtom)('a')).toEqual({ tries: 0, correct: 0 })
  store.set(authStateAtom, { status: 'signedIn', username: 'bia' })
  const stopNext = store.set(startSyncAtom)
  await passTime(500)
  expect(store.get(tallyOfAtom)('a')).toEqual({ tries: 0, correct: 0 })
  expect(pendingOf(store)).toBe(0)
  stopNext()
})

test('an answer in one tab is shown as unsent and then as sent in the other tab', async () => {
  const server = createServer()
  const one = await createSignedInStore(server.handle)
  const other = await createSignedInStore(server.handle, { databaseName: one.databaseName })
  const stop = [one.store.set(startSyncAtom), other.store.set(startSyncAtom)]
  await one.store.set(loadStatsAtom)

  await answer(one.store, 'a')
  await vi.waitFor(() => expect(other.store.get(syncStateAtom)).toMatchObject({ status: 'unsynced', pending: 1 }))
  expect(other.store.get(tallyOfAtom)('a')).toEqual({ tries: 1, correct: 1 })

  await vi.advanceTimersByTimeAsync(SEND_DELAY_MS)
  await vi.waitFor(() =>
    expect(other.store.get(syncStateAtom)).toMatchObject({ status: 'synced', atMs: expect.any(Number) }),
  )
  for (const end of stop) end()
})
