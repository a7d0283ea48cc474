import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = join(import.meta.dirname, '../src')

/** Layers of the app, from the lowest to the highest. A module imports only from its own row or an earlier row. */
const LAYERS = [
  ['env.ts', 'failure-log.ts', 'random-id.ts', 'own-value.ts', 'text/', 'api/'],
  ['widgets/'],
  ['widgets-page/'],
  ['storage/'],
  ['session/'],
  ['sync/'],
  ['questions/'],
  ['run/'],
  ['frame/'],
  ['features/'],
  ['while-signed-in.tsx', 'home-page.tsx'],
  ['router.tsx'],
  ['app.tsx'],
  ['main.tsx'],
]

const FEATURES = readdirSync(join(SOURCE, 'features'))

test('a module imports only from its own layer or an earlier layer', () => {
  expect(findLayerBreaches(SOURCE, LAYERS)).toEqual([])
})

test.each(FEATURES)('the feature %s is not imported by any other feature', (feature) => {
  const breaches = findLayerBreaches(SOURCE, [LAYERS.flat(), [`features/${feature}/`]])
  expect(breaches.filter(({ file }) => file.startsWith('features/'))).toEqual([])
})

test('the import check finds imports that are known to exist', () => {
  expect(importersOf('jotai')).toContain('session/auth.ts')
  expect(importersOf('react')).toContain('widgets/multi-select.tsx')
  expect(FEATURES).toContain('login')
})

test('widgets and API calls import neither jotai nor the router', () => {
  expect(
    importersOf('jotai', 'jotai/utils', 'react-router-dom').filter(isIn('widgets/', 'widgets-page/', 'api/')),
  ).toEqual([])
})

test('widgets import only other widgets', () => {
  const breaches = findLayerBreaches(SOURCE, [
    ['widgets/', 'widgets-page/'],
    LAYERS.flat().filter((entry) => !entry.startsWith('widgets')),
  ])
  expect(breaches).toEqual([])
})

test('in sync/, only sync-atoms.ts imports jotai and the session', () => {
  const ofSession = findLayerBreaches(SOURCE, [LAYERS.flat(), ['session/']]).map(({ file }) => file)
  const importers = new Set([...importersOf('jotai', 'jotai/utils'), ...ofSession].filter(isIn('sync/')))
  expect([...importers]).toEqual(['sync/sync-atoms.ts'])
})

test('outside widgets/, only component files import React', () => {
  const importers = importersOf('react', 'react-dom', 'react-dom/client', 'react-router-dom')
  expect(importers.filter((file) => file.endsWith('.ts') && !file.startsWith('widgets/'))).toEqual([])
})

function importersOf(...packages: readonly string[]): string[] {
  const importers = packageImports(SOURCE)
  return packages.flatMap((name) => importers.get(name) ?? [])
}

function isIn(...folders: readonly string[]) {
  return (file: string) => folders.some((folder) => file.startsWith(folder))
}
