import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'

import { question } from '../../test/question.ts'
import { openQuizDatabase } from '../storage/database.ts'
import { readBank, writeBank } from './bank.ts'

const open = () => openQuizDatabase(crypto.randomUUID())
const questions = (count: number) => Array.from({ length: count }, (_, index) => question(`q${index}`))

test.each([0, 1, 500, 1001])('a bank of %i questions comes back in its order, with its tag', async (count) => {
  const database = await open()
  const bank = { questions: questions(count), etag: '"v1"' }
  await writeBank(database, '/api', bank)
  expect(await readBank(database, '/api')).toEqual(bank)
})

test('no record holds more than 500 questions: the browser copies each in one go', async () => {
  const database = await open()
  await writeBank(database, '/api', { questions: questions(1001) })
  const chunks = await database.getAll('bankChunks')
  expect(chunks.map(({ length }) => length)).toEqual([500, 500, 1])
})

test('a shorter bank leaves nothing of the longer one before it', async () => {
  const database = await open()
  await writeBank(database, '/api', { questions: questions(1001), etag: '"v1"' })
  await writeBank(database, '/api', { questions: questions(2) })
  expect(await readBank(database, '/api')).toEqual({ questions: questions(2) })
  expect(await database.count('bankChunks')).toBe(1)
})

test('banks of several addresses are kept apart', async () => {
  const database = await open()
  await writeBank(database, '/api', { questions: [question('here')] })
  await writeBank(database, '/api/2', { questions: [question('there')] })
  await writeBank(database, '/api', { questions: [] })
  expect(await readBank(database, '/api/2')).toEqual({ questions: [question('there')] })
  expect(await readBank(database, '/other')).toBeUndefined()
})

test('a bank that cannot be written whole is not there at all', async () => {
  const database = await open()
  await writeBank(database, '/api', { questions: questions(1001), etag: '"v1"' })
  const uncopyable = Object.assign(question('f'), { render: () => {} })
  await expect(writeBank(database, '/api', { questions: [...questions(500), uncopyable] })).rejects.toThrow()
  expect(await readBank(database, '/api')).toBeUndefined()
})
