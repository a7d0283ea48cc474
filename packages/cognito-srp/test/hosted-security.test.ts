import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const PACKAGE = resolve(import.meta.dirname, '..')

const [, section = ''] = readFileSync(resolve(PACKAGE, 'SECURITY.md'), 'utf8').split('\n## Hosted login\n')
const rows = section
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\| (?!attack)/.test(line))
const claims = (rows ?? []).map((row) => /`([^`]+\.test\.ts)`: \*([^*]+)\* \|$/.exec(row) ?? [row, '', ''])

test('SECURITY.md has a table for RFC 9700', () => {
  expect(claims.length).toBeGreaterThan(20)
})

test.each(claims.map(([, file = '', title = '']) => [title, file] as const))(
  'the test "%s", which SECURITY.md quotes, exists in %s',
  (title, file) => {
    const source = readFileSync(resolve(PACKAGE, file), 'utf8')
    const titles = [...source.matchAll(/^(?:test\(|(?:.*\))?\(|\s+)'([^'\n]+)',/gm)].map(([, text = '']) => text)
    expect(titles.filter((text) => matches(text, title))).not.toEqual([])
  },
)

/** Whether a quoted title matches a test's title. Placeholders such as `%s` in the test's title match any text. */
function matches(pattern: string, title: string): boolean {
  const literal = pattern.split(/%[sijd]/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${literal.join('.+')}$`).test(title)
}
