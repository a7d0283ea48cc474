import { findSecrets, whatScriptsRead, type Secret, type Sight } from '@cognito-srp/testing/secrets'
import type { BrowserContext, Page } from 'playwright'

import '../browser/pages.ts' // declares the globals of the page
import type { HostedSite } from '../browser/hosted-site.ts'

/**
 * Search for secrets. Records the secrets of all sign-ins in a browser, and searches the browser and the pool's log for these
 * secrets.
 */
export type Search = {
  /** Records the tokens of the signed-in user. */
  addTokens(page: Page): Promise<void>
  /** Returns where each secret was found, for example `code in the history of the app`. */
  finds(page: Page): Promise<string[]>
  /** Writes the last authorization code to every place that `finds` searches, and returns these places. */
  plantCode(page: Page): Promise<readonly string[]>
  /** Names of the recorded secrets. */
  names(): string[]
}

const READABLE = ['IndexedDB', 'document.cookie', 'localStorage', 'sessionStorage']
/** Places in which `finds` searches for secrets. */
const PLACES = [
  ...READABLE.flatMap((place) => [`${place} of the app`, `${place} of the pool`]),
  'a cookie of the pool',
  'a referrer for another origin',
  'an address that a page requested',
  'the console',
  'the history of the app',
  'the history of the pool',
  'the log of the pool',
]

/** Starts recording the secrets and the requests of all pages in the browser context, including pages that open later. */
export function startSearch(site: HostedSite, context: BrowserContext): Search {
  const secrets: Secret[] = []
  const sights: Sight[] = []
  const read = (parameters: URLSearchParams, names: readonly string[]) =>
    secrets.push(...names.map((name) => ({ name, text: parameters.get(name) ?? '' })))
  context.on('console', (message) => sights.push({ place: 'the console', text: message.text() }))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/oauth2/authorize') read(url.searchParams, ['state'])
    if (url.pathname === '/oauth2/token') read(new URLSearchParams(request.postData() ?? ''), ['code', 'code_verifier'])
    if (!request.isNavigationRequest()) sights.push({ place: 'an address that a page requested', text: url.href })
    const { referer = url.href } = request.headers()
    const isForeign = new URL(referer).origin !== url.origin
    if (isForeign) sights.push({ place: 'a referrer for another origin', text: referer })
  })
  return {
    async addTokens(page) {
      const tokens = await page.evaluate(async () => {
        const { accessToken, idToken, refreshToken = '' } = await cognito.getSession(client)
        return { 'access token': accessToken.jwt, 'id token': idToken.jwt, 'refresh token': refreshToken }
      })
      for (const [name, text] of Object.entries(tokens)) secrets.push({ name, text })
    },
    async finds(page) {
      const log = site.log.map((text) => ({ place: 'the log of the pool', text }))
      const now = [...(await historyOf(site, page)), ...(await sightsOf(site, page))]
      const finds = findSecrets([...sights, ...log, ...now], secrets)
      const named = finds.filter(({ secret }) => secret !== 'a signed token')
      return [...new Set(named.map(({ place, secret }) => `${secret} in ${place}`))].toSorted()
    },
    async plantCode(page) {
      const code = secrets.findLast(({ name }) => name === 'code')?.text ?? ''
      await page.evaluate(plant, code)
      await page.evaluate(leak, { code, poolUrl: site.emulator.url })
      await page.goto(`${site.emulator.url}login?code=${code}`)
      await page.evaluate(plant, code)
      await page.goto(site.url)
      return PLACES
    },
    names: () => secrets.map(({ name }) => name).toSorted(),
  }
}

/** Returns the addresses in the history of a tab. */
async function historyOf(site: HostedSite, page: Page): Promise<Sight[]> {
  const devtools = await page.context().newCDPSession(page)
  const { entries } = await devtools.send('Page.getNavigationHistory')
  await devtools.detach()
  const ownerOf = (url: string) => (url.startsWith(site.url) ? 'the app' : 'the pool')
  return entries.map(({ url }) => ({ place: `the history of ${ownerOf(url)}`, text: url }))
}

/** Returns everything that scripts of the app and of the pool can read in a tab, and the pool's cookies. */
async function sightsOf(site: HostedSite, page: Page): Promise<Sight[]> {
  const readAs = async (origin: string) =>
    (await page.evaluate(whatScriptsRead)).map(({ place, text }) => ({ place: `${place} of ${origin}`, text }))
  const app = await readAs('the app')
  await page.goto(`${site.emulator.url}login`)
  const pool = await readAs('the pool')
  await page.goto(site.url)
  const cookies = await page.context().cookies(site.emulator.url)
  return [...app, ...pool, ...cookies.map(({ value }) => ({ place: 'a cookie of the pool', text: value }))]
}

/** Runs in a page. Stores the code in each storage of the origin. */
async function plant(code: string): Promise<void> {
  localStorage.setItem('planted', code)
  sessionStorage.setItem('planted', code)
  document.cookie = `planted=${code}`
  await new Promise<void>((resolve) => {
    const request = indexedDB.open('planted', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('items').add({ code }, 'planted'))
    request.addEventListener('success', () => resolve(request.result.close()))
  })
}

/** Runs in the app's page. Leaks the code through the console, the history, request URLs, a referrer and the pool's log. */
async function leak({ code, poolUrl }: { code: string; poolUrl: string }): Promise<void> {
  console.log(code)
  history.pushState(null, '', `/callback?code=${code}`)
  await fetch(`/planted?code=${code}`)
  await fetch(poolUrl + code, { referrerPolicy: 'unsafe-url', mode: 'no-cors' })
}
