import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, test } from 'vitest'

import { openQuizDatabase } from './database.ts'

test('a database of the first version keeps its answers and its device; the bank is fetched again', async () => {
  const name = crypto.randomUUID()
  const first = await openDB(name, 1, {
    async upgrade(created) {
      const answers = created.createObjectStore('answers', { keyPath: 'key', autoIncrement: true })
      answers.createIndex('sessionId', 'sessionId')
      for (const store of ['bases', 'banks', 'positions']) created.createObjectStore(store)
      created.createObjectStore('quizzes', { keyPath: 'id' }).createIndex('userId', 'userId')
      await created.createObjectStore('device').add('device-1', 'deviceId')
    },
  })
  await first.add('answers', { userId: 'ana', questionId: 'q1', sessionId: 's' })
  await first.put('banks', { questions: [], etag: '"v1"' }, '/api')
  await first.put('bases', { document: { id: 'ana', questionsStats: {} }, lastKey: 1, etag: '"7"' }, 'ana')
  first.close()

  const database = await openQuizDatabase(name)
  expect(database.deviceId).toBe('device-1')
  expect(await database.getAllFromIndex('answers', 'sessionId', 's')).toMatchObject([{ questionId: 'q1' }])
  expect(await database.get('bases', 'ana')).toEqual({
    document: { id: 'ana', questionsStats: {} },
    held: { 'device-1': 1 },
    etag: '"7"',
  })
  expect(await database.getFromIndex('answers', 'runQuestion', ['s', 'q1'])).toMatchObject({ userId: 'ana' })
  expect(await database.get('banks', '/api')).toBeUndefined()
  expect(await database.count('bankChunks')).toBe(0)
})

test('a database of this name that somebody left empty gets all that it lacks', async () => {
  const name = crypto.randomUUID()
  ;(await openDB(name)).close()
  const database = await openQuizDatabase(
    name,
    () => {},
    () => 'device-1',
  )
  expect(database.deviceId).toBe('device-1')
  expect(await database.countFromIndex('answers', 'runQuestion')).toBe(0)
})
