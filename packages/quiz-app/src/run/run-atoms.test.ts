import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createProductApi } from '../../test/gateway.ts'
import { question } from '../../test/question.ts'
import { createSignedInStore } from '../../test/signed-in-store.ts'
import { bankAtom, retryBankAtom, selectionAtom } from '../questions/bank.ts'
import { loadStatsAtom } from '../sync/sync-atoms.ts'
import { answerAtom, closeRunAtom, moveAtom, runAtom } from './run-atoms.ts'

beforeEach(() => vi.stubGlobal('navigator', { onLine: true, locks: globalThis.navigator.locks }))
afterEach(() => vi.unstubAllGlobals())

/** The app with the run on screen; `shown` names its questions in order. */
async function openRun(api = createProductApi(['a', 'b', 'c'].map((id) => question(id)))) {
  const { store } = await createSignedInStore(api.handle)
  const shown = () =>
    store
      .get(runAtom)
      ?.questions.map(({ id }) => id)
      .join() ?? null
  const show = () => store.sub(runAtom, () => {})
  return { store, api, show, shown }
}

test('nothing is opened before a screen shows the run', async () => {
  const { store, show, shown } = await openRun()
  store.sub(bankAtom, () => {})
  await expect.poll(() => store.get(bankAtom).status).toBe('ready')
  expect(shown()).toBeNull()
  show()
  await expect.poll(shown).toBe('a,b,c')
})

test('an order by statistics waits for them', async () => {
  const { store, api, show, shown } = await openRun()
  const questionsStats = { a: { tries: 3, correct: 3 }, b: { tries: 1, correct: 1 }, c: { tries: 2, correct: 2 } }
  api.gateway.store({ id: 'ana', questionsStats, marks: {} })
  store.set(selectionAtom, { themes: [], mode: 'lowest-hits' })
  show()
  await expect.poll(() => store.get(bankAtom).status).toBe('ready')
  expect(shown()).toBeNull()
  await store.set(loadStatsAtom)
  await expect.poll(shown).toBe('b,c,a')
})

test('a newer bank leaves the open run as it is, the next selection takes it', async () => {
  const bank = ['a', 'b'].map((id) => question(id))
  const { store, show, shown } = await openRun(createProductApi(bank))
  const hide = show()
  await expect.poll(shown).toBe('a,b')
  await store.set(answerAtom, 1)
  bank.push(question('c'))
  store.set(retryBankAtom)
  await expect.poll(() => JSON.stringify(store.get(bankAtom))).toContain('Pergunta c?')
  expect(shown()).toBe('a,b')
  hide()

  store.set(selectionAtom, { themes: [], mode: 'bank' })
  expect(shown()).toBeNull()
  show()
  await expect.poll(shown).toBe('a,b,c')
})

test('a closed run is resumed where it was left, with its answers', async () => {
  const { store, show, shown } = await openRun()
  const hide = show()
  await expect.poll(shown).toBe('a,b,c')
  await store.set(answerAtom, 1)
  store.set(moveAtom, 1)
  const left = store.get(runAtom)
  hide()
  store.set(closeRunAtom)
  expect(shown()).toBeNull()
  show()
  await expect.poll(() => store.get(runAtom)).toEqual(left)
  expect(left).toMatchObject({
    index: 1,
    answers: new Map([['a', { selected: 1, correct: false, chosen: 'errada', right: 'certa' }]]),
  })
})
