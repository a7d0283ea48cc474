import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = resolve(import.meta.dirname, '../src')

/**
 * Layers of modules, from the innermost layer outwards. Imports of types count too. Modules of `session/` are in two layers,
 * because a client contains the state of its session, and the session functions take a client.
 */
const LAYERS = [
  ['challenge.ts', 'service-error-code.ts', 'webauthn.ts'],
  ['errors.ts'],
  ['srp/'],
  ['storage/'],
  ['service/'],
  ['session/session.ts', 'session/stored-session.ts', 'session/state.ts', 'session/tab-lock.ts'],
  ['client.ts'],
  ['session/'],
  ['sign-in/'],
  ['operations/'],
  ['sign-in/sign-in-store.ts'],
  ['hosted/'],
  ['index.ts'],
]

/** Entries that no other module imports, except modules in `react-native/`. */
const SUBPATHS = ['identity-js/', 'oauth/', 'react/', 'server/', 'without-bigint.ts']

test.each([
  { order: 'reverse', rows: SUBPATHS.toReversed() },
  { order: 'alphabetical', rows: SUBPATHS },
])('modules import only from their own layer or an earlier layer, with the entries in $order order', ({ rows }) => {
  expect(findLayerBreaches(SOURCE, [...LAYERS, ...rows.map((row) => [row]), ['react-native/']])).toEqual([])
})

test('only srp/ imports big-integer and @noble/hashes, only react/ imports React, only oauth/ imports oauth4webapi, and no module imports another package', () => {
  const imports = packageImports(SOURCE)
  const foreign = [...imports].filter(([specifier]) => !specifier.startsWith('node:'))
  const packages = new Set(foreign.map(([specifier]) => specifier.replace(/^(@[^/]+\/[^/]+|[^/]+).*/, '$1')))
  const importers = foreign.flatMap(([, files]) => files)
  expect([...packages].sort()).toEqual(['@noble/hashes', 'big-integer', 'oauth4webapi', 'react'])
  expect(importers.filter((file) => !file.startsWith('srp/'))).toEqual(['oauth/hosted-login.ts', 'react/hooks.ts'])
  expect(imports.get('big-integer')).toEqual(['srp/powers/digit-arrays.ts'])
})
