import { createCognitoClient, getSession, signIn } from '@cognito-srp/client'

/** What every consumer does: signs in by SRP, is refused with a wrong password, refreshes. */
export async function journey(config) {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', ...config })
  const step = await signIn(client, { username: 'ana', password: 'Senha-123' })
  const refused = await signIn(client, { username: 'ana', password: 'wrong' }).catch((error) => error.code)
  const { accessToken } = await getSession(client, { forceRefresh: true })
  return { signIn: step.name, refused, refreshed: accessToken.jwt !== step.session.accessToken.jwt }
}
