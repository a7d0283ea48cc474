import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = resolve(import.meta.dirname, '../src')

/** Innermost first; a file named alone is taken out of its folder's row. */
const LAYERS = [
  ['sign-in/webauthn.ts', 'sign-in/challenge.ts'],
  ['errors.ts'],
  ['srp/'],
  ['storage/'],
  ['service/', 'session/auth-event.ts', 'session/token.ts', 'session/session.ts'],
  ['config.ts'],
  ['platform.ts'],
  ['client.ts'],
  ['service/shared-fields.ts', 'service/transport.ts'],
  ['session/'],
  ['sign-in/'],
  ['operations/'],
  ['index.ts'],
]

test('modules import only from their own row or an earlier one', () => {
  expect(findLayerBreaches(SOURCE, LAYERS)).toEqual([])
})

test('only the maths imports big-integer and @noble/hashes, and nothing else is a dependency', () => {
  const imports = packageImports(SOURCE)
  const foreign = [...imports].filter(([specifier]) => !specifier.startsWith('#') && !specifier.startsWith('node:'))
  const packages = new Set(foreign.map(([specifier]) => specifier.replace(/^(@[^/]+\/[^/]+|[^/]+).*/, '$1')))
  const importers = foreign.flatMap(([, files]) => files)
  expect([...packages].sort()).toEqual(['@noble/hashes', 'big-integer'])
  expect(importers.filter((file) => !file.startsWith('srp/'))).toEqual([])
})
