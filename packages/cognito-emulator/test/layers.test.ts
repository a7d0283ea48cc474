import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

/** From the innermost to the outermost: a module imports only its own row and earlier ones. */
const LAYERS = [
  ['wire.ts', 'service-error.ts', 'printing.ts'],
  ['storage/'],
  ['keys/', 'controls/'],
  ['triggers/'],
  ['service-model/', 'srp/'],
  ['options/'],
  ['pools/'],
  ['cloudformation/'],
  ['messages/'],
  ['users/'],
  ['tokens/'],
  ['sign-in/'],
  ['services.ts'],
  ['operations/'],
  ['http/'],
  ['oauth/'],
  ['server/'],
  ['emulator.ts'],
  ['index.ts', 'tools/'],
]

test('every module imports one way', () => {
  expect(findLayerBreaches(SOURCE, LAYERS)).toEqual([])
})

test('nothing of the client library is used, so that the mathematics is a second opinion', () => {
  const imported = [...packageImports(SOURCE).keys()]
  expect(imported).toContain('hono')
  expect(imported.filter((specifier) => specifier.startsWith('@cognito-srp/'))).toEqual(['@cognito-srp/http-server'])
})
