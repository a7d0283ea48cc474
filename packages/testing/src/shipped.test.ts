import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { ALLOWED_LICENCES, dependenciesOf, SHIPPED } from './shipped.ts'

test.each(SHIPPED)('all dependencies of %s have an allowed licence', (name) => {
  const found = dependenciesOf(join(import.meta.dirname, '../..', name))
  expect(found.length).toBeGreaterThan(1)
  expect(found.filter(({ licence }) => !ALLOWED_LICENCES.includes(licence))).toEqual([])
})

test('the client has only its two documented dependencies', () => {
  const found = dependenciesOf(join(import.meta.dirname, '../../cognito-srp'))
  expect(found.map(({ name }) => name)).toEqual(['@noble/hashes', 'big-integer'])
  expect(found.every(({ notice }) => notice !== undefined)).toBe(true)
})

test('dependenciesOf lists transitive dependencies once, with their licences, and omits development dependencies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shipped-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  lay('own', {
    name: 'own',
    dependencies: { a: '1' },
    optionalDependencies: { absent: '1' },
    devDependencies: { c: '1' },
  })
  lay('own/node_modules/a', { name: 'a', license: 'MIT', dependencies: { b: '2' } })
  lay('own/node_modules/b', { name: 'b', license: 'GPL-3.0-only', dependencies: { a: '1' } })
  lay('own/node_modules/c', { name: 'c', license: 'MIT' })
  symlinkSync(join(folder, 'own/node_modules/b'), join(folder, 'own/node_modules/again'))
  writeFileSync(join(folder, 'own/node_modules/a/LICENCE.md'), 'Do as you like.\n')
  expect(dependenciesOf(join(folder, 'own'))).toEqual([
    { name: 'a', version: '1.0.0', licence: 'MIT', notice: 'Do as you like.' },
    { name: 'b', version: '1.0.0', licence: 'GPL-3.0-only' },
  ])

  function lay(path: string, manifest: object): void {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }))
  }
})

test('dependenciesOf throws if a dependency is not installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shipped-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'own', version: '1.0.0', dependencies: { a: '1' } }),
  )
  expect(() => dependenciesOf(folder)).toThrow('own needs a, which is not installed.')
})
