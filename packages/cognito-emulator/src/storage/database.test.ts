import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDatabase } from './database.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const modes = (): Record<string, number> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]))

test.runIf(process.platform !== 'win32')(
  'only their owner can read the data file and the files that SQLite creates beside it',
  () => {
    const database = openDatabase(join(folder, 'pool.sqlite'))
    database.collection<string>('signing-key').put('', 'access', 'secret')
    expect(modes()).toEqual({ 'pool.sqlite': 0o600, 'pool.sqlite-shm': 0o600, 'pool.sqlite-wal': 0o600 })
    database.close()
  },
)

test.runIf(process.platform !== 'win32')('opening a data file that other users can read makes it private', () => {
  const file = join(folder, 'pool.sqlite')
  const open = openDatabase(file)
  open.collection<string>('signing-key').put('', 'access', 'secret')
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  const database = openDatabase(file)
  expect(modes()).toEqual({ 'pool.sqlite': 0o600, 'pool.sqlite-shm': 0o600, 'pool.sqlite-wal': 0o600 })
  expect(database.collection<string>('signing-key').get('', 'access')).toBe('secret')
  database.close()
  open.close()
})

test('openDatabase reports the path of a file that it cannot open', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => openDatabase(join(folder, 'file', 'pool.sqlite'))).toThrow(
    /The emulator's data file .*pool\.sqlite cannot/,
  )
})
