import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

import { testStatsContract } from '../../test/store-contract.ts'
import type { QuizStore } from './quiz-store.ts'
import { openSqliteInThreads } from './sqlite-in-threads.ts'
import { openSqliteStore } from './sqlite-store.ts'

const opened: QuizStore[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quiz-threads-'))
  folders.push(folder)
  return join(folder, 'quiz.sqlite')
}

testStatsContract(() => {
  const file = newFile()
  return {
    open: async () => {
      const store = openSqliteInThreads(file)
      opened.push(store)
      return store
    },
  }
})

test('the thread that asks goes on while megabytes are written and read', async () => {
  const file = newFile()
  const store = openSqliteInThreads(file)
  opened.push(store)
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
