const startMs = performance.now()
const { createCognitoClient, signIn } = require('@cognito-srp/client')
const client = createCognitoClient({
  userPoolId: 'local_Pool2',
  clientId: 'plain',
  endpoint: process.env.COGNITO_ENDPOINT,
})
signIn(client, { username: 'ana', password: 'Senha-123' }).then(() => {
  console.log(Math.round(performance.now() - startMs))
})
