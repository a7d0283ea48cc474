const { startEmulator } = require('@cognito-srp/emulator')

const ANA = { username: 'ana', password: 'Senha-123' }
let emulator

beforeAll(async () => {
  emulator = await startEmulator({ userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }], users: [ANA] }] })
})
afterAll(() => emulator.close())

async function signIn(PASSWORD) {
  const response = await fetch(emulator.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' },
    body: JSON.stringify({
      ClientId: 'web',
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'ana', PASSWORD },
    }),
  })
  return response.json()
}

test('the emulator accepts the right password', async () => {
  expect(await signIn(ANA.password)).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } })
})

test('the emulator rejects a wrong password', async () => {
  expect(await signIn('wrong')).toMatchObject({ __type: 'NotAuthorizedException' })
})
