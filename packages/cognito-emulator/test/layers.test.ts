import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

/** From the innermost to the outermost: a module imports only its own row and earlier ones. */
const LAYERS = [
  [
    'wire.ts',
    'service-error.ts',
    'kms/',
    'message-settings.ts',
    'triggers/',
    'options.ts',
    'emulator-options.ts',
    'address.ts',
    'controls.ts',
    'database.ts',
    'bounded-map.ts',
    'certificate.ts',
    'printing.ts',
    'omit-undefined.ts',
  ],
  ['service-model/'],
  ['srp/'],
  ['descriptions/'],
  ['secrets.ts', 'pools.ts'],
  ['messages/'],
  ['users/'],
  ['tokens/'],
  ['sign-in/'],
  ['services.ts'],
  ['operations/'],
  ['http/answers.ts', 'http/body.ts', 'http/guard.ts'],
  ['oauth/'],
  ['http/'],
  ['conform/'],
  ['cloudformation/'],
  ['emulator.ts'],
  ['index.ts', 'command-line.ts', 'cli.ts', 'offline/', 'playwright/'],
]

test('every module imports one way', () => {
  expect(findLayerBreaches(SOURCE, LAYERS)).toEqual([])
})

test('nothing of the client library is used, so that the mathematics is a second opinion', () => {
  const imported = [...packageImports(SOURCE).keys()]
  expect(imported).toContain('hono')
  expect(imported.filter((specifier) => specifier.startsWith('@cognito-srp/'))).toEqual(['@cognito-srp/http-server'])
})
