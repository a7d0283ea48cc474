import { ANA } from '@cognito-srp/testing/user-pools'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import type * as Library from '../../src/index.ts'
import { openPage, type Page } from './pages.ts'
import { startSite, type Site } from './site.ts'

declare global {
  var accountClient: Library.CognitoClient
  var heard: Library.AuthEvent[]
}

const HOUR_SECONDS = 3600
const BIA = { username: 'bia', password: ANA.password }
let site: Site
const pages: Page[] = []

/**
 * Without a grace period, each refresh token works only once, so a client that loses the new token is signed out at the next
 * refresh.
 */
beforeAll(async () => {
  const clients = [{ id: 'web', refreshTokenRotation: { graceSeconds: 0 } }]
  site = await startSite({ clients, users: [ANA, BIA] })
}, 60_000)
afterAll(() => site.close())
afterEach(async () => {
  await pages[0]?.evaluate(() => localStorage.clear())
  await Promise.all(pages.splice(0).map((page) => page.close()))
})

async function openTab(accounts: Library.Accounts): Promise<Page> {
  const page = await openPage(site)
  await start(page, accounts)
  pages.push(page)
  return page
}

/** Creates the client of a page and adds a listener, as a program does at startup. */
async function start(page: Page, accounts: Library.Accounts): Promise<void> {
  await page.evaluate((accounts) => {
    globalThis.accountClient = cognito.createCognitoClient({
      userPoolId: 'local_Pool1',
      clientId: 'web',
      endpoint: '/cognito-idp/',
      accounts,
      now: () => Date.now() + globalThis.aheadMs,
    })
    globalThis.heard = []
    cognito.onAuthChange(accountClient, (event) => globalThis.heard.push(event))
  }, accounts)
}

function signInAs(page: Page, { username, password }: { username: string; password: string }): Promise<string> {
  return page.evaluate(async (request) => (await cognito.signIn(accountClient, request)).name, { username, password })
}

const choose = (page: Page, name: string) => page.evaluate((name) => cognito.switchAccount(accountClient, name), name)
const userOf = (page: Page) => page.evaluate(async () => (await cognito.getUser(accountClient)).username)
const presentIn = (page: Page) => page.evaluate(() => cognito.currentUsername(accountClient))
const listedIn = (page: Page) => page.evaluate(() => cognito.listAccounts(accountClient))
const lastHeardIn = (page: Page, count: number) => page.evaluate((count) => globalThis.heard.slice(-count), count)

test('signing in as another user in one tab replaces the first user in all tabs and removes that user’s tokens and user data', async () => {
  const [one, other] = [await openTab('one'), await openTab('one')]
  await signInAs(one, ANA)
  await vi.waitFor(async () => expect(await presentIn(other)).toBe('ana'))
  await userOf(one)
  await signInAs(other, BIA)
  const expected = [
    { type: 'signedOut', username: 'ana', reason: 'elsewhere' },
    { type: 'signedIn', username: 'bia' },
  ]
  await vi.waitFor(async () => expect(await lastHeardIn(one, 2)).toEqual(expected))
  expect(await lastHeardIn(other, 2)).toEqual([{ ...expected[0], reason: 'replaced' }, expected[1]])
  const items = () => one.evaluate(() => JSON.stringify(localStorage))
  await vi.waitFor(async () => expect(await items()).not.toContain('.ana.'))
  expect(await userOf(one)).toBe('bia')
})

test('with many accounts, the current user is the same in all tabs and after reloads, and each user’s tokens are renewed separately', async () => {
  const [one, other] = [await openTab('many'), await openTab('many')]
  await signInAs(one, ANA)
  await signInAs(one, BIA)
  await vi.waitFor(async () => expect(await listedIn(other)).toEqual(['ana', 'bia']))
  await choose(other, 'ana')
  await vi.waitFor(async () => expect(await lastHeardIn(one, 1)).toEqual([{ type: 'signedIn', username: 'ana' }]))
  expect(await userOf(one)).toBe('ana')

  for (const [expiry, username] of ['bia', 'ana', 'bia', 'ana'].entries()) {
    site.emulator.clock.advance(HOUR_SECONDS)
    const aheadMs = (expiry + 1) * HOUR_SECONDS * 1000
    for (const page of [one, other]) await page.evaluate((aheadMs) => void (globalThis.aheadMs = aheadMs), aheadMs)
    await choose(one, username)
    await vi.waitFor(async () => expect(await presentIn(other)).toBe(username))
    expect(await Promise.all([userOf(one), userOf(other)])).toEqual([username, username])
  }

  await one.reload()
  await vi.waitFor(() => one.evaluate(() => globalThis.events.length))
  await start(one, 'many')
  expect(await presentIn(one)).toBe('ana')
  await one.evaluate(() => cognito.signOut(accountClient))
  const gone = { type: 'signedOut', username: 'ana', reason: 'elsewhere' }
  await vi.waitFor(async () => expect(await lastHeardIn(other, 1)).toEqual([gone]))
  expect(await presentIn(other)).toBeNull()
  expect(await listedIn(other)).toEqual(['bia'])
  await choose(other, 'bia')
  await vi.waitFor(async () => expect(await lastHeardIn(one, 1)).toEqual([{ type: 'signedIn', username: 'bia' }]))
  expect(await userOf(other)).toBe('bia')
})

test('if another host of the domain planted a cookie, getSession and signOut reject with a StorageError, and signOut removes the cookie', async () => {
  const page = await openPage({ ...site, url: site.url.replace('localhost', 'app.revisa.localhost') })
  pages.push(page)
  const { username, password } = ANA
  const result = await page.evaluate(
    async (request) => {
      const storage = cognito.cookieStorage()
      const client = cognito.createCognitoClient({ ...globalThis.client, storage })
      await cognito.signIn(client, request)
      document.cookie = 'CognitoIdentityServiceProvider.web.LastAuthUser=eve; path=/; domain=revisa.localhost'
      const codeOf = (call: Promise<unknown>) => call.then(String, (error: Library.CognitoError) => error.code)
      const codes = [await codeOf(cognito.getSession(client)), await codeOf(cognito.signOut(client))]
      return { codes, left: document.cookie }
    },
    { username, password },
  )
  expect(result).toEqual({ codes: ['StorageError', 'StorageError'], left: '' })
})
