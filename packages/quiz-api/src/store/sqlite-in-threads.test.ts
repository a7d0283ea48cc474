import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, expect, test } from 'vitest'

import { testStatsContract } from '../../test/store-contract.ts'
import type { QuizStore } from './quiz-store.ts'
import { openSqliteInThreads } from './sqlite-in-threads.ts'
import { openSqliteStore } from './sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'quiz-threads-'))
const file = join(folder, 'quiz.sqlite')

/** Each is another program's: started once for all tests, as threads take longer to start than a test to run. */
const programs: QuizStore[] = []

function programAt(index: number): QuizStore {
  return (programs[index] ??= openSqliteInThreads(file))
}

afterEach(() => {
  const database = new DatabaseSync(file)
  database.exec('DELETE FROM stats')
  database.close()
})

afterAll(async () => {
  await Promise.all(programs.map((store) => store.close()))
  rmSync(folder, { recursive: true })
})

testStatsContract(() => {
  let openCount = 0
  return { open: async () => programAt(openCount++) }
})

test('the thread that asks goes on while megabytes are written and read', async () => {
  const store = programAt(0)
  const stats = { marks: {}, questionsStatsJson: new Uint8Array(5_000_000).fill(0x20) }
  await store.writeStats('ana', () => stats)
  const lock = openSqliteStore(file) // another program's transaction: a write would wait for it wherever it is made
  const order: string[] = []
  let write: Promise<unknown> | undefined
  await lock.updateBank(() => {
    write = store.writeStats('ana', () => stats).then(() => order.push('written'))
    return null
  })
  expect(await store.readStats('bruno').then(() => order.push('read'))).toBe(1)
  await write
  expect(order).toEqual(['read', 'written'])
  expect((await store.readStats('ana'))?.questionsStatsJson.byteLength).toBe(5_000_000)
  await lock.close()
})
