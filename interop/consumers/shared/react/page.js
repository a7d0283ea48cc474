import { createAuthStore, createCognitoClient, signOut } from '@cognito-srp/client'
import { createElement, StrictMode, version } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { journey } from '../journey.js'
import { App } from './app.js'

const endpoint = new URL(location.href).searchParams.get('endpoint')
const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', endpoint })
const root = document.querySelector('#root')

// All texts that the page shows, starting with the server's, and all complaints of React.
const shown = [root.textContent]
new MutationObserver(() => shown.push(root.textContent)).observe(root, {
  subtree: true,
  childList: true,
  characterData: true,
})
const complaints = []
console.error = (...words) => complaints.push(words.join(' '))

hydrateRoot(root, createElement(StrictMode, null, createElement(App, { auth: createAuthStore(client) })), {
  onRecoverableError: (error) => complaints.push(String(error)),
})

async function waitFor(text) {
  while (shown.at(-1) !== text) await new Promise((resume) => setTimeout(resume, 10))
}

// Signs in and reloads the page. After the reload it must not show "signed out" even for a moment.
const line = sessionStorage.getItem('line')
if (line === null) {
  await waitFor('signed out')
  sessionStorage.setItem('line', JSON.stringify(await journey({ endpoint })))
  location.reload()
} else {
  await waitFor('ana')
  await signOut(client)
  await waitFor('signed out')
  const story = [...shown, ...complaints].join(', ')
  if (story !== 'checking, ana, signed out') throw new Error(`The page showed: ${story}`)
  console.log(JSON.stringify({ environment: `React ${version}`, ...JSON.parse(line), figures: story }))
}
