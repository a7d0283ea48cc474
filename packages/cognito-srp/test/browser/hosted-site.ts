import { describeRequest, startEmulator, type RunningEmulator } from '@cognito-srp/emulator'
import { listenFetch } from '@cognito-srp/testing/listen'
import { allow, ANA, CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'

import { bundleForPages } from '../bundle.ts'
import { serveFile } from './site.ts'

/** Names of two test identity providers. The pages of `SEPARATING_SCHOOL` sever the link between a popup and its opener (COOP). */
export const SCHOOL = 'School'
export const SEPARATING_SCHOOL = 'SeparatingSchool'

const PROVIDER_USERS = [{ sub: 'bia', email: 'bia@school.example', email_verified: true }]

const LIBRARY = `
export * from '@cognito-srp/client'
export * from '@cognito-srp/client/oauth'
export * as identityJs from '@cognito-srp/client/identity-js'`

/** App with a hosted login, and an emulated pool on another origin. */
export type HostedSite = {
  emulator: RunningEmulator
  /** Address of the app, with a trailing slash. */
  url: string
  /** Callback address of the app. */
  callback: string
  /** Callback addresses to which the hosted pages have redirected, oldest first. */
  answers: string[]
  /** Lines of the emulator's log. */
  log: string[]
  /** Whether the site serves an empty page instead of the app's page, so that no script reads the authorization response. */
  isEmpty: boolean
  close(): Promise<void>
}

export async function startHostedSite(): Promise<HostedSite> {
  const log: string[] = []
  const served = new Map<string, string>()
  const server = await listenFetch(({ url }) => {
    const { pathname, search } = new URL(url)
    if (pathname === '/callback' && search !== '') site.answers.push(site.callback + search)
    return serveFile(site.isEmpty ? '' : served.get(pathname), pathname)
  })
  const origin = `http://localhost:${server.port}`
  const callback = `${origin}/callback`
  const emulator = await startEmulator({
    issuer: 'emulator',
    onRequest: (request) => log.push(describeRequest(request)),
    userPools: [
      {
        id: POOL_ID,
        clients: [
          {
            id: CLIENT_ID,
            explicitAuthFlows: allow('USER_SRP_AUTH'),
            callbackUrls: [callback],
            logoutUrls: [`${origin}/`],
          },
        ],
        identityProviders: [
          { name: SCHOOL, users: PROVIDER_USERS },
          { name: SEPARATING_SCHOOL, users: PROVIDER_USERS, crossOriginOpenerPolicy: 'same-origin' },
        ],
        users: [ANA],
      },
    ],
  })
  const page = pageOf(emulator.url)
  served.set('/', page).set('/callback', page)
  served.set('/client.js', await bundleForPages(LIBRARY, { fromSources: true }))
  const site: HostedSite = {
    emulator,
    url: `${origin}/`,
    callback,
    answers: [],
    log,
    isEmpty: false,
    async close() {
      await server.close()
      await emulator.close()
    },
  }
  return site
}

/**
 * Returns the app's page. `outcomes` contains the results of the page's calls, and the item `aheadMs` in localStorage moves the
 * page's clock.
 */
const pageOf = (
  poolUrl: string,
): string => `<!doctype html><title>app</title><link rel="icon" href="data:,"><script type="module">
import * as cognito from '/client.js'
const client = cognito.createCognitoClient({
  userPoolId: '${POOL_ID}',
  clientId: '${CLIENT_ID}',
  endpoint: '${poolUrl}',
  now: () => Date.now() + Number(localStorage.getItem('aheadMs')),
})
const hosted = cognito.createHostedLogin(client, {
  domain: '${poolUrl}',
  redirectUri: location.origin + '/callback',
  signOutUri: location.origin + '/',
  scopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
})
const outcomes = []
const follow = async (name, call) => {
  const outcome = { name }
  try {
    const result = await call
    outcome.username = result?.session.username
    outcome.returnTo = result?.returnTo
  } catch ({ name, code, reason, error }) {
    outcome.failure = { name, code, reason, error }
  }
  outcome.atMs = Date.now()
  outcomes.push(outcome)
}
const identityJsUser = () =>
  new Promise((resolve, reject) => {
    const pool = new cognito.identityJs.CognitoUserPool({ UserPoolId: '${POOL_ID}', ClientId: '${CLIENT_ID}', endpoint: '${poolUrl}' })
    const user = pool.getCurrentUser()
    user.getSession((error, session) => (error ? reject(error) : resolve(session.getIdToken().payload['cognito:username'])))
  })
Object.assign(globalThis, { identityJsUser, cognito, client, hosted, outcomes, follow })
if (location.pathname === '/callback') follow('complete', hosted.complete(location.href))
if (location.search === '?popup') follow('popup', hosted.popup())
</script>`
