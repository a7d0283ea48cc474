import { ANA } from '@cognito-srp/testing/user-pools'
import type { Tab } from '@cognito-srp/testing/engines/engine'

import type * as Library from '../../src/index.ts'
import type { Site } from './site.ts'

/** Globals of the site's page. */
declare global {
  var cognito: typeof Library
  var client: Library.CognitoClient
  var events: Library.AuthEvent[]
  var aheadMs: number
  var calls: Record<number, Promise<unknown>>
}

/** Browser tab that shows the site, in any engine. */
export type Page = {
  /**
   * Runs a function in the page and returns its result, converted with JSON. The function cannot use variables from outside its
   * body. Functions in different tabs of a browser run in parallel.
   */
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>
  evaluate<Argument, Result>(run: (argument: Argument) => Result | Promise<Result>, argument: Argument): Promise<Result>
  reload(): Promise<void>
  /** Adds an authenticator for passkeys to the page. Only Chromium supports this. */
  addAuthenticator(): Promise<void>
  close(): Promise<void>
}

const TOKEN_LIFETIME_SECONDS = 3600

export const REQUEST = { username: ANA.username, password: ANA.password }

/** Opens the site in a new tab of the same browser. */
export async function openPage(site: Site): Promise<Page> {
  const tab = await site.profile.openTab()
  await tab.open(site.url)
  await isReady(tab)
  return {
    evaluate: <Argument, Result>(run: (argument: Argument) => Result | Promise<Result>, argument?: Argument) =>
      evaluateIn<Result>(tab, `(${run.toString()})(${JSON.stringify(argument)})`),
    async reload() {
      await tab.reload()
      await isReady(tab)
    },
    async addAuthenticator() {
      if (!tab.addAuthenticator) throw new Error(`${site.engine.name} does not support authenticators.`)
      await tab.addAuthenticator()
    },
    close: () => tab.close(),
  }
}

let calls = 0

/**
 * Starts the work with one command and waits for its result with another command. A driver that serves one tab at a time
 * therefore does not block the other tabs, and a repeated command does not start the work twice.
 */
async function evaluateIn<Result>(tab: Tab, expression: string): Promise<Result> {
  calls += 1
  const call = `(globalThis.calls ??= {})[${calls}]`
  await tab.evaluate(`void (${call} ??= Promise.resolve().then(() => ${expression}))`)
  return (await tab.evaluate(call)) as Result
}

/** Waits until the page's module has run. */
function isReady(tab: Tab): Promise<unknown> {
  const look = 'globalThis.events ? done() : setTimeout(look, 10)'
  return tab.evaluate(`new Promise((done) => { const look = () => ${look}; look() })`)
}

/** Signs in on a page and returns the name of the resulting step. */
export function signInAt(page: Page): Promise<string> {
  return page.evaluate(async (request) => (await cognito.signIn(client, request)).name, REQUEST)
}

/**
 * Lets the tokens expire several times. After each expiry, every tab gets the session three times in parallel.
 *
 * @returns the number of new refresh tokens across all tabs, for each expiry. A pool that rotates refresh tokens issues a new
 *   refresh token for each refresh.
 */
export async function refreshesPerExpiry(site: Site, pages: readonly Page[], expiries: number): Promise<number[]> {
  await Promise.all(pages.map(knowsWhoIsSignedIn))
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

/** Waits until the page has noticed a sign-in, which can take a moment in a tab that runs in another process. */
function knowsWhoIsSignedIn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    while ((await cognito.currentUsername(client)) === null) await new Promise((again) => setTimeout(again, 10))
  })
}
