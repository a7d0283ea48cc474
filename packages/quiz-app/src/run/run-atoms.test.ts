import type { Question } from '@cognito-srp/contract'
import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { expect, test, vi } from 'vitest'

import { createProductApi } from '../../test/gateway.ts'
import { openRun } from '../../test/open-run.ts'
import { stubPage } from '../../test/page-in-node.ts'
import { question } from '../../test/question.ts'
import { passTime, unansweredRequest } from '../../test/slow-database.ts'
import { bankAtom, questionsAtom, retryBankAtom, selectionAtom } from '../questions/bank.ts'
import { readRuns } from '../storage/kept-runs.ts'
import { storageAtom } from '../storage/storage-atoms.ts'
import { loadStatsAtom } from '../sync/sync-atoms.ts'
import { forgetRunsAtom, keepRunsThroughLossAtom, openRunsAtom, readKeptRunsAtom, runsAtom } from './open-runs.ts'
import {
  answerAtom,
  closeRunAtom,
  continueRunAtom,
  endRunAtom,
  leaveRunAtom,
  moveAtom,
  runAtom,
  runNoticeAtom,
} from './run-atoms.ts'
import { currentQuestion } from './run.ts'

stubPage()

type Opened = Awaited<ReturnType<typeof openRun>>

function onScreen(store: Opened['store']) {
  const run = store.get(runAtom)
  return run && currentQuestion(run)
}

/** Opens another page with a changed bank, and shows the run once the page has the changed bank. */
async function openWithNewest(changed: Question, databaseName: string) {
  const { store, show } = await openRun(createProductApi([changed]), databaseName)
  store.sub(bankAtom, () => {})
  await expect.poll(() => store.get(questionsAtom)).toEqual([changed])
  show()
  return store
}

test('a run does not open before a screen shows it', async () => {
  const { store, show, shown } = await openRun()
  store.sub(bankAtom, () => {})
  await expect.poll(() => store.get(bankAtom).status).toBe('ready')
  expect(shown()).toBeNull()
  show()
  await expect.poll(shown).toBe('a,b,c')
})

test('a run ordered by statistics does not open until the statistics are loaded', async () => {
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

test('a newer bank does not change the open run and is used by the next run', async () => {
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

test('when another run starts, the earlier run remains open, and a notice mentions the earlier run', async () => {
  const { store, show, shown } = await openRun()
  const hide = show()
  await expect.poll(shown).toBe('a,b,c')
  const first = store.get(runAtom)?.id
  await store.set(answerAtom, 1)
  store.set(moveAtom, 1)
  expect(store.get(runNoticeAtom)).toBeNull()
  hide()

  store.set(selectionAtom, { themes: ['História'], mode: 'random', limit: 2 })
  const hideSecond = show()
  await expect.poll(() => store.get(runNoticeAtom)).toEqual({ about: 'earlier-kept', answered: 1, total: 3 })
  const second = store.get(runAtom)?.id
  expect(store.get(openRunsAtom)).toMatchObject([
    { id: second, answered: 0, total: 2 },
    { id: first, answered: 1, total: 3 },
  ])
  store.set(moveAtom, 1)
  expect(store.get(runNoticeAtom)).toBeNull()
  hideSecond()

  store.set(continueRunAtom, first ?? '')
  expect(store.get(runAtom)).toBeNull()
  show()
  await expect.poll(() => store.get(runAtom)).toMatchObject({ id: first, index: 1 })
  expect(store.get(runAtom)?.answers.size).toBe(1)
  expect(store.get(openRunsAtom).map(({ id }) => id)).toEqual([first]) // the second run has no answer
})

test('another page can resume a run that the device stored', async () => {
  const api = createProductApi(['a', 'b', 'c'].map((id) => question(id)))
  const databaseName = crypto.randomUUID()
  const first = await openRun(api, databaseName)
  first.show()
  await expect.poll(first.shown).toBe('a,b,c')
  await first.store.set(answerAtom, 0)
  const left = first.store.get(runAtom)

  const later = await openRun(api, databaseName)
  later.store.sub(openRunsAtom, () => {})
  await expect.poll(() => later.store.get(openRunsAtom)).toMatchObject([{ id: left?.id, answered: 1, total: 3 }])
  later.store.set(continueRunAtom, left?.id ?? '')
  later.show()
  await expect.poll(() => later.store.get(runAtom)).toEqual(left)
})

test('the runs of this page remain open if the browser blocks storage', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Storage is off.', 'SecurityError')
  })
  const { store, show, shown } = await openRun()
  const hide = show()
  await expect.poll(shown).toBe('a,b,c')
  await store.set(answerAtom, 1)
  const first = store.get(runAtom)
  hide()
  store.set(selectionAtom, { themes: [], mode: 'bank', limit: 1 })
  const hideSecond = show()
  await expect.poll(shown).toBe('a')
  hideSecond()
  store.set(continueRunAtom, first?.id ?? '')
  show()
  await expect.poll(() => store.get(runAtom)).toEqual(first)
})

test('an ended run is not listed as open, and leaving the run closes it', async () => {
  const { store, show, shown } = await openRun()
  show()
  await expect.poll(shown).toBe('a,b,c')
  await store.set(answerAtom, 1)
  const first = store.get(runAtom)?.id
  store.set(endRunAtom, true)
  expect(store.get(runAtom)?.isEnded).toBe(true)
  expect(store.get(openRunsAtom)).toEqual([])
  store.set(endRunAtom, false)
  expect(store.get(openRunsAtom)).toMatchObject([{ id: first }])
  store.set(endRunAtom, true)
  store.set(leaveRunAtom)
  expect(store.get(runAtom)).toBeNull()
})

test('the runs of this page are stored again after the database was deleted', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = createProductApi(['a', 'b', 'c'].map((id) => question(id)))
  const databaseName = crypto.randomUUID()
  const { store, show, shown } = await openRun(api, databaseName)
  store.set(keepRunsThroughLossAtom)
  show()
  await expect.poll(shown).toBe('a,b,c')
  await store.set(answerAtom, 1)
  store.set(moveAtom, 1)
  await deleteDB(databaseName)
  await expect
    .poll(async () => {
      const database = await store.get(storageAtom).database()
      return database && (await readRuns(database, store.get(runsAtom)[0]?.userId ?? '')).length
    })
    .toBe(1)

  const later = await openRun(api, databaseName)
  later.show()
  await expect.poll(() => later.store.get(runAtom)).toEqual(store.get(runAtom))
})

test('if two tabs answer at the same time, one answer counts and both tabs show this answer', async () => {
  const api = createProductApi([question('a'), question('b')])
  const databaseName = crypto.randomUUID()
  const one = await openRun(api, databaseName)
  one.show()
  await expect.poll(one.shown).toBe('a,b')
  const other = await openRun(api, databaseName)
  other.show()
  await expect.poll(other.shown).toBe('a,b')
  expect(other.store.get(runAtom)?.id).toBe(one.store.get(runAtom)?.id)

  await Promise.all([one.store.set(answerAtom, 0), other.store.set(answerAtom, 1)])
  expect(onScreen(one.store)).toMatchObject({ answered: true, selected: 0 })
  expect(onScreen(other.store)).toMatchObject({ answered: true, selected: 0, isRight: true })
  expect(one.store.get(runNoticeAtom)).toBeNull()
  expect(other.store.get(runNoticeAtom)).toEqual({ about: 'answered-elsewhere' })
})

test('forgetRunsAtom deletes the runs of the signed-in user', async () => {
  const { store, show, shown } = await openRun()
  show()
  await expect.poll(shown).toBe('a,b,c')
  await store.set(answerAtom, 1)
  await store.set(forgetRunsAtom)
  await store.set(readKeptRunsAtom)
  expect(store.get(openRunsAtom)).toEqual([])
})

test('a resumed run keeps its verdicts even if the bank has changed', async () => {
  const asked = question('a', { alternatives: ['x', 'y', 'z'], correct: 1 })
  const databaseName = crypto.randomUUID()
  const first = await openRun(createProductApi([asked]), databaseName)
  first.show()
  await expect.poll(first.shown).toBe('a')
  await first.store.set(answerAtom, 2)

  const reordered = await openWithNewest({ ...asked, alternatives: ['z', 'y', 'x'] }, databaseName)
  await expect
    .poll(() => onScreen(reordered))
    .toMatchObject({ selected: 0, correct: 1, isRight: false, isChanged: false })
  const rekeyed = await openWithNewest({ ...asked, correct: 2 }, databaseName)
  await expect
    .poll(() => onScreen(rekeyed))
    .toMatchObject({
      alternatives: ['z', 'y'],
      selected: 0,
      correct: 1,
      isRight: false,
      isChanged: true,
    })
})

test('a closed run resumes with its answers at the question that was open', async () => {
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

test('an unresponsive database does not block the start of a run or the deletion of runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(IDBIndex.prototype, 'getAllKeys').mockImplementation(unansweredRequest)
  const { store, show, shown } = await openRun()
  show()
  await passTime(10_000)
  expect(shown()).toBe('a,b,c')
  const left = store.set(forgetRunsAtom)
  await passTime(5000)
  await left
})

test('if two runs are requested in succession, the app opens the later run', async () => {
  const { store, show, shown } = await openRun()
  const hide = show()
  await expect.poll(shown).toBe('a,b,c')
  const first = store.get(runAtom)?.id ?? ''
  await store.set(answerAtom, 0)
  hide()
  store.set(selectionAtom, { themes: [], mode: 'random', limit: 2 })
  const hideSecond = show()
  await expect.poll(() => store.get(runAtom)?.questions.length).toBe(2)
  const second = store.get(runAtom)?.id ?? ''
  await store.set(answerAtom, 0)
  hideSecond()

  store.set(continueRunAtom, first)
  const hideFirst = show()
  hideFirst()
  store.set(continueRunAtom, second)
  show()
  await expect.poll(() => store.get(runAtom)?.id).toBe(second)
})
