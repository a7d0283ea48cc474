import { createCognitoClient } from '@cognito-srp/client'
import { createRoot } from 'react-dom/client'

import { App } from '../../react-page/src/app.tsx'
import '../../react-page/src/page.css'
import { Me } from './me.tsx'
import { restoreSession } from './restore-session.ts'

const { USER_POOL_ID, CLIENT_ID } = import.meta.env

// Unlike ../react-page, this page calls its own server instead of the service, and restores the session from the
// cookies.
const client = createCognitoClient({ userPoolId: USER_POOL_ID, clientId: CLIENT_ID, endpoint: '/auth/' })
await restoreSession(client)

const page = document.getElementById('page')
if (page) {
  createRoot(page).render(
    <App client={client}>
      <Me client={client} />
    </App>,
  )
}
