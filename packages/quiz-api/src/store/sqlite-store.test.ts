import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'

import { testStoreContract } from '../../test/store-contract.ts'
import { StoreUnavailableError, type QuizStore } from './quiz-store.ts'
import { openSqliteStore } from './sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'quiz-api-'))
const opened: QuizStore[] = []
let databases = 0

afterAll(async () => {
  for (const store of opened) await store.close()
  rmSync(folder, { recursive: true })
})

testStoreContract(() => {
  const file = newFile()
  return {
    open: async () => {
      const store = openSqliteStore(file)
      opened.push(store)
      return store
    },
  }
})

test('openSqliteStore creates a missing folder', async () => {
  const store = openSqliteStore(join(folder, 'new', 'deeper', 'quiz.sqlite'))
  expect(await store.readStats('ana')).toBeNull()
  await store.close()
})

test.runIf(process.platform !== 'win32')(
  'a new file is private, and an existing file keeps its permissions',
  async () => {
    const own = mkdtempSync(join(folder, 'modes-'))
    const modes = () => readdirSync(own).map((name) => statSync(join(own, name)).mode & 0o777)
    const store = openSqliteStore(join(own, 'quiz.sqlite'))
    expect(modes()).toEqual([0o600, 0o600, 0o600]) // with those of WAL mode
    await store.close()
    chmodSync(join(own, 'quiz.sqlite'), 0o640)
    await openSqliteStore(join(own, 'quiz.sqlite')).close()
    expect(modes()).toEqual([0o640])
  },
)

test('the database is in WAL mode, so that readers do not wait for a writer', () => {
  const file = newFile()
  opened.push(openSqliteStore(file))
  const database = new DatabaseSync(file)
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  database.close()
})

test('if an update of the bank fails halfway, the previous bank remains', async () => {
  const store = openSqliteStore(newFile())
  opened.push(store)
  const question = { id: 'a', question: 'Sim?', alternatives: ['sim', 'não'], correct: 0, theme: '' }
  await store.updateBank(() => [question])
  const bank = await store.readBank()
  const repeated = { ...question, id: 'b' }
  await expect(store.updateBank(() => [repeated, repeated])).rejects.toThrow('UNIQUE')
  expect(await store.readBank()).toEqual(bank)
})

test.each([
  [
    'a file that is not a database',
    () => write('these are not the bytes of a database '.repeat(100)),
    /not a database/,
  ],
  ['a path below a file', () => join(write(''), 'quiz.sqlite'), /Cannot open the database/],
  ['a database that a newer version wrote', () => newerDatabase(), /newer version/],
])('opening %s throws an error that says how to fix it', (_case, prepare, message) => {
  const file = prepare()
  expect(() => openSqliteStore(file)).toThrow(message)
  expect(() => openSqliteStore(file)).toThrow(StoreUnavailableError)
  expect(() => openSqliteStore(file)).toThrow(expect.objectContaining({ code: 'StoreUnavailable' }))
})

function newFile(): string {
  databases += 1
  return join(folder, `${databases}.sqlite`)
}

function write(text: string): string {
  const file = newFile()
  writeFileSync(file, text)
  return file
}

function newerDatabase(): string {
  const file = newFile()
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 99')
  database.close()
  return file
}
