import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findExampleProblems } from '../../../test/examples.ts'

const PACKAGE = resolve(import.meta.dirname, '..')

/** Declarations of a client and the user's input, which examples can use. */
const GIVEN = `
const client: CognitoClient
const username: string
const password: string
function ask(question: string): Promise<string>
`

test.each([
  ['index.ts', GIVEN],
  ['identity-js/public-names.ts', ''],
  ['oauth/index.ts', `const client: import('@cognito-srp/client').CognitoClient`],
  ['react/index.ts', `const client: import('@cognito-srp/client').CognitoClient`],
  ['server/index.ts', ''],
  ['srp/index.ts', ''],
])('every export of %s has an example that compiles', async (entry, given) => {
  const problems = await findExampleProblems({
    entry: resolve(PACKAGE, 'src', entry),
    tsconfig: resolve(PACKAGE, 'tsconfig.build.json'),
    given,
  })
  expect(problems).toEqual([])
})
