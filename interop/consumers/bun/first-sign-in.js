const startMs = performance.now()
const { createCognitoClient, signIn } = await import('@cognito-srp/client')
const client = createCognitoClient({
  userPoolId: 'local_Pool2',
  clientId: 'plain',
  endpoint: process.env.COGNITO_ENDPOINT,
})
await signIn(client, { username: 'ana', password: 'Senha-123' })
console.log(Math.round(performance.now() - startMs))
