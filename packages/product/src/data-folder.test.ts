import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDataFolder } from './data-folder.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a missing folder is made, for its owner alone, and keeps one administrator key', () => {
  const missing = join(folder, 'a', 'b')
  const { adminKey } = openDataFolder(missing)
  expect(statSync(missing).mode & 0o777).toBe(0o700)
  expect(adminKey).toMatch(/^[\w-]{32}$/)
  expect(openDataFolder(missing).adminKey).toBe(adminKey)
})

test('a file in the place of the folder is named, with the remedy', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => openDataFolder(file)).toThrow(/The data folder .*file cannot be used .*DATA_DIR=path npm start/)
})

test.runIf(existsSync('/proc'))('a folder that the system refuses is reported and not tried for ever', () => {
  expect(() => openDataFolder('/proc/none/data')).toThrow(/cannot be used .*DATA_DIR=path npm start/)
})
