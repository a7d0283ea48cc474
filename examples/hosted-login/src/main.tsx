import { createCognitoClient } from '@cognito-srp/client'
import { createHostedLogin } from '@cognito-srp/client/oauth'
import { createRoot } from 'react-dom/client'

import '../../react-page/src/page.css'
import { App } from './app.tsx'
import { explain } from './explain.ts'

const { USER_POOL_ID, CLIENT_ID, COGNITO_ENDPOINT, COGNITO_DOMAIN } = import.meta.env

const client = createCognitoClient({ userPoolId: USER_POOL_ID, clientId: CLIENT_ID, endpoint: COGNITO_ENDPOINT })
const hosted = createHostedLogin(client, {
  domain: COGNITO_DOMAIN,
  redirectUri: `${location.origin}/callback`,
  signOutUri: `${location.origin}/`,
})

/** Completes the sign-in if the hosted pages have redirected to this page. Returns an error message, or an empty string. */
async function complete(): Promise<string> {
  try {
    const result = await hosted.complete(location.href)
    if (result) history.replaceState(null, '', result.returnTo)
    return ''
  } catch (error) {
    return explain(error)
  }
}

const failure = await complete()
const page = document.getElementById('page')
if (page) createRoot(page).render(<App client={client} hosted={hosted} initialFailure={failure} />)
