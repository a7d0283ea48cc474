import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'

import { openQuizDatabase } from './database.ts'
import { forgetQuiz, readQuiz, savePosition, saveQuiz } from './kept-quiz.ts'

const open = () => openQuizDatabase(crypto.randomUUID())
const quiz = (id: string, userId = 'ana') => ({ id, userId, questionIds: ['q2', 'q1'], startedAtMs: 0 })

test('a kept quiz comes back with its order and the question on screen', async () => {
  const database = await open()
  await saveQuiz(database, quiz('first'))
  expect(await readQuiz(database, 'ana')).toEqual({ id: 'first', questionIds: ['q2', 'q1'], currentId: undefined })
  await savePosition(database, 'first', 'q1')
  expect(await readQuiz(database, 'ana')).toEqual({ id: 'first', questionIds: ['q2', 'q1'], currentId: 'q1' })
})

test('a new quiz takes the place of the one before it and of its position', async () => {
  const database = await open()
  await saveQuiz(database, quiz('first'))
  await savePosition(database, 'first', 'q1')
  await saveQuiz(database, quiz('second'))
  expect(await readQuiz(database, 'ana')).toMatchObject({ id: 'second', currentId: undefined })
  expect(await database.getAllKeys('positions')).toEqual([])
})

test('a forgotten quiz leaves nothing behind, and another person’s stays', async () => {
  const database = await open()
  await saveQuiz(database, quiz('hers'))
  await savePosition(database, 'hers', 'q1')
  await saveQuiz(database, quiz('his', 'rui'))
  await savePosition(database, 'his', 'q2')
  await forgetQuiz(database, 'ana')
  expect(await readQuiz(database, 'ana')).toBeNull()
  expect(await database.getAllKeys('positions')).toEqual(['his'])
  expect(await readQuiz(database, 'rui')).toMatchObject({ id: 'his', currentId: 'q2' })
})
