import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findExampleProblems } from '../../../test/examples.ts'

const PACKAGE = resolve(import.meta.dirname, '..')

/** What every example may use: a client, and what a person typed. */
const GIVEN = `
const client: CognitoClient
const username: string
const password: string
function ask(question: string): Promise<string>
`

test('every export of the package has an example that compiles', () => {
  const problems = findExampleProblems({
    entry: resolve(PACKAGE, 'src/index.ts'),
    tsconfig: resolve(PACKAGE, 'tsconfig.build.json'),
    given: GIVEN,
  })
  expect(problems).toEqual([])
})
