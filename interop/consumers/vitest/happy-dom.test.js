// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { journeyOfIncumbent } from './identity-js.js'
import { journey } from './journey.js'

const LINE = { signIn: 'SIGNED_IN', refused: 'NotAuthorizedException', refreshed: true }

test('signs in, rejects a wrong password, and refreshes', async () => {
  const line = await journey({ endpoint: process.env.COGNITO_ENDPOINT })
  expect(line).toEqual(LINE)
  console.log(JSON.stringify({ environment: 'happy-dom', ...line }))
})

test('signs in, rejects a wrong password, and refreshes with the classes of identity-js', async () => {
  expect(await journeyOfIncumbent({ endpoint: process.env.COGNITO_ENDPOINT })).toEqual(LINE)
})
