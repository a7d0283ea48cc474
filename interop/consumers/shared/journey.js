import { createCognitoClient, getSession, signIn } from '@cognito-srp/client'

/**
 * The steps of every consumer: signs in with SRP, confirms the device (with a lazy chunk), tries a wrong password, and
 * refreshes.
 */
export async function journey(config) {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', ...config })
  const step = await signIn(client, { username: 'ana', password: 'Senha-123' })
  if (step.device !== 'confirmed') throw new Error(`The device was not confirmed: ${step.device}`)
  const refused = await signIn(client, { username: 'ana', password: 'wrong' }).catch((error) => error.code)
  const { accessToken } = await getSession(client, { forceRefresh: true })
  return { signIn: step.name, refused, refreshed: accessToken.jwt !== step.session.accessToken.jwt }
}
