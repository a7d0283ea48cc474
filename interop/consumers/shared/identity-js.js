import { AuthenticationDetails, CognitoUser, CognitoUserPool } from '@cognito-srp/client/identity-js'

/** The steps of `journey.js` in a program written for amazon-cognito-identity-js, with only the import changed. */
export async function journeyOfIncumbent({ endpoint }) {
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
