import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'

import { openQuizDatabase } from './database.ts'
import type { RunProgress, StoredRun } from './database.ts'
import { forgetRun, forgetRuns, readRun, readRuns, saveProgress, saveRun } from './kept-runs.ts'

const open = () => openQuizDatabase(crypto.randomUUID())
const run = (id: string, userId = 'ana'): StoredRun => ({
  id,
  userId,
  questionIds: ['q2', 'q1'],
  startedAtMs: 1,
  selection: { themes: [], mode: 'bank' },
})
const progress = (changes: Partial<RunProgress> = {}): RunProgress => ({
  userId: 'ana',
  currentId: 'q2',
  answered: 1,
  total: 2,
  themes: [],
  startedAtMs: 1,
  usedAtMs: 1,
  isEnded: false,
  ...changes,
})
const idsOf = async (database: Awaited<ReturnType<typeof open>>, userId = 'ana') =>
  (await readRuns(database, userId)).map(({ id }) => id)

test('readRun returns a run with its question order, and readRuns returns its progress', async () => {
  const database = await open()
  await saveRun(database, run('one'), progress())
  await saveProgress(database, 'one', progress({ currentId: 'q1', usedAtMs: 9 }))
  expect(await readRuns(database, 'ana')).toEqual([{ ...progress({ currentId: 'q1', usedAtMs: 9 }), id: 'one' }])
  expect(await readRun(database, 'one')).toEqual(run('one'))
})

test('readRuns returns earlier runs, most recently used first', async () => {
  const database = await open()
  await saveRun(database, run('one'), progress({ usedAtMs: 1 }))
  await saveRun(database, run('two'), progress({ usedAtMs: 2 }))
  await saveProgress(database, 'one', progress({ usedAtMs: 3 }))
  expect(await idsOf(database)).toEqual(['one', 'two'])
})

test('the device keeps at most five runs of a user and deletes the least recently used run', async () => {
  const database = await open()
  for (const usedAtMs of [1, 2, 3, 4, 5, 6]) await saveRun(database, run(`run-${usedAtMs}`), progress({ usedAtMs }))
  expect(await idsOf(database)).toEqual(['run-6', 'run-5', 'run-4', 'run-3', 'run-2'])
  expect(await database.getAllKeys('progress')).toHaveLength(5)
})

test.each([
  ['without answers', { answered: 0 }],
  ['that was ended', { isEnded: true }],
  ['with every question answered', { answered: 2 }],
])('when a new run starts, an earlier run %s is deleted', async (_which, changes) => {
  const database = await open()
  await saveRun(database, run('one'), progress(changes))
  expect(await idsOf(database)).toEqual(['one'])
  await saveRun(database, run('two'), progress())
  expect(await idsOf(database)).toEqual(['two'])
  expect(await database.getAllKeys('progress')).toEqual(['two'])
})

test('deleting runs removes all their data and keeps the runs of another user', async () => {
  const database = await open()
  await saveRun(database, run('hers'), progress())
  await saveRun(database, run('hers-too'), progress())
  await saveRun(database, run('his', 'rui'), progress({ userId: 'rui' }))
  await forgetRun(database, 'hers')
  expect(await idsOf(database)).toEqual(['hers-too'])
  await forgetRuns(database, 'ana')
  await saveProgress(database, 'hers', progress()) // a late write of another tab
  expect(await idsOf(database)).toEqual([])
  expect(await database.getAllKeys('progress')).toEqual(['his'])
  expect(await idsOf(database, 'rui')).toEqual(['his'])
})
