/** @jest-environment jsdom */
const { fetch } = require('whatwg-fetch')
const { journey } = require('./journey.cjs')

test('signs in, is refused, refreshes', async () => {
  const line = await journey({ endpoint: process.env.COGNITO_ENDPOINT, fetch })
  expect(line).toEqual({ signIn: 'SIGNED_IN', refused: 'NotAuthorizedException', refreshed: true })
  console.log(JSON.stringify({ environment: 'jsdom', ...line }))
})
