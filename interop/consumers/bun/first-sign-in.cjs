const startMs = performance.now()
const { createCognitoClient, signIn } = require('@cognito-srp/client')
const client = createCognitoClient({
  userPoolId: 'local_Pool1',
  clientId: 'web',
  endpoint: process.env.COGNITO_ENDPOINT,
})
signIn(client, { username: 'ana', password: 'Senha-123' }).then(() => {
  console.log(Math.round(performance.now() - startMs))
})
