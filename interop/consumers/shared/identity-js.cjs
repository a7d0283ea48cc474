const { AuthenticationDetails, CognitoUser, CognitoUserPool } = require('@cognito-srp/client/identity-js')

/** `identity-js.js` for CommonJS programs. */
exports.journeyOfIncumbent = async function journeyOfIncumbent({ endpoint }) {
  const pool = new CognitoUserPool({ UserPoolId: 'local_Pool1', ClientId: 'web', endpoint })
  const user = new CognitoUser({ Username: 'ana', Pool: pool })
  const signIn = (Password) =>
    new Promise((onSuccess, onFailure) => {
      user.authenticateUser(new AuthenticationDetails({ Username: 'ana', Password }), { onSuccess, onFailure })
    })
  const session = await signIn('Senha-123')
  const refused = await signIn('wrong').catch((error) => error.code)
  const renewed = await new Promise((done, fail) => {
    user.refreshSession(session.getRefreshToken(), (error, result) => (error ? fail(error) : done(result)))
  })
  const [before, after] = [session, renewed].map((each) => each.getAccessToken().getJwtToken())
  return { signIn: session.isValid() ? 'SIGNED_IN' : 'INVALID', refused, refreshed: after !== before }
}
