import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDataFolder } from './data-folder.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('openDataFolder creates a missing folder for its owner only, and returns the same administrator key the next time', () => {
  const missing = join(folder, 'a', 'b')
  const { adminKey } = openDataFolder(missing)
  expect(statSync(missing).mode & 0o777).toBe(0o700)
  expect(adminKey).toMatch(/^[\w-]{32}$/)
  expect(openDataFolder(missing).adminKey).toBe(adminKey)
})

const modeOf = (path: string): number => statSync(path).mode & 0o777

test.runIf(process.platform !== 'win32')(
  'openDataFolder makes product files that others could read private, and their folder too',
  () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    chmodSync(data, 0o755)
    for (const name of ['admin-key', 'identity.sqlite', 'identity.sqlite-wal', 'quiz.sqlite', 'quiz.sqlite-shm']) {
      writeFileSync(join(data, name), 'x', { mode: 0o644 })
    }
    openDataFolder(data)
    expect(readdirSync(data).map((name) => modeOf(join(data, name)))).toEqual(Array.from({ length: 5 }, () => 0o600))
    expect(modeOf(data)).toBe(0o700)
  },
)

test.runIf(process.platform !== 'win32')(
  'a folder that contains other files keeps its permissions, and the other files keep theirs',
  () => {
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'notes.txt'), 'x', { mode: 0o644 })
    openDataFolder(folder)
    expect([modeOf(folder), modeOf(join(folder, 'notes.txt')), modeOf(join(folder, 'admin-key'))]).toEqual([
      0o755, 0o644, 0o600,
    ])
  },
)

test('openDataFolder throws an error that says how to fix it if the folder is a file', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => openDataFolder(file)).toThrow(/The data folder .*file cannot be used .*DATA_DIR=path npm start/)
})

test.runIf(existsSync('/proc'))(
  'openDataFolder throws an error that says how to fix it if the system cannot create the folder',
  () => {
    expect(() => openDataFolder('/proc/none/data')).toThrow(/cannot be used .*DATA_DIR=path npm start/)
  },
)
