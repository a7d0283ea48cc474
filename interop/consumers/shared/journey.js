import { createCognitoClient, getSession, signIn } from '@cognito-srp/client'

/**
 * What every consumer does: signs in by SRP, lets the device be remembered (its code is loaded late), is refused with a
 * wrong password, refreshes.
 */
export async function journey(config) {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', ...config })
  const step = await signIn(client, { username: 'ana', password: 'Senha-123' })
  if (step.device !== 'confirmed') throw new Error(`The device was not confirmed: ${step.device}`)
  const refused = await signIn(client, { username: 'ana', password: 'wrong' }).catch((error) => error.code)
  const { accessToken } = await getSession(client, { forceRefresh: true })
  return { signIn: step.name, refused, refreshed: accessToken.jwt !== step.session.accessToken.jwt }
}
