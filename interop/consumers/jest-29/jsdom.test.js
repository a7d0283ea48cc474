/** @jest-environment jsdom */
const { fetch } = require('whatwg-fetch')
const { journeyOfIncumbent } = require('./identity-js.cjs')
const { journey } = require('./journey.cjs')

test('signs in, rejects a wrong password, and refreshes', async () => {
  const line = await journey({ endpoint: process.env.COGNITO_ENDPOINT, fetch })
  expect(line).toEqual({ signIn: 'SIGNED_IN', refused: 'NotAuthorizedException', refreshed: true })
  console.log(JSON.stringify({ environment: 'jsdom', ...line }))
})

test('signs in, rejects a wrong password, and refreshes with the classes of identity-js', async () => {
  globalThis.fetch = fetch
  const line = await journeyOfIncumbent({ endpoint: process.env.COGNITO_ENDPOINT })
  expect(line).toEqual({ signIn: 'SIGNED_IN', refused: 'NotAuthorizedException', refreshed: true })
  console.log(JSON.stringify({ environment: 'jsdom, identity-js', ...line }))
})
