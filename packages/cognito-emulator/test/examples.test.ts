import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findExampleProblems } from '../../../test/examples.ts'

const PACKAGE = resolve(import.meta.dirname, '..')

test.each(['src/index.ts', 'src/tools/playwright/index.ts'])(
  'every export of %s has an example that compiles',
  async (entry) => {
    const problems = await findExampleProblems({
      entry: resolve(PACKAGE, entry),
      tsconfig: resolve(PACKAGE, 'tsconfig.build.json'),
    })
    expect(problems).toEqual([])
  },
)
