import { build } from 'esbuild'
import type { RequestListener } from 'node:http'

import type { Check } from './judge.ts'
import { ANA, continueAsBia, openWorld, POOL_ID, signInOnPage, type World } from './world.ts'

/** Code of the page, bundled like an application's own code. */
const APP = `
  import { Amplify } from 'aws-amplify'
  import { fetchAuthSession, fetchUserAttributes, getCurrentUser, signIn, signInWithRedirect, signOut } from 'aws-amplify/auth'
  import 'aws-amplify/auth/enable-oauth-listener'
  window.start = (config) => Amplify.configure(config)
  Object.assign(window, { fetchAuthSession, fetchUserAttributes, getCurrentUser, signIn, signInWithRedirect, signOut })
`

/** Checks aws-amplify 6's signInWithRedirect, which supports only domains with HTTPS. */
export async function judgeByAmplify(check: Check): Promise<void> {
  const bundle = await bundleAmplify()
  const world = await openWorld(() => serveApp(bundle), { https: true })
  const { page, appUrl } = world
  await page.addInitScript(`window.config = ${JSON.stringify(amplifyConfig(world))}`)
  const run = <Answer>(expression: string): Promise<Answer> => page.evaluate<Answer>(expression)
  try {
    await check('signInWithRedirect returns signed in', async () => {
      await page.goto(appUrl)
      await run('void signInWithRedirect()')
      await signInOnPage(page)
      await page.waitForURL(`${appUrl}/callback**`)
      await page.waitForFunction('getCurrentUser().then(() => true, () => false)')
      const { username } = await run<{ username: string }>('getCurrentUser()')
      return username === ANA.username
    })
    await check('its tokens are accepted by the operations of the signed-in user', async () => {
      const { email } = await run<{ email?: string }>('fetchUserAttributes()')
      return email === ANA.attributes.email
    })
    await check('fetchAuthSession refreshes the session', async () => {
      const token = `.then(({ tokens }) => tokens?.accessToken.toString())`
      const before = await run<string>(`fetchAuthSession()${token}`)
      const after = await run<string>(`fetchAuthSession({ forceRefresh: true })${token}`)
      return after !== '' && after !== before
    })
    await check('signOut also ends the session of the service', async () => {
      await run('void signOut()')
      await page.waitForURL(`${appUrl}/bye`)
      await run('void signInWithRedirect()')
      await page.getByLabel('Password').waitFor()
    })
    await judgeProvider(world, check)
  } finally {
    await world.close()
  }
}

async function judgeProvider({ page, appUrl }: World, check: Check): Promise<void> {
  await check('signInWithRedirect returns signed in from a custom provider', async () => {
    await page.goto(appUrl)
    await page.evaluate(`void signInWithRedirect({ provider: { custom: 'School' } })`)
    await continueAsBia(page)
    await page.waitForURL(`${appUrl}/callback**`)
    await page.waitForFunction('getCurrentUser().then(() => true, () => false)')
    const { username } = await page.evaluate<{ username: string }>('getCurrentUser()')
    return username === 'School_bia'
  })
}

/** Returns the aws-amplify configuration for an emulator that uses HTTPS. */
export function amplifyConfig({ appUrl, emulator }: World): object {
  return {
    Auth: {
      Cognito: {
        userPoolId: POOL_ID,
        userPoolClientId: 'web',
        userPoolEndpoint: emulator.url,
        loginWith: {
          oauth: {
            domain: new URL(emulator.url).host,
            scopes: ['openid', 'email', 'aws.cognito.signin.user.admin'],
            redirectSignIn: [`${appUrl}/callback`],
            redirectSignOut: [`${appUrl}/bye`],
            responseType: 'code',
          },
        },
      },
    },
  }
}

/** Bundles aws-amplify into a script that defines the function `start`, which configures Amplify. */
export async function bundleAmplify(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

function serveApp(bundle: string): RequestListener {
  return ({ url }, response) => {
    if (url === '/app.js') response.setHeader('content-type', 'text/javascript').end(bundle)
    else response.setHeader('content-type', 'text/html').end(PAGE)
  }
}

const PAGE = '<!doctype html><title>app</title><script src="/app.js"></script><script>start(config)</script>'
