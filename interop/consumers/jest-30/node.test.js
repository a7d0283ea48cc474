const { journeyOfIncumbent } = require('./identity-js.cjs')
const { journey } = require('./journey.cjs')

test('signs in, rejects a wrong password, and refreshes', async () => {
  const line = await journey({ endpoint: process.env.COGNITO_ENDPOINT })
  expect(line).toEqual({ signIn: 'SIGNED_IN', refused: 'NotAuthorizedException', refreshed: true })
  console.log(JSON.stringify({ environment: 'node', ...line }))
})

test('signs in, rejects a wrong password, and refreshes with the classes of identity-js', async () => {
  const line = await journeyOfIncumbent({ endpoint: process.env.COGNITO_ENDPOINT })
  expect(line).toEqual({ signIn: 'SIGNED_IN', refused: 'NotAuthorizedException', refreshed: true })
  console.log(JSON.stringify({ environment: 'node, identity-js', ...line }))
})
