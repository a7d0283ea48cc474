import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createProductApi } from '../../../test/gateway.ts'
import { question } from '../../../test/question.ts'
import { createSignedInStore } from '../../../test/signed-in-store.ts'
import { bankAtom, retryBankAtom, selectionAtom } from '../../questions/bank.ts'
import { loadStatsAtom } from '../../sync/sync-atoms.ts'
import { answerAtom, closeQuizAtom, moveAtom, quizAtom } from './quiz-atoms.ts'

beforeEach(() => vi.stubGlobal('navigator', { onLine: true, locks: globalThis.navigator.locks }))
afterEach(() => vi.unstubAllGlobals())

/** The app with the quiz on screen; `shown` names its questions in order. */
async function openQuiz(api = createProductApi(['a', 'b', 'c'].map((id) => question(id)))) {
  const { store } = await createSignedInStore(api.handle)
  const shown = () =>
    store
      .get(quizAtom)
      ?.questions.map(({ id }) => id)
      .join() ?? null
  const show = () => store.sub(quizAtom, () => {})
  return { store, api, show, shown }
}

test('nothing is opened before a screen shows the quiz', async () => {
  const { store, show, shown } = await openQuiz()
  store.sub(bankAtom, () => {})
  await expect.poll(() => store.get(bankAtom).status).toBe('ready')
  expect(shown()).toBeNull()
  show()
  await expect.poll(shown).toBe('a,b,c')
})

test('an order by statistics waits for them', async () => {
  const { store, api, show, shown } = await openQuiz()
  const questionsStats = { a: { tries: 3, correct: 3 }, b: { tries: 1, correct: 1 }, c: { tries: 2, correct: 2 } }
  api.gateway.store({ id: 'ana', questionsStats, marks: {} })
  store.set(selectionAtom, { themes: [], mode: 'lowest-hits' })
  show()
  await expect.poll(() => store.get(bankAtom).status).toBe('ready')
  expect(shown()).toBeNull()
  await store.set(loadStatsAtom)
  await expect.poll(shown).toBe('b,c,a')
})

test('a newer bank leaves the open quiz as it is, the next selection takes it', async () => {
  const bank = ['a', 'b'].map((id) => question(id))
  const { store, show, shown } = await openQuiz(createProductApi(bank))
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

test('a closed quiz is resumed where it was left, with its answers', async () => {
  const { store, show, shown } = await openQuiz()
  const hide = show()
  await expect.poll(shown).toBe('a,b,c')
  await store.set(answerAtom, 1)
  store.set(moveAtom, 1)
  const left = store.get(quizAtom)
  hide()
  store.set(closeQuizAtom)
  expect(shown()).toBeNull()
  show()
  await expect.poll(() => store.get(quizAtom)).toEqual(left)
  expect(left).toMatchObject({ index: 1, selected: new Map([['a', 1]]) })
})
