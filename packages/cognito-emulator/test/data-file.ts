import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Returns the path of a data file in a new folder, which is removed after the test. */
export function newDataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'pool.sqlite')
}
