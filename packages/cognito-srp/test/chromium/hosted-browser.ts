import { chromiumLaunch } from '@cognito-srp/testing/chromium'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { expect, vi } from 'vitest'

import type { HostedSite } from '../browser/hosted-site.ts'
import { SETTLE_LIMIT_MS, type Outcome } from '../browser/hosted-tab.ts'

/** Command-line flags with which Playwright disables features that users' browsers have. */
const USUAL_FUNCTIONS = ['--disable-popup-blocking', '--disable-back-forward-cache']

const POLL = { interval: 20, timeout: 20_000 }

/** Launches Chromium with its popup blocker and its back/forward cache. */
export function launchUsualChromium(): Promise<Browser> {
  return chromium.launch({ ...chromiumLaunch(), ignoreDefaultArgs: USUAL_FUNCTIONS })
}

/** Opens the app in a new tab. */
export async function openApp(site: HostedSite, context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(site.url)
  await page.waitForFunction('globalThis.hosted')
  return page
}

/**
 * Sets the return value of `document.hasFocus`, because all windows of a headless Chromium have the focus at the same time.
 * Dispatches a `focus` or `blur` event in the page.
 */
export async function setFocus(page: Page, hasFocus: boolean): Promise<void> {
  await page.evaluate((hasFocus) => {
    document.hasFocus = () => hasFocus
    dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'))
  }, hasFocus)
}

/** Simulates a loss of focus, and clicks the page to start a sign-in in a popup. Waits until the popup shows the hosted pages. */
export async function openPopup(page: Page, options: object = {}): Promise<Page> {
  const open = `follow('popup', hosted.popup(${JSON.stringify(options)}))`
  await setFocus(page, false)
  await page.evaluate(`addEventListener('click', () => void ${open}, { once: true })`)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.mouse.click(1, 1)])
  await popup.getByRole('heading').waitFor()
  return popup
}

/**
 * Returns the result of the page's only `complete`, `popup` or `redirect` call. Fails if the call settled more than
 * `SETTLE_LIMIT_MS` after `eventMs`.
 */
export async function outcomeOf(page: Page, eventMs: number): Promise<Outcome> {
  // Playwright's functions wait for the load event, which does not fire when a page is restored from the
  // back/forward cache.
  const outcome = await vi.waitFor(async () => {
    const [outcome] = await page.evaluate<Outcome[]>('globalThis.outcomes ?? []')
    return outcome ?? Promise.reject(new Error('The call has not settled.'))
  }, POLL)
  expect(outcome.atMs - eventMs).toBeLessThan(SETTLE_LIMIT_MS)
  return outcome
}
