import { ANA } from '@cognito-srp/testing/user-pools'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { SCHOOL, SEPARATING_SCHOOL, startHostedSite, type HostedSite } from '../browser/hosted-site.ts'
import { launchUsualChromium, openApp, openPopup, outcomeOf, setFocus } from './hosted-browser.ts'
import { startSearch } from './hosted-search.ts'

/** Time for which a test keeps a popup open. Must exceed the time after which the page detects a closed popup. */
const WATCHED_MS = 10_000
let site: HostedSite
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startHostedSite(), launchUsualChromium()])
}, 60_000)
beforeEach(async () => {
  context = await browser.newContext()
})
afterEach(() => context.close())
afterAll(async () => {
  await browser.close()
  await site.close()
})

const openPage = () => openApp(site, context)

async function pressIn(popup: Page, name: string): Promise<number> {
  const eventMs = Date.now()
  await popup.getByRole('button', { name }).click()
  return eventMs
}

const userOf = (page: Page) => page.evaluate<string | null>('cognito.currentUsername(client)')

test.each([
  { provider: SCHOOL, policy: 'without Cross-Origin-Opener-Policy' },
  { provider: SEPARATING_SCHOOL, policy: 'with Cross-Origin-Opener-Policy: same-origin' },
])('popup resolves and closes the popup after a sign-in at a provider $policy', async ({ provider }) => {
  const page = await openPage()
  const popup = await openPopup(page, { provider, returnTo: '/courses' })
  const closing = popup.waitForEvent('close')
  const eventMs = await pressIn(popup, 'Continue as bia')
  const outcome = { name: 'popup', username: `${provider}_bia`, returnTo: '/courses' }
  expect(await outcomeOf(page, eventMs)).toMatchObject(outcome)
  await closing
  expect(context.pages()).toEqual([page])
  expect(page.url()).toBe(site.url)
  expect(await userOf(page)).toBe(`${provider}_bia`)
})

test('popup resolves even if the sign-in page redirects the popup to a provider that sends Cross-Origin-Opener-Policy', async () => {
  await context.clock.install()
  const page = await openPage()
  const popup = await openPopup(page)
  await pressIn(popup, `Continue with ${SEPARATING_SCHOOL}`)
  await popup.getByRole('button', { name: 'Continue as bia' }).waitFor()
  await page.clock.runFor(WATCHED_MS)
  const eventMs = (await pressIn(popup, 'Continue as bia')) + WATCHED_MS
  expect(await outcomeOf(page, eventMs)).toMatchObject({ username: `${SEPARATING_SCHOOL}_bia` })
})

test('popup rejects with cancelled and closes the popup if the user cancels the sign-in at the provider', async () => {
  const page = await openPage()
  const popup = await openPopup(page, { provider: SCHOOL })
  const closing = popup.waitForEvent('close')
  const eventMs = await pressIn(popup, 'Cancel')
  const failure = { name: 'HostedLoginError', reason: 'cancelled', error: 'access_denied' }
  expect(await outcomeOf(page, eventMs)).toMatchObject({ failure })
  await closing
  expect(await userOf(page)).toBeNull()
})

test('popup rejects with the error that the provider returned', async () => {
  const page = await openPage()
  const popup = await openPopup(page, { provider: SCHOOL })
  const eventMs = await pressIn(popup, 'Fail')
  const failure = { name: 'HostedLoginError', reason: 'pool-error', error: 'server_error' }
  expect(await outcomeOf(page, eventMs)).toMatchObject({ failure })
})

test.each([
  { provider: SCHOOL, policy: 'without Cross-Origin-Opener-Policy' },
  { provider: SEPARATING_SCHOOL, policy: 'with Cross-Origin-Opener-Policy: same-origin' },
])('popup rejects with closed if the user closes a popup that shows a provider $policy', async ({ provider }) => {
  const page = await openPage()
  const popup = await openPopup(page, { provider })
  await popup.close()
  const eventMs = Date.now()
  await setFocus(page, true)
  expect(await outcomeOf(page, eventMs)).toMatchObject({ failure: { name: 'HostedLoginError', reason: 'closed' } })
})

test('popup rejects with blocked if the browser blocks the popup', async () => {
  const page = await context.newPage()
  const eventMs = Date.now()
  await page.goto(`${site.url}?popup`)
  expect(await outcomeOf(page, eventMs)).toMatchObject({ failure: { name: 'HostedLoginError', reason: 'blocked' } })
  expect(context.pages()).toEqual([page])
})

test('complete rejects with state-mismatch and does not close the popup if the opener was closed', async () => {
  const page = await openPage()
  const popup = await openPopup(page, { provider: SCHOOL })
  await page.close()
  const eventMs = await pressIn(popup, 'Continue as bia')
  expect(await outcomeOf(popup, eventMs)).toMatchObject({ failure: { reason: 'state-mismatch' } })
  expect(popup.url()).toBe(site.callback)
  expect(await userOf(popup)).toBeNull()
})

test('redirect rejects with cancelled when the browser restores the page from its back/forward cache', async () => {
  const page = await openPage()
  await page.evaluate(`void follow('redirect', hosted.redirect())`)
  await page.waitForURL(/\/login/)
  await page.evaluate('void setTimeout(() => history.back())')
  const eventMs = Date.now()
  const failure = { name: 'HostedLoginError', reason: 'cancelled' }
  expect(await outcomeOf(page, eventMs)).toMatchObject({ name: 'redirect', failure })
})

test('after two sign-ins, the browser stores no secrets except the tokens and the used state', async () => {
  const search = startSearch(site, context)
  const page = await openPage()
  await page.evaluate('void hosted.redirect()')
  await page.getByLabel('User name').fill(ANA.username)
  await page.getByLabel('Password').fill(ANA.password)
  expect(await outcomeOf(page, await pressIn(page, 'Sign in'))).toMatchObject({ username: 'ana' })
  await search.addTokens(page)
  await page.evaluate('outcomes.length = 0')
  const popup = await openPopup(page, { provider: SCHOOL })
  expect(await outcomeOf(page, await pressIn(popup, 'Continue as bia'))).toMatchObject({ username: 'School_bia' })
  await search.addTokens(page)

  const secrets = ['access token', 'code', 'code_verifier', 'id token', 'refresh token', 'state']
  expect(search.names()).toEqual(secrets.flatMap((name) => [name, name]))
  const found = [
    'access token in localStorage of the app',
    'id token in localStorage of the app',
    'refresh token in localStorage of the app',
    'state in the history of the pool', // the address of the sign-in page contains the state, which is valid only once
  ]
  expect(await search.finds(page)).toEqual(found)

  const planted = await search.plantCode(page)
  expect(await search.finds(page)).toEqual([...found, ...planted.map((place) => `code in ${place}`)].toSorted())
})
