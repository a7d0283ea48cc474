import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { expect, test, vi } from 'vitest'

import { createProductApi } from '../../test/gateway.ts'
import { stubPage } from '../../test/page-in-node.ts'
import { question } from '../../test/question.ts'
import { createSignedInStore } from '../../test/signed-in-store.ts'
import { passTime } from '../../test/slow-database.ts'
import { usernameAtom } from '../session/auth.ts'
import { openQuizDatabase } from '../storage/database.ts'
import { readRuns } from '../storage/kept-runs.ts'
import { storageProblemAtom } from '../storage/storage-atoms.ts'
import { syncStateAtom } from '../sync/sync-atoms.ts'
import { keepRunsThroughLossAtom } from './open-runs.ts'
import {
  answerAtom,
  answerAtPlaceAtom,
  closeRunAtom,
  moveAtom,
  refusedAnswersAtom,
  runAtom,
  runNoticeAtom,
} from './run-atoms.ts'
import { currentQuestion } from './run.ts'

stubPage()

const newName = (): string => crypto.randomUUID()

/** Opens the app with a run of `size` questions. */
async function openRun({ size = 3, databaseName = newName() } = {}) {
  const api = createProductApi(Array.from({ length: size }, (_, place) => question(`q${place}`)))
  const { store } = await createSignedInStore(api.handle, { databaseName })
  store.sub(runAtom, () => {})
  const shown = () => {
    const run = store.get(runAtom)
    return run && currentQuestion(run)
  }
  return { store, shown, databaseName }
}

async function openReadyRun(options?: Parameters<typeof openRun>[0]) {
  const opened = await openRun(options)
  await expect.poll(() => opened.shown()?.id).toBe('q0')
  return opened
}

/** Returns the ids of the answered questions in the log, in order. */
async function storedIn(databaseName: string): Promise<string[]> {
  const database = await openQuizDatabase(databaseName)
  const answers = await database.getAll('answers')
  database.close()
  return answers.map(({ questionId }) => questionId)
}

/** Makes storing fail for every answer until the test restores the returned mock. */
function refuseAnswers() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new TypeError('This value cannot be stored.')
  })
}

test('an answer is shown immediately and stored afterwards', async () => {
  const { store, shown, databaseName } = await openReadyRun()
  const stored = store.set(answerAtom, 1)
  expect(shown()).toMatchObject({ answered: true, selected: 1, isRight: false })
  expect(store.get(syncStateAtom)).toMatchObject({ isStoring: true })
  await stored
  expect(store.get(syncStateAtom)).toMatchObject({ isStoring: false })
  expect(await storedIn(databaseName)).toEqual(['q0'])
})

test('all answers are stored in order, even if the user presses faster than the database stores', async () => {
  const { store, databaseName } = await openReadyRun({ size: 374 })
  for (let place = 0; place < 374; place += 1) {
    store.set(answerAtPlaceAtom, 0)
    store.set(answerAtPlaceAtom, 1) // this press has no effect, because the first press locked the question
    store.set(moveAtom, 1)
  }
  expect(store.get(runAtom)?.answers.size).toBe(374)
  await expect.poll(() => store.get(syncStateAtom).isStoring, { timeout: 20_000 }).toBe(false)
  const ids = Array.from({ length: 374 }, (_, place) => `q${place}`)
  expect(await storedIn(databaseName)).toEqual(ids)
  expect([...(store.get(runAtom)?.answers.values() ?? [])].every(({ selected }) => selected === 0)).toBe(true)
})

test('an answer that cannot be stored is undone even after a move to another question, and the notice names its question', async () => {
  const { store, shown } = await openReadyRun()
  const refusing = refuseAnswers()
  const refused = store.set(answerAtom, 1)
  store.set(moveAtom, 1)
  await refused
  expect(store.get(refusedAnswersAtom)).toEqual(['q0'])
  expect(shown()?.id).toBe('q1')
  store.set(moveAtom, -1)
  expect(shown()).toMatchObject({ id: 'q0', answered: false })

  refusing.mockRestore()
  await store.set(answerAtom, 0)
  expect(store.get(refusedAnswersAtom)).toEqual([])
  expect(shown()).toMatchObject({ id: 'q0', answered: true, selected: 0 })
})

test('after a sign-out, an answer that cannot be stored does not cause a notice', async () => {
  const { store } = await openReadyRun()
  refuseAnswers()
  const refused = store.set(answerAtom, 1)
  store.set(closeRunAtom)
  await refused
  expect(store.get(refusedAnswersAtom)).toEqual([])
})

test('the stored run counts only answers that the log contains', async () => {
  const { store, databaseName } = await openReadyRun()
  const refusing = refuseAnswers()
  const refused = store.set(answerAtom, 1)
  store.set(moveAtom, 1)
  await refused
  const database = await openQuizDatabase(databaseName)
  const keptRuns = async () => readRuns(database, store.get(usernameAtom) ?? '')
  await expect.poll(keptRuns).toMatchObject([{ currentId: 'q1', answered: 0 }])
  refusing.mockRestore()
  await store.set(answerAtom, 1)
  await expect.poll(keptRuns).toMatchObject([{ currentId: 'q1', answered: 1 }])
  database.close()
})

test('an earlier answer from another tab replaces the shown answer, and the notice names the question if it is no longer shown', async () => {
  const one = await openReadyRun()
  const other = await openReadyRun({ databaseName: one.databaseName })
  expect(other.store.get(runAtom)?.id).toBe(one.store.get(runAtom)?.id)
  await one.store.set(answerAtom, 0)
  const late = other.store.set(answerAtom, 1)
  expect(other.shown()).toMatchObject({ selected: 1, isRight: false })
  other.store.set(moveAtom, 1)
  await late
  expect(other.store.get(runNoticeAtom)).toEqual({ about: 'answered-elsewhere', questionId: 'q0' })
  other.store.set(moveAtom, -1)
  expect(other.shown()).toMatchObject({ selected: 0, isRight: true })
})

test('a notice remains while an earlier answer is being stored', async () => {
  const { store } = await openReadyRun({ size: 2 })
  const stored = store.set(answerAtom, 0)
  store.set(moveAtom, 1)
  store.set(moveAtom, 1)
  await stored
  expect(store.get(runNoticeAtom)).toEqual({ about: 'last-unanswered' })
})

test('a run started in memory is stored in a database that opens late, and a reload resumes the run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const databaseName = crypto.randomUUID()
  const blocking = await openDB(databaseName) // the deletion waits for this page, and the app waits for the deletion
  void deleteDB(databaseName)
  const { store } = await openRun({ databaseName })
  store.sub(storageProblemAtom, () => {})
  store.set(keepRunsThroughLossAtom)
  await passTime(10_000)
  expect(store.get(storageProblemAtom)).toBe('refused')
  await store.set(answerAtom, 1)
  store.set(moveAtom, 1)

  blocking.close()
  await passTime(2000)
  expect(store.get(storageProblemAtom)).toBeNull()
  await store.set(answerAtom, 0)
  await passTime(1000)
  const left = store.get(runAtom)
  expect(left?.answers.size).toBe(2)
  expect(await storedIn(databaseName)).toEqual(['q1'])

  const later = await openRun({ databaseName })
  await passTime(1000)
  expect(later.store.get(runAtom)).toEqual(left)
})
