import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'

import { createProductApi } from '../../test/gateway.ts'
import { stubPage } from '../../test/page-in-node.ts'
import { question } from '../../test/question.ts'
import { createSignedInStore } from '../../test/signed-in-store.ts'
import { answerAtom, runAtom } from '../run/run-atoms.ts'
import { authStateAtom } from '../session/auth.ts'
import { storageAtom } from '../storage/storage-atoms.ts'
import { loadStatsAtom, startSyncAtom, syncStateAtom } from '../sync/sync-atoms.ts'
import { isLeavingAtom, logoutAtom } from './logout.ts'

stubPage()

/** Signs in a student with one answer in an open run. `network` can delay requests or make them fail. */
async function openRunWithAnswer(databaseName?: string) {
  vi.stubGlobal('document', new EventTarget())
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = createProductApi([question('a'), question('b')])
  const network = { before: async (_request: Request) => {} }
  const opened = await createSignedInStore(
    async (request) => {
      await network.before(request)
      return api.handle(request)
    },
    { databaseName },
  )
  const { store } = opened
  const stopSync = store.set(startSyncAtom)
  await store.set(loadStatsAtom)
  const hide = store.sub(runAtom, () => {})
  await expect.poll(() => store.get(runAtom)?.questions.length).toBe(2)
  await store.set(answerAtom, 0)
  await expect.poll(() => store.get(syncStateAtom).stats.pending.length).toBe(1)
  return { ...opened, api, network, stop: () => (hide(), stopSync()) }
}

type Opened = Awaited<ReturnType<typeof openRunWithAnswer>>

/** Returns the number of stored items of each kind. */
async function keptOn({ store }: Pick<Opened, 'store'>): Promise<Record<string, number>> {
  const database = await store.get(storageAtom).database()
  const kept: Record<string, number> = {}
  for (const name of ['answers', 'bases', 'runs', 'progress', 'device'] as const) {
    kept[name] = (await database?.count(name)) ?? 0
  }
  return kept
}

test('if every answer has been sent, a logout deletes the answers, statistics and runs and keeps the device’s id', async () => {
  const opened = await openRunWithAnswer()
  await opened.store.set(logoutAtom)
  expect(opened.api.gateway.counts()).toMatchObject({ a: { tries: 1 } })
  expect(await keptOn(opened)).toEqual({ answers: 0, bases: 0, runs: 0, progress: 0, device: 1 })
  expect(opened.store.get(authStateAtom)).toEqual({
    status: 'signedOut',
    reason: null,
    kept: { count: 0, place: 'device' },
  })
  opened.stop()
})

test('after a logout has erased the answers, the first answer of the next sign-in gets a higher key', async () => {
  const first = await openRunWithAnswer()
  await first.store.set(logoutAtom)
  first.stop()
  const second = await openRunWithAnswer(first.databaseName)
  const [answer] = second.store.get(syncStateAtom).stats.pending
  expect(answer?.key).toBe(2)
  second.stop()
})

test('a logout that gets no reply keeps the answers and runs, and reports the number of answers', async () => {
  const opened = await openRunWithAnswer()
  opened.network.before = async () => {
    throw new TypeError('connection refused')
  }
  await opened.store.set(logoutAtom)
  expect(await keptOn(opened)).toMatchObject({ answers: 1, bases: 1, runs: 1, progress: 1 })
  expect(opened.store.get(authStateAtom)).toMatchObject({ kept: { count: 1, place: 'device' } })
  opened.stop()
})

test('a logout does not report answers as erased if the database cannot erase them', async () => {
  const opened = await openRunWithAnswer()
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The disk is broken.', 'UnknownError')
  })
  await opened.store.set(logoutAtom)
  expect(opened.api.gateway.counts()).toMatchObject({ a: { tries: 1 } })
  expect(opened.store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: null })
  opened.stop()
})

test('a logout immediately shows that the user is leaving, and a second press has no effect', async () => {
  const opened = await openRunWithAnswer()
  const { store, network } = opened
  const puts = { count: 0 }
  const gate = Promise.withResolvers<void>()
  network.before = async ({ method }) => {
    if (method === 'PUT') puts.count += 1
    await gate.promise
  }
  const left = store.set(logoutAtom)
  expect(store.get(isLeavingAtom)).toBe(true)
  await store.set(logoutAtom)
  expect(store.get(authStateAtom).status).toBe('signedIn')
  gate.resolve()
  await left
  expect(store.get(isLeavingAtom)).toBe(false)
  expect(puts.count).toBe(1)
  opened.stop()
})
