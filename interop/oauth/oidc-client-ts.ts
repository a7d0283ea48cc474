import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { Check } from './judge.ts'
import { ANA, BIA, openWorld, signInAtProvider, signInOnPage, type World } from './world.ts'

const SCRIPT = '/oidc-client-ts.js'

/** Checks oidc-client-ts 3 in a page, which calls the endpoints from another origin and is therefore subject to CORS. */
export async function judgeByOidcClientTs(check: Check): Promise<void> {
  const library = await readFile(browserBuild())
  const world = await openWorld(() => serveApp(library))
  try {
    await judgeSession(world, check)
  } finally {
    await world.close()
  }
}

function browserBuild(): string {
  const entry = createRequire(import.meta.url).resolve('oidc-client-ts')
  return join(dirname(entry), '..', 'browser', 'oidc-client-ts.min.js')
}

function serveApp(library: Buffer): RequestListener {
  return ({ url = '' }, response) => {
    if (url === SCRIPT) response.setHeader('content-type', 'text/javascript').end(library)
    else
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>app</title><script src="${SCRIPT}"></script>`)
  }
}

/**
 * Code that creates a user manager in the page, where `oidc` is the library. Calls that leave the page are prefixed with
 * `void`.
 */
const managerFor = ({ issuer, appUrl }: World): string =>
  `new oidc.UserManager(${JSON.stringify({
    authority: issuer.href,
    client_id: 'web',
    redirect_uri: `${appUrl}/callback`,
    response_type: 'code',
    scope: 'openid email',
    loadUserInfo: true,
  })})`

async function judgeSession(world: World, check: Check): Promise<void> {
  const { page, appUrl, emulator } = world
  const run = (expression: string): Promise<unknown> => page.evaluate(expression)
  const manager = managerFor(world)
  await page.goto(appUrl)
  await run(`void ${manager}.signinRedirect({ state: { from: 'home' } })`)
  await signInOnPage(page)
  await page.waitForURL(`${appUrl}/callback?**`)
  await check('a page completes the sign-in, with userinfo from the other origin', async () => {
    const user = (await run(`${manager}.signinCallback()`)) as { profile: Record<string, unknown>; state: unknown }
    assert.equal(user.profile['email'], ANA.attributes.email)
    assert.deepEqual(user.state, { from: 'home' })
  })
  await check('the tab renews its tokens', async () => {
    const before = (await run(`${manager}.getUser()`)) as { access_token: string }
    const after = (await run(`${manager}.signinSilent()`)) as { access_token: string; profile: { sub: string } }
    return after.access_token !== before.access_token && after.profile.sub !== ''
  })
  await check('the tab revokes its session', async () => {
    const { refresh_token: refreshToken } = (await run(`${manager}.getUser()`)) as { refresh_token: string }
    await run(`${manager}.revokeTokens(['refresh_token'])`)
    const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'web', refresh_token: refreshToken })
    const answer = await fetch(new URL('oauth2/token', emulator.url), { method: 'POST', body: form })
    return answer.status === 400
  })
  await check('the tab signs out and returns to the app', async () => {
    const extraQueryParams = { client_id: 'web', logout_uri: `${appUrl}/bye` }
    await run(`void ${manager}.signoutRedirect(${JSON.stringify({ extraQueryParams })})`)
    await page.waitForURL(`${appUrl}/bye`)
    await run(`void ${manager}.signinRedirect()`)
    await page.getByLabel('Password').waitFor()
  })
  await check('the tab signs in at an identity provider', async () => {
    await signInAtProvider(page)
    await page.waitForURL(`${appUrl}/callback?**`)
    const user = (await run(`${manager}.signinCallback()`)) as { profile: Record<string, unknown> }
    return user.profile['email'] === BIA.email
  })
}
