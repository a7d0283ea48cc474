import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findExampleProblems } from '../../../test/examples.ts'

const PACKAGE = resolve(import.meta.dirname, '..')

test('every export of the package has an example that compiles', () => {
  const problems = findExampleProblems({
    entry: resolve(PACKAGE, 'src/index.ts'),
    tsconfig: resolve(PACKAGE, 'tsconfig.json'),
  })
  expect(problems).toEqual([])
})
