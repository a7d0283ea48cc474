import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

import { bundleForPages } from '../../packages/cognito-srp/test/bundle.ts'
import { amplifyConfig, bundleAmplify } from './amplify.ts'
import type { Check } from './judge.ts'
import manifest from './package.json' with { type: 'json' }
import { ANA, continueAsBia, openWorld, POOL_ID, type World } from './world.ts'

/** Timeout that aws-amplify sets for a sign-in by redirect, in milliseconds. */
const AMPLIFY_DEADLINE_MS = 300_000
/** Wall-clock time to wait for a sign-in's requests, in milliseconds. */
const REQUESTS_MS = 5_000

const PAGE = '<!doctype html><title>app</title><link rel="icon" href="data:,"><script src="/app.js"></script>'

/** Library whose script defines the global functions `redirect`, `signInAsAna` and `currentUser` in the app's page. */
type Library = { name: string; bundle: () => Promise<string>; start: (world: World) => string }

const AMPLIFY: Library = {
  name: `aws-amplify ${manifest.devDependencies['aws-amplify']}`,
  bundle: bundleAmplify,
  start: (world) => `start(${JSON.stringify(amplifyConfig(world))})
    Object.assign(window, {
      redirect: (provider) => signInWithRedirect(provider && { provider: { custom: provider } }),
      signInAsAna: () => signIn(${JSON.stringify({ username: ANA.username, password: ANA.password })}),
      currentUser: () => getCurrentUser().then(({ username }) => username, () => null),
    })`,
}

const CLIENT: Library = {
  name: '@cognito-srp/client',
  bundle: () => bundleForPages(CLIENT_APP, { fromSources: true, format: 'iife' }),
  start: ({ emulator, appUrl }) =>
    `start(${JSON.stringify({ poolUrl: emulator.url, domain: emulator.url.slice(0, -1), redirectUri: `${appUrl}/callback` })})`,
}

const CLIENT_APP = `
import { createCognitoClient, currentUsername, signIn } from '@cognito-srp/client'
import { createHostedLogin } from '@cognito-srp/client/oauth'

window.start = ({ poolUrl, domain, redirectUri }) => {
  const client = createCognitoClient({ userPoolId: '${POOL_ID}', clientId: 'web', endpoint: poolUrl })
  const hosted = createHostedLogin(client, { domain, redirectUri })
  Object.assign(window, {
    redirect: (provider) => hosted.redirect({ provider }),
    signInAsAna: () => signIn(client, ${JSON.stringify({ username: ANA.username, password: ANA.password })}),
    currentUser: () => currentUsername(client),
  })
  if (location.pathname === '/callback') void hosted.complete(location.href)
}`

/** Description of the observed behaviour, and whether it is correct. */
type Finding = { fact: string; isWell: boolean }

/**
 * Reproduces two issues that users reported for Amplify, and checks that `@cognito-srp/client` does not have these issues. The
 * report describes the behaviour of both libraries.
 */
export async function judgeAmplifyIssues(check: Check): Promise<void> {
  for (const library of [AMPLIFY, CLIENT]) {
    const script = await library.bundle()
    for (const attempt of [signInAfterCancel, resumeFederatedSession]) {
      const world = await openWorld(() => serveApp(script), { https: true })
      await world.page.addInitScript(`addEventListener('DOMContentLoaded', () => { ${library.start(world)} })`)
      try {
        const { fact, isWell } = await attempt(world)
        await check(`${library.name}: ${fact}`, () => isWell || library === AMPLIFY)
      } finally {
        await world.close()
      }
    }
  }
}

/**
 * Signs in with a password after the user cancels a sign-in that the operating system shows above the page, such as
 * Sign in with Apple on iOS.
 *
 * Source: https://github.com/aws-amplify/amplify-js/issues/14900
 */
async function signInAfterCancel({ page, appUrl }: World): Promise<Finding> {
  await page.clock.install()
  await page.goto(appUrl)
  await page.route('**/oauth2/authorize?*', (route) => route.fulfill({ status: 204 })) // the page stays
  const asked = page.waitForRequest('**/oauth2/authorize?*')
  await page.evaluate(`void redirect('School').catch(({ reason }) => (window.reason = reason))`)
  await asked
  await page.evaluate(`window.dispatchEvent(new Event('focus'))
    void signInAsAna().catch(String).then((outcome) => (window.outcome = outcome))`)
  const isSignedIn = async (): Promise<boolean> => {
    await delay(REQUESTS_MS)
    return page.evaluate<boolean>(`window.outcome?.isSignedIn === true || window.outcome?.name === 'SIGNED_IN'`)
  }
  if (await isSignedIn()) {
    const reason = await page.evaluate<string>('String(window.reason)')
    const fact = `#14900: after a cancel above the page, a password signs in, and the redirect rejects as ${reason}`
    return { fact, isWell: reason === 'cancelled' }
  }
  await page.clock.fastForward(AMPLIFY_DEADLINE_MS)
  const when = (await isSignedIn()) ? `only ${AMPLIFY_DEADLINE_MS / 60_000} minutes later` : 'never'
  return { fact: `#14900: after a cancel above the page, a password signs in ${when}`, isWell: false }
}

/**
 * Signs in by redirect without the `provider` option while a federated user has a session on the hosted pages.
 *
 * Source: https://github.com/aws-amplify/amplify-js/issues/14897
 */
async function resumeFederatedSession({ page, appUrl }: World): Promise<Finding> {
  const isSignedIn = () => page.waitForFunction(`async () => (await currentUser()) === 'School_bia'`)
  await page.goto(appUrl)
  await page.evaluate(`void redirect('School')`)
  await continueAsBia(page)
  await page.waitForURL(`${appUrl}/callback**`)
  await isSignedIn()
  await page.evaluate('localStorage.clear()')
  await page.goto(appUrl)
  await page.evaluate('void redirect()')
  await page.waitForURL(({ pathname }) => pathname === '/login' || pathname === '/callback')
  if (new URL(page.url()).pathname === '/login') {
    return { fact: '#14897: a user of an identity provider has to sign in again without a provider', isWell: false }
  }
  await isSignedIn()
  return { fact: '#14897: a user of an identity provider stays signed in on the hosted pages', isWell: true }
}

function serveApp(script: string): RequestListener {
  return ({ url }, response) => {
    if (url === '/app.js') response.setHeader('content-type', 'text/javascript').end(script)
    else response.setHeader('content-type', 'text/html').end(PAGE)
  }
}
