import { expect } from '@playwright/test'
import type { BrowserContext, Page } from 'playwright'

import type { Pool } from './pool.ts'

/** All that a browser has sent and been answered, in the form of texts with the place that they stood at. */
export type Traffic = { texts(): Promise<Found[]> }
export type Found = { place: string; text: string }

export function watchTraffic(context: BrowserContext): Traffic {
  const texts: Promise<Found>[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    texts.push(Promise.resolve({ place: 'an address', text: request.url() }))
    texts.push(Promise.resolve({ place: `a request to ${pathname}`, text: request.postData() ?? '' }))
  })
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const body = response.text().catch(() => '') // a redirect has none
    texts.push(body.then((text) => ({ place: `an answer of ${pathname}`, text })))
  })
  return { texts: () => Promise.all(texts) }
}

/** What scripts of the page can read. */
async function readStorage(page: Page): Promise<Found> {
  const text = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      databases,
      document.documentElement.outerHTML,
    ])
  })
  return { place: 'the storage', text }
}

/**
 * Nothing that a script can read or send is of use elsewhere: no token's signature, no refresh token, no password.
 *
 * @throws Error that names the place
 */
export async function expectNoSecrets(
  traffic: Traffic,
  page: Page,
  pool: Pool,
  passwords: readonly string[],
): Promise<void> {
  const given = pool.exchanges.flatMap(({ tokens }) => Object.values(tokens))
  const secrets = given.map((token) =>
    token.split('.').length === 3 ? token.slice(token.lastIndexOf('.') + 1) : token,
  )
  expect(secrets.length).toBeGreaterThan(2)
  const found = [...(await traffic.texts()), await readStorage(page)]
  expect(found.length).toBeGreaterThan(10)
  const leaks = found.filter(({ text }) => [...secrets, ...passwords].some((secret) => text.includes(secret)))
  expect(leaks.map(({ place }) => place)).toEqual([])
}
