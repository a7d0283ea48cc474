import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

/** From the innermost to the outermost: a module imports only its own row and earlier ones. */
const LAYERS = [
  ['service-error.ts', 'omit-undefined.ts', 'triggers.ts', 'options.ts', 'clock.ts', 'faults.ts'],
  ['srp/', 'store/'],
  ['users/user.ts'],
  ['pools.ts', 'run-trigger.ts'],
  ['users/', 'delivery/outbox.ts', 'passkeys/'],
  [
    'sign-in/challenge.ts',
    'sign-in/challenge-store.ts',
    'sign-in/attempt-limits.ts',
    'tokens/auth-sessions.ts',
    'tokens/signing-keys.ts',
  ],
  ['services.ts'],
  ['tokens/', 'delivery/', 'users/new-account.ts'],
  ['sign-in/'],
  ['http/read-input.ts', 'operations/operation.ts', 'operations/shapes.ts'],
  ['operations/', 'seed-users.ts'],
  ['http/'],
  ['emulator.ts', 'start-emulator.ts'],
  ['index.ts', 'cli/', 'cli.ts'],
]

test('every module imports one way', () => {
  expect(findLayerBreaches(SOURCE, LAYERS)).toEqual([])
})

test('nothing of the client library is used, so that the mathematics is a second opinion', () => {
  const imported = [...packageImports(SOURCE).keys()]
  expect(imported.filter((specifier) => specifier.startsWith('@cognito-srp/'))).toEqual([])
})
