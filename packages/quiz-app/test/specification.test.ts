import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PACKAGES = join(import.meta.dirname, '../..')
const TABLE = join(PACKAGES, '../docs/specification.md')

const rows = readFileSync(TABLE, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Sentence'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('every sentence of the specification names a test that exists', () => {
  const problems = rows.flatMap(([sentence = '', file = '', name = '']) => {
    const path = join(PACKAGES, file.replaceAll('`', ''))
    if (sentence === '' || file === '' || name === '') return [`an empty cell beside "${sentence}"`]
    if (!existsSync(path)) return [`${sentence}: there is no file ${file}`]
    return readFileSync(path, 'utf8').includes(name) ? [] : [`${sentence}: ${file} has no "${name}"`]
  })
  expect(problems).toEqual([])
  expect(rows.length).toBeGreaterThan(100)
})
