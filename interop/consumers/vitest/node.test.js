import { expect, test } from 'vitest'
import { journey } from './journey.js'

test('signs in, rejects a wrong password, and refreshes', async () => {
  const line = await journey({ endpoint: process.env.COGNITO_ENDPOINT })
  expect(line).toEqual({ signIn: 'SIGNED_IN', refused: 'NotAuthorizedException', refreshed: true })
  console.log(JSON.stringify({ environment: 'node', ...line }))
})
