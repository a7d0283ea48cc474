import type { Profile, Tab } from '@cognito-srp/testing/engines/engine'
import { ANA } from '@cognito-srp/testing/user-pools'
import { expect, vi } from 'vitest'

import type { HostedLoginErrorReason } from '../../src/index.ts'
import type { HostedSite } from './hosted-site.ts'

/** Result of a `complete`, `popup` or `redirect` call in the app's page. */
export type Outcome = {
  name: 'complete' | 'popup' | 'redirect'
  username?: string
  returnTo?: string
  failure?: { name: string; code: string; reason?: HostedLoginErrorReason; error?: string }
  atMs: number
}

/**
 * Maximum time between an event and the result of a call, in milliseconds. The long test `engines` sets a maximum of two
 * seconds.
 */
export const SETTLE_LIMIT_MS = Number(process.env['SETTLE_LIMIT_MS'] ?? 15_000)

/** Browser tab that shows the app or the hosted pages. */
export type HostedTab = {
  tab: Tab
  /** Time of the last event that the test triggered. */
  eventMs: number
}

/** Opens the app in a new tab. */
export async function openApp(site: HostedSite, profile: Profile): Promise<HostedTab> {
  const tab = await profile.openTab()
  await tab.open(site.url)
  await until(tab, 'globalThis.hosted !== undefined')
  return { tab, eventMs: Date.now() }
}

/** Redirects the tab from the app to the hosted pages, and waits for a form. */
export async function leave({ tab }: HostedTab, options: object = {}): Promise<void> {
  await tab.evaluate(`void follow('redirect', hosted.redirect(${JSON.stringify(options)}))`)
  await until(tab, `location.pathname !== '/' && document.querySelector('form') !== null`)
}

/** Clicks a button on the hosted pages. */
export async function press(page: HostedTab, label: string): Promise<void> {
  page.eventMs = Date.now()
  const find = `[...document.querySelectorAll('button')].find((button) => button.textContent.trim() === '${label}')`
  await page.tab.evaluate(`void setTimeout((button) => button.click(), 0, ${find})`)
}

/** Signs Ana in on the pool's sign-in page. */
export async function signInAsAna(page: HostedTab): Promise<void> {
  const { username, password } = ANA
  await page.tab.evaluate(`void Object.entries(${JSON.stringify({ username, password })}).forEach(([name, value]) => {
    document.querySelector('input[name=' + name + ']').value = value
  })`)
  await press(page, 'Sign in')
}

/** Opens an address as if the hosted pages had redirected to it. */
export async function openAnswer(page: HostedTab, address: string): Promise<void> {
  page.eventMs = Date.now()
  await page.tab.open(address)
}

/**
 * Returns the result of `complete` on the callback page. Fails if the call settles more than `SETTLE_LIMIT_MS` after the last event.
 */
export async function completed({ tab, eventMs }: HostedTab): Promise<Outcome> {
  await until(tab, `location.pathname === '/callback' && globalThis.outcomes?.length === 1`)
  const outcome = (await tab.evaluate('outcomes[0]')) as Outcome
  expect(outcome.atMs - eventMs).toBeLessThan(SETTLE_LIMIT_MS)
  return outcome
}

/** Returns the name of the signed-in user, or null. */
export function signedInUser({ tab }: HostedTab): Promise<unknown> {
  return tab.evaluate('cognito.currentUsername(client)')
}

/** Waits until an expression is true in a tab, even if the tab opens another page in the meantime. */
export async function until(tab: Tab, expression: string): Promise<void> {
  await vi.waitFor(async () => expect(await tab.evaluate(expression)).toBe(true), { interval: 20, timeout: 20_000 })
}
