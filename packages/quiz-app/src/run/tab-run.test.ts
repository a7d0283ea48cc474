import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'

import { createProductApi } from '../../test/gateway.ts'
import { openRun } from '../../test/open-run.ts'
import { stubPage } from '../../test/page-in-node.ts'
import { question } from '../../test/question.ts'
import { selectionAtom } from '../questions/bank.ts'
import { authStateAtom } from '../session/auth.ts'
import { loadStatsAtom } from '../sync/sync-atoms.ts'
import { readKeptRunsAtom } from './open-runs.ts'
import { answerAtom, closeRunAtom, continueRunAtom, moveAtom, runAtom } from './run-atoms.ts'

stubPage()

/** Creates the storage of a tab, which is kept across reloads. @returns a function that makes it the page's storage */
function openTab(): () => void {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  }
  return () => vi.stubGlobal('sessionStorage', storage)
}

test('a reloaded tab opens its own run even if another tab used a run later', async () => {
  const [enterOne, enterOther] = [openTab(), openTab()]
  const api = createProductApi(['a', 'b', 'c'].map((id) => question(id)))
  const databaseName = crypto.randomUUID()
  enterOne()
  const one = await openRun(api, databaseName)
  one.show()
  await expect.poll(one.shown).toBe('a,b,c')
  await one.store.set(answerAtom, 1)

  enterOther()
  const other = await openRun(api, databaseName)
  other.store.set(selectionAtom, { themes: [], mode: 'bank', limit: 2 })
  other.show()
  await expect.poll(other.shown).toBe('a,b')
  await other.store.set(answerAtom, 1)

  for (const [enterTab, run] of [
    [enterOne, one.store.get(runAtom)],
    [enterOther, other.store.get(runAtom)],
  ] as const) {
    enterTab()
    const reloaded = await openRun(api, databaseName)
    reloaded.show()
    await expect.poll(() => reloaded.store.get(runAtom)).toEqual(run)
  }
})

test('each of two tabs with the same run reloads at its own question, and a new tab opens at the question shown last', async () => {
  const [enterOne, enterOther, enterNew] = [openTab(), openTab(), openTab()]
  const api = createProductApi(['a', 'b', 'c', 'd'].map((id) => question(id)))
  const databaseName = crypto.randomUUID()
  const open = async (enterTab: () => void) => {
    enterTab()
    const { store, show } = await openRun(api, databaseName)
    show()
    await expect.poll(() => store.get(runAtom)).not.toBeNull()
    return store
  }
  const one = await open(enterOne)
  const other = await open(enterOther)
  for (const [enterTab, store, steps] of [
    [enterOne, one, 3],
    [enterOther, other, 1],
  ] as const) {
    enterTab()
    for (let step = 0; step < steps; step += 1) store.set(moveAtom, 1)
    await store.set(readKeptRunsAtom) // all earlier writes are complete after this read
  }
  expect((await open(enterNew)).get(runAtom)?.index).toBe(1)
  expect((await open(enterOne)).get(runAtom)?.index).toBe(3)
  expect((await open(enterOther)).get(runAtom)?.index).toBe(1)
})

test('a page reloaded before its quiz opens starts the chosen run once', async () => {
  openTab()()
  const chosen = await openRun()
  chosen.store.set(selectionAtom, { themes: ['História'], mode: 'lowest-hits', limit: 2 })

  const reloaded = await openRun()
  reloaded.show()
  await reloaded.store.set(loadStatsAtom)
  await expect.poll(() => reloaded.store.get(runAtom)?.selection.mode).toBe('lowest-hits')
  expect(reloaded.store.get(runAtom)?.questions).toHaveLength(2)

  const later = await openRun()
  later.show()
  await expect.poll(later.shown).toBe('a,b,c')
})

test('a page reloaded before its quiz opens resumes the requested run', async () => {
  openTab()()
  const api = createProductApi(['a', 'b', 'c'].map((id) => question(id)))
  const databaseName = crypto.randomUUID()
  const { store, show, shown } = await openRun(api, databaseName)
  const hide = show()
  await expect.poll(shown).toBe('a,b,c')
  await store.set(answerAtom, 1)
  const wanted = store.get(runAtom)?.id ?? ''
  hide()
  store.set(selectionAtom, { themes: [], mode: 'bank', limit: 2 })
  const hideSecond = show()
  await expect.poll(shown).toBe('a,b')
  await store.set(answerAtom, 1)
  hideSecond()
  store.set(continueRunAtom, wanted)

  const reloaded = await openRun(api, databaseName)
  reloaded.show()
  await expect.poll(() => reloaded.store.get(runAtom)?.id).toBe(wanted)
})

test('a sign-out deletes a choice that the quiz has not opened', async () => {
  openTab()()
  const { store } = await openRun()
  store.set(selectionAtom, { themes: [], mode: 'bank', limit: 2 })
  store.set(authStateAtom, { status: 'signedOut', reason: null })
  store.set(closeRunAtom)

  const next = await openRun()
  next.show()
  await expect.poll(next.shown).toBe('a,b,c')
})

test('the next user of the tab does not get a choice that the quiz has not opened', async () => {
  openTab()()
  const { store, show, shown } = await openRun()
  store.set(selectionAtom, { themes: [], mode: 'bank', limit: 2 })
  store.set(authStateAtom, { status: 'signedIn', username: 'rui' })
  store.set(closeRunAtom)
  show()
  await expect.poll(shown).toBe('a,b,c')
})

test.each([
  'no json',
  '{}',
  '{"username":"ana","selection":{"themes":"x","mode":"bank"}}',
  '{"username":"rui","selection":{"themes":[],"mode":"bank","limit":2}}',
])('the app ignores the stored choice %s, which is damaged or belongs to another user', async (kept) => {
  openTab()()
  sessionStorage.setItem('revisa.selection', kept)
  const { show, shown } = await openRun()
  show()
  await expect.poll(shown).toBe('a,b,c')
})
