import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createProductApi } from '../../test/gateway.ts'
import { createSignedInStore } from '../../test/signed-in-store.ts'
import { loadStatsAtom, recordAnswerAtom, sendStatsAtom } from './exchange-atoms.ts'
import { syncStateAtom, tallyOfAtom } from './local-atoms.ts'
import { followTabsAtom } from './tabs-atoms.ts'

const { locks } = globalThis.navigator

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true, locks }))
afterEach(() => vi.unstubAllGlobals())

test('an answer in one tab shows in the other, and so does that it was sent', async () => {
  const { handle } = createProductApi([])
  const one = await createSignedInStore(handle)
  const other = await createSignedInStore(handle, { databaseName: one.databaseName })
  const stop = [one.store.set(followTabsAtom), other.store.set(followTabsAtom)]
  await one.store.set(loadStatsAtom)

  await one.store.set(recordAnswerAtom, { questionId: 'a', correct: true, selected: 0, sessionId: 's', atMs: 0 })
  await vi.waitFor(() => expect(other.store.get(syncStateAtom)).toEqual({ status: 'unsynced', pending: 1 }))
  expect(other.store.get(tallyOfAtom)('a')).toEqual({ tries: 1, correct: 1 })

  await one.store.set(sendStatsAtom)
  await vi.waitFor(() =>
    expect(other.store.get(syncStateAtom)).toMatchObject({ status: 'synced', atMs: expect.any(Number) }),
  )
  for (const unfollow of stop) unfollow()
})
