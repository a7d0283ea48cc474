import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

/** Layers from the innermost to the outermost. A module imports only from its own row and from earlier rows. */
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
  ['test-provider/'],
  ['server/'],
  ['emulator.ts'],
  ['index.ts', 'tools/'],
]

test('every module imports only from its own layer or an earlier layer', () => {
  expect(findLayerBreaches(SOURCE, LAYERS)).toEqual([])
})

test('the emulator does not import the client library, so its mathematics is independent', () => {
  const imported = [...packageImports(SOURCE).keys()]
  expect(imported).toContain('hono')
  expect(imported.filter((specifier) => specifier.startsWith('@cognito-srp/'))).toEqual(['@cognito-srp/http-server'])
})
