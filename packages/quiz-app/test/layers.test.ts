import { join } from 'node:path'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = join(import.meta.dirname, '../src')

/** Rules first, then widgets, then what keeps and sends, then screens; a module imports only from its own row or above. */
const LAYERS = [
  ['env.ts', 'api/', 'failure-log.ts'],
  ['sync/tally.ts', 'sync/merge.ts'],
  ['quiz/themes.ts', 'quiz/ordering.ts', 'quiz/quiz.ts', 'quiz/shortcuts.ts', 'stats/'],
  ['session/failure-kind.ts'],
  ['text.ts'],
  ['widgets/'],
  ['widgets-page/'],
  ['storage/'],
  ['session/'],
  ['sync/'],
  ['quiz/'],
  ['screens/'],
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
  expect(importers.filter((file) => /^(widgets|widgets-page|api|stats)\//.test(file))).toEqual([])
})

test('the rules of quiz and statistics know neither React nor each other', () => {
  const rules = [...packageImports(SOURCE)].filter(([name]) => name.startsWith('react'))
  expect(rules.flatMap(([, files]) => files).filter((file) => /^(stats|sync|quiz)\/[^/]+\.ts$/.test(file))).toEqual([])
  const separated = findLayerBreaches(SOURCE, [
    ['quiz/'],
    ['api/', 'sync/', 'session/', 'storage/', 'env.ts', 'text.ts', 'failure-log.ts', 'widgets/', 'widgets-page/'],
    ['stats/', 'screens/', 'router.tsx', 'app.tsx', 'main.tsx'],
  ])
  expect(separated.filter(({ file, problem }) => file.startsWith('quiz/') && problem.includes('stats/'))).toEqual([])
})
