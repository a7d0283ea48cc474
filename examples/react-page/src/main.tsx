import { createCognitoClient } from '@cognito-srp/client'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import './page.css'

const { USER_POOL_ID, CLIENT_ID, COGNITO_ENDPOINT } = import.meta.env

const client = createCognitoClient({ userPoolId: USER_POOL_ID, clientId: CLIENT_ID, endpoint: COGNITO_ENDPOINT })

const page = document.getElementById('page')
if (page) createRoot(page).render(<App client={client} />)
