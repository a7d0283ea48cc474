const startMs = performance.now()
const { AuthenticationDetails, CognitoUser, CognitoUserPool } = await import('amazon-cognito-identity-js')
const pool = new CognitoUserPool({
  UserPoolId: 'local_Pool2',
  ClientId: 'plain',
  endpoint: process.env.COGNITO_ENDPOINT,
})
const user = new CognitoUser({ Username: 'ana', Pool: pool })
user.authenticateUser(new AuthenticationDetails({ Username: 'ana', Password: 'Senha-123' }), {
  onSuccess: () => console.log(Math.round(performance.now() - startMs)),
  onFailure: (error) => {
    throw error
  },
})
