import { join } from 'node:path'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = join(import.meta.dirname, '../src')

/** Rules first, then widgets, then what keeps and sends, then screens; a module imports only from its own row or above. */
const LAYERS = [
  ['env.ts', 'failure-log.ts', 'text.ts', 'api/'],
  ['widgets/'],
  ['widgets-page/'],
  ['storage/'],
  ['sync/'],
  ['session/'],
  ['sync/sync-atoms.ts'],
  ['questions/'],
  ['frame/', 'features/'],
  ['router.tsx'],
  ['app.tsx'],
  ['main.tsx'],
]

test('a module imports only from its own layer or an inner one', () => {
  expect(findLayerBreaches(SOURCE, LAYERS)).toEqual([])
})

test('state is unknown to widgets and to the API calls', () => {
  const importers = ['jotai', 'jotai/utils', 'react-router-dom'].flatMap(
    (name) => packageImports(SOURCE).get(name) ?? [],
  )
  expect(importers.filter((file) => /^(widgets|widgets-page|api)\//.test(file))).toEqual([])
})

test('the sync is an engine: one file turns it into atoms', () => {
  const importers = ['jotai', 'jotai/utils'].flatMap((name) => packageImports(SOURCE).get(name) ?? [])
  expect(importers.filter((file) => file.startsWith('sync/'))).toEqual(['sync/sync-atoms.ts'])
})

/** Rules are functions without React; the other files of a feature are its atoms and what is on screen. */
const RULES = /^(sync\/[^/]+|questions\/[^/]+|features\/[^/]+\/[^/]+)\.ts$/

test('rules and atoms know no React', () => {
  const importers = [...packageImports(SOURCE)]
    .filter(([name]) => name.startsWith('react'))
    .flatMap(([, files]) => files)
  expect(importers.filter((file) => RULES.test(file))).toEqual(['features/quiz/quiz-keys.ts'])
})

test('the quiz imports nothing of the statistics', () => {
  const breaches = findLayerBreaches(SOURCE, [LAYERS.flat(), ['features/stats/']])
  expect(breaches.filter(({ file }) => file.startsWith('features/quiz/'))).toEqual([])
})
