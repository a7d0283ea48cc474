import {
  createCognitoClient,
  getSession,
  isCognitoError,
  respondToChallenge,
  signIn,
  type Session,
  type SignInStep,
} from '@cognito-srp/client'
import AmazonCognitoIdentity, {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
} from '@cognito-srp/client/identity-js'
import { tracePasswordClaim } from '@cognito-srp/client/srp'

type Line = { signIn: string; refused: string; refreshed: boolean }

export const trace: unknown = tracePasswordClaim

export async function journey(endpoint: string): Promise<Line> {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', endpoint })
  // @ts-expect-error only the ids of the user pool and the app client are visible
  void client.state
  const step = await signIn(client, { username: 'ana', password: 'Senha-123' })
  const session = await answer(step)
  const refused = await signIn(client, { username: 'ana', password: 'wrong' }).catch(refusalOf)
  const { accessToken } = await getSession(client, { forceRefresh: true })
  return { signIn: step.name, refused: String(refused), refreshed: accessToken.jwt !== session.accessToken.jwt }

  async function answer(step: SignInStep): Promise<Session> {
    switch (step.name) {
      case 'SIGNED_IN':
        return step.session
      case 'SMS_MFA':
        return answer(await respondToChallenge(client, step, { code: '123456' }))
      case 'WEB_AUTHN':
        throw new Error(`This program cannot answer a passkey challenge (${step.options.challenge}).`)
      default:
        // @ts-expect-error a challenge must be narrowed by its name before it can be answered
        return respondToChallenge(client, step, { code: '123456' })
    }
  }
}

export function signOutAsBefore(user: AmazonCognitoIdentity.CognitoUser): void {
  if (user instanceof AmazonCognitoIdentity.CognitoUser) user.signOut()
}

export function signInAsBefore(username: string, password: string): Promise<string> {
  const pool = new CognitoUserPool({ UserPoolId: 'local_Pool1', ClientId: 'web' })
  const user = new CognitoUser({ Username: username, Pool: pool })
  return new Promise((done, fail) => {
    user.authenticateUser(new AuthenticationDetails({ Username: username, Password: password }), {
      onSuccess: (session) => done(session.getAccessToken().getJwtToken()),
      onFailure: fail,
    })
  })
}

function refusalOf(error: unknown): string {
  if (!isCognitoError(error)) return 'not an error from the client'
  switch (error.name) {
    case 'ServiceError':
      return error.code
    case 'NetworkError':
      return error.host ?? 'no host'
    default:
      return error.message
  }
}
