import { ANA, CLIENT_ID } from '@cognito-srp/testing/user-pools'

import type { Page } from '../../test/browser/pages.ts'
import type { Report } from './search.ts'
import type { Exchange, SessionSite } from './site.ts'
import { CLIENT_SECRET, TOKEN_LIFETIME_SECONDS } from './site.ts'

// Attacks the server with forged, replaced and copied cookies. Unlike a page, a program can send any cookies.

const REFRESH = 'GetTokensFromRefreshToken'
/** Number of seconds for which the handler stores the result of a refresh. */
const RESULT_KEPT_SECONDS = 60

type Answer = {
  status: number
  body: { session?: object | null; __type?: string; Username?: string }
  setCookies: string[]
}

/** Sends cookies that were changed, truncated, recombined or renamed, and a cookie with unencrypted content. */
export async function tryForgedCookies(site: SessionSite, page: Page, report: Report): Promise<void> {
  const cookie = await cookieOf(site, page)
  const asked = site.operations.length
  const forged = [...changed(cookie), ...cutOff(cookie), ...putTogether(cookie)]
  let rejected = 0
  for (const attempt of forged) {
    const answers = [await send(site, attempt, 'GetUser'), await send(site, attempt, REFRESH)]
    const session = await site.handler().readSession({ headers: new Headers({ cookie: attempt }) })
    if (
      session === null &&
      answers.every(({ status, body }) => status === 400 && body.__type === 'NotAuthorizedException')
    )
      rejected += 1
  }
  const reached = site.operations.length - asked
  const whole = await send(site, cookie, 'GetUser')
  report(
    forged.length > 100 && rejected === forged.length && reached === 0 && whole.body.Username === ANA.username,
    `${rejected} of ${forged.length} forged and truncated cookies rejected, ${reached} of their requests reached the pool; the original cookie can be read`,
  )
}

/** After a refresh, sends requests with the replaced cookies, first immediately and then more than a minute later. */
export async function tryLateRequests(site: SessionSite, page: Page, report: Report): Promise<void> {
  const old = await cookieOf(site, page)
  site.advance(TOKEN_LIFETIME_SECONDS)
  await page.evaluate(async (nowMs) => {
    globalThis.aheadMs = nowMs - Date.now()
    await cognito.getSession(client)
  }, site.nowMs())
  const asked = refreshesOf(site)
  const soon = await Promise.all(Array.from({ length: 10 }, () => send(site, old, REFRESH)))
  const refreshes = refreshesOf(site) - asked
  site.advance(RESULT_KEPT_SECONDS + 1)
  const late = [await send(site, old, REFRESH), await send(site, old, REFRESH), await send(site, old, REFRESH)]
  const cleared = [...late, ...soon]
    .flatMap(({ setCookies }) => setCookies)
    .filter((line) => line.includes('Max-Age=0')).length
  await page.evaluate(async (nowMs) => void (globalThis.aheadMs = nowMs - Date.now()), site.nowMs())
  const name = await page.evaluate(async () => (await cognito.getUser(client)).username)
  const served = soon.filter(({ status }) => status === 200).length
  report(
    served === soon.length && refreshes === 0 && cleared === 0 && name === ANA.username,
    `${served} of ${soon.length} late requests with replaced cookies got the result, by ${refreshes} refreshes; after a minute ${late.map(({ status }) => status).join(', ')}, ${cleared} cookies cleared; the page is signed in as ${name}`,
  )
}

/** Uses cookies that were copied before the page signed out. */
export async function tryCopiedCookies(site: SessionSite, page: Page, report: Report): Promise<void> {
  await signInWithDevice(page)
  const copy = await cookieOf(site, page)
  const refreshToken = site.secrets.findLast(({ name }) => name.startsWith('refresh token'))?.text ?? ''
  const asked = site.exchanges.length
  await page.evaluate(() => cognito.signOut(client))
  const operations = site.exchanges.slice(asked).map(({ operation }) => operation)
  await page.evaluate(async () => void (await fetch('/auth/session')))
  const left = lastExchange(site).cookie
  report(
    operations.join() === 'RevokeToken' && left === '' && site.operations.at(-1) === 'RevokeToken',
    `the default sign-out requested ${operations.join()}, and the browser sends ${left === '' ? 'no cookie' : 'cookies'} afterwards`,
  )
  const said = await askPoolAbout(site, refreshToken)
  report(said?.includes('revoked') === true, `the pool's response to the refresh token: ${said}`)

  const reading = async () => site.handler().readSession({ headers: new Headers({ cookie: copy }) })
  const { session } = (await send(site, copy, '')).body
  const withStore = await errorCodes(site, copy)
  report(
    (await reading()) === null && session === null && withStore.every((code) => code === 'NotAuthorizedException'),
    `while the store remembers the sign-out, a copied cookie reads as signed out; refresh and GetUser: ${withStore.join(', ')}`,
  )
  site.restart()
  const read = await reading()
  const withoutStore = await errorCodes(site, copy)
  report(
    read?.username === ANA.username && withoutStore.every((code) => code === 'NotAuthorizedException'),
    `after the store is lost, the copied cookie can be read until its access token expires (${read?.username}), but refresh and GetUser: ${withoutStore.join(', ')}`,
  )
  site.advance(TOKEN_LIFETIME_SECONDS)
  const ended = await reading()
  report(
    ended === null,
    `after the expiry, the copied cookie reads as ${ended === null ? 'signed out' : ended.username}`,
  )
}

async function errorCodes(site: SessionSite, cookie: string): Promise<(string | undefined)[]> {
  const answers = [await send(site, cookie, REFRESH), await send(site, cookie, 'GetUser')]
  return answers.map(({ body }) => body.__type)
}

/** Signs in with the remembered device, so that no second factor is needed. */
async function signInWithDevice(page: Page): Promise<void> {
  const { username, password } = ANA
  await page.evaluate(async (request) => void (await cognito.signIn(client, request)), { username, password })
}

/** Sends a refresh token directly to the pool and returns the pool's error message. */
async function askPoolAbout(site: SessionSite, refreshToken: string): Promise<string | undefined> {
  const body = JSON.stringify({ RefreshToken: refreshToken, ClientId: CLIENT_ID, ClientSecret: CLIENT_SECRET })
  const headers = { 'x-amz-target': `AWSCognitoIdentityProviderService.${REFRESH}` }
  const answer = await site.emulator.fetch(new Request('http://pool.test/', { method: 'POST', headers, body }))
  return ((await answer.json()) as { message?: string }).message
}

/** Sends an operation to the handler, or `GET /auth/session` if `operation` is empty. */
async function send(site: SessionSite, cookie: string, operation: string): Promise<Answer> {
  const response = await fetch(new URL(operation === '' ? '/auth/session' : '/auth/', site.url), {
    method: operation === '' ? 'GET' : 'POST',
    headers: {
      cookie,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    ...(operation === '' ? {} : { body: '{}' }),
  })
  const body = (await response.json()) as Answer['body']
  return { status: response.status, body, setCookies: response.headers.getSetCookie() }
}

/** Returns the `Cookie` header that the browser currently sends. */
async function cookieOf(site: SessionSite, page: Page): Promise<string> {
  await page.evaluate(async () => void (await fetch('/read-only')))
  return lastExchange(site).cookie
}

function lastExchange({ exchanges }: SessionSite): Exchange {
  const last = exchanges.at(-1)
  if (!last) throw new Error('Nothing was recorded.')
  return last
}

function refreshesOf({ operations }: SessionSite): number {
  return operations.filter((name) => name === REFRESH).length
}

/** Returns copies of a `Cookie` header, each with one changed character. */
function changed(cookie: string): string[] {
  const places = Array.from({ length: 80 }, (_, index) => Math.floor(((index + 0.5) * cookie.length) / 80))
  return places
    .filter((place) => /[\w-]/.test(cookie[place] ?? '') && place > cookie.indexOf('=') + 2)
    .map((place) => `${cookie.slice(0, place)}${cookie[place] === 'A' ? 'B' : 'A'}${cookie.slice(place + 1)}`)
    .filter((attempt) => valuesOf(attempt) !== valuesOf(cookie) && namesOf(attempt) === namesOf(cookie))
}

function cutOff(cookie: string): string[] {
  const lengths = Array.from({ length: 60 }, (_, index) => Math.floor((index * (cookie.length - 1)) / 60))
  return [...lengths.map((length) => cookie.slice(0, length)), cookie.slice(0, -1), cookie.replace(/=(\d\.)/, '=$1A')]
}

function putTogether(cookie: string): string[] {
  const parts = cookie.split('; ')
  const [first = '', second = ''] = parts
  const [name = '', value = ''] = first.split(/=(.*)/)
  return [
    `${cookie}; ${first}`,
    second === '' ? `${name}=` : second,
    `${name}=${value.replace(/^\d/, '9')}`,
    `x${name}=${value}`,
    `${name}=1.${btoa(JSON.stringify({ username: 'ana' }))}`,
  ]
}

function namesOf(cookie: string): string {
  return cookie.replace(/=[^;]*/g, '')
}

function valuesOf(cookie: string): string {
  return cookie.replace(/(^|; )[^=]*=/g, ' ')
}
