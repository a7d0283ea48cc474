const { createCognitoClient, getSession, signIn } = require('@cognito-srp/client')

/** `journey.js` for CommonJS programs. */
exports.journey = async function journey(config) {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', ...config })
  const step = await signIn(client, { username: 'ana', password: 'Senha-123' })
  if (step.device !== 'confirmed') throw new Error(`The device was not confirmed: ${step.device}`)
  const refused = await signIn(client, { username: 'ana', password: 'wrong' }).catch((error) => error.code)
  const { accessToken } = await getSession(client, { forceRefresh: true })
  return { signIn: step.name, refused, refreshed: accessToken.jwt !== step.session.accessToken.jwt }
}
