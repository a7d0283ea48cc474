import { createCognitoClient, getSession, signIn } from '@cognito-srp/client'
import { createHostedLogin } from '@cognito-srp/client/oauth'

/**
 * The steps of `journey.js`, with a sign-in on the hosted pages instead of SRP. The first load of the page leaves for the hosted
 * pages, and the second load, to which the hosted pages return, prints the line.
 */
export async function signInOnHostedPages(environment) {
  const given = new URL(location.href).searchParams.get('endpoint')
  if (given) sessionStorage.setItem('endpoint', given)
  const endpoint = sessionStorage.getItem('endpoint')
  const client = createCognitoClient({ userPoolId: 'local_Pool3', clientId: 'hosted', endpoint })
  const hosted = createHostedLogin(client, {
    domain: new URL(endpoint).origin,
    redirectUri: location.origin + location.pathname,
  })
  const result = await hosted.complete(location.href)
  if (!result) {
    await hosted.redirect()
    return
  }
  const refused = await signIn(client, { username: 'ana', password: 'wrong' }).catch((error) => error.code)
  const { accessToken } = await getSession(client, { forceRefresh: true })
  const refreshed = accessToken.jwt !== result.session.accessToken.jwt
  console.log(JSON.stringify({ environment, signIn: 'SIGNED_IN', refused, refreshed }))
}
