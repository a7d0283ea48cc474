import { ANA } from '@cognito-srp/testing/user-pools'
import type { Page } from 'playwright'

import type * as Library from '../../src/index.ts'
import type { Site } from './site.ts'

/** What the page of the site makes global. */
declare global {
  var cognito: typeof Library
  var client: Library.CognitoClient
  var events: Library.AuthEvent[]
  var aheadMs: number
}

const TOKEN_LIFETIME_SECONDS = 3600

export const REQUEST = { username: ANA.username, password: ANA.password }

/** Opens the site in another tab of the same browser. */
export async function openPage(site: Site): Promise<Page> {
  const page = await site.context.newPage()
  await page.goto(site.url)
  await page.waitForFunction(() => globalThis.events !== undefined)
  return page
}

/** Signs in at a page; the name of the step that this leads to. */
export function signInAt(page: Page): Promise<string> {
  return page.evaluate(async (request) => (await cognito.signIn(client, request)).name, REQUEST)
}

/**
 * Lets the tokens expire over and over, each time asking for a session three times at once in every tab.
 *
 * @returns for each expiry, how many refresh tokens the tabs got that none had before: a rotating pool gives one per refresh
 */
export async function refreshesPerExpiry(site: Site, pages: readonly Page[], expiries: number): Promise<number[]> {
  const counts: number[] = []
  const seen = new Set([await pages[0]?.evaluate(async () => (await cognito.getSession(client)).refreshToken)])
  for (let expiry = 1; expiry <= expiries; expiry += 1) {
    site.emulator.clock.advance(TOKEN_LIFETIME_SECONDS)
    const refreshes = pages.map((page) =>
      page.evaluate(
        async (aheadMs) => {
          globalThis.aheadMs = aheadMs
          const sessions = await Promise.all([1, 2, 3].map(() => cognito.getSession(client)))
          return sessions.map(({ refreshToken }) => refreshToken)
        },
        expiry * TOKEN_LIFETIME_SECONDS * 1000,
      ),
    )
    const before = seen.size
    for (const refreshToken of (await Promise.all(refreshes)).flat()) seen.add(refreshToken)
    counts.push(seen.size - before)
  }
  return counts
}
