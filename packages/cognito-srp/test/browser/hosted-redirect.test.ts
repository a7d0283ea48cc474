import { CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'
import type { Engine, Profile } from '@cognito-srp/testing/engines/engine'
import { ENGINES } from '@cognito-srp/testing/engines/engines'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { TokensToAdopt } from '../../src/index.ts'
import { createSessionHandler } from '../../src/server/index.ts'
import { SCHOOL, startHostedSite, type HostedSite } from './hosted-site.ts'
import {
  completed,
  leave,
  openAnswer,
  openApp,
  press,
  signedInUser,
  signInAsAna,
  until,
  type HostedTab,
} from './hosted-tab.ts'
import { ENGINE_NAME } from './site.ts'

const BIA = 'School_bia'
/** One second longer than the lifetime of a pending sign-in. */
const EXPIRED_MS = 601_000
let site: HostedSite
let engine: Engine
let profile: Profile

beforeAll(async () => {
  site = await startHostedSite()
  engine = await ENGINES[ENGINE_NAME]()
}, 60_000)
beforeEach(async () => {
  profile = await openProfile()
})
afterEach(() => profile.close())
afterAll(async () => {
  await engine.close()
  await site.close()
})

/** Opens a browser profile with an additional tab, because WebKit ends the session when the last window closes. */
async function openProfile(): Promise<Profile> {
  const opened = await engine.openProfile()
  await opened.openTab()
  return opened
}

/** Opens the app in a new tab, and signs Bia in at the test identity provider. */
async function signInAsBia(returnTo?: string): Promise<HostedTab> {
  const page = await openApp(site, profile)
  await leave(page, { provider: SCHOOL, returnTo })
  await press(page, 'Continue as bia')
  return page
}

const lastAnswer = () => new URL(site.answers.at(-1) ?? '').searchParams

/** Signs in with another browser, but leaves the authorization code unused. Returns the callback address that contains the code. */
async function answerOfOtherBrowser(): Promise<string> {
  const other = await openProfile()
  try {
    const page = await openApp(site, other)
    await leave(page, { provider: SCHOOL })
    site.isEmpty = true
    const before = site.answers.length
    await press(page, 'Continue as bia')
    await expect.poll(() => site.answers.length).toBe(before + 1)
    return site.answers[before] ?? ''
  } finally {
    site.isEmpty = false
    await other.close()
  }
}

/** Changes a parameter in the sign-in page's address, as an attacker could. */
async function replaceOnSignInPage({ tab }: HostedTab, name: 'state' | 'nonce'): Promise<void> {
  const url = new URL((await tab.evaluate('location.href')) as string)
  expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  url.searchParams.set(name, 'x'.repeat(43))
  await tab.open(url.href)
}

test('after a sign-in at an identity provider, the page’s address contains no code, and the user stays signed in after a reload', async () => {
  const page = await signInAsBia('/courses?level=1')
  expect(await completed(page)).toMatchObject({ name: 'complete', username: BIA, returnTo: '/courses?level=1' })
  expect(await page.tab.evaluate('location.href')).toBe(site.callback)
  page.eventMs = Date.now()
  await page.tab.reload()
  expect(await completed(page)).toMatchObject({ name: 'complete' })
  expect(await page.tab.evaluate('outcomes[0].failure ?? outcomes[0].username ?? null')).toBeNull()
  expect(await signedInUser(page)).toBe(BIA)
})

test('if the user cancels at the identity provider, complete rejects with the reason cancelled and the user stays signed out', async () => {
  const page = await openApp(site, profile)
  await leave(page, { provider: SCHOOL })
  await press(page, 'Cancel')
  const failure = { name: 'HostedLoginError', reason: 'cancelled', error: 'access_denied' }
  expect(await completed(page)).toMatchObject({ failure })
  expect(await page.tab.evaluate('location.href')).toBe(site.callback)
  expect(await signedInUser(page)).toBeNull()
})

test('complete rejects with the reason state-mismatch if the authorization response contains a different state', async () => {
  const page = await openApp(site, profile)
  await leave(page)
  await replaceOnSignInPage(page, 'state')
  await signInAsAna(page)
  expect(await completed(page)).toMatchObject({ failure: { name: 'HostedLoginError', reason: 'state-mismatch' } })
  expect(lastAnswer().get('state')).toBe('x'.repeat(43))
  expect(await signedInUser(page)).toBeNull()
})

test('complete rejects with the reason nonce-mismatch if the id token contains a different nonce', async () => {
  const page = await openApp(site, profile)
  await leave(page)
  await replaceOnSignInPage(page, 'nonce')
  await signInAsAna(page)
  expect(await completed(page)).toMatchObject({ failure: { name: 'HostedLoginError', reason: 'nonce-mismatch' } })
  expect(await signedInUser(page)).toBeNull()
})

test.each([
  { event: 'the provider fails', button: 'Fail', answer: undefined, error: 'server_error' },
  {
    event: 'the provider’s signature is invalid',
    button: 'Continue as bia',
    answer: 'bad-signature',
    error: 'invalid_request',
  },
] as const)(
  'complete rejects with the reason pool-error and the error $error if $event',
  async ({ button, answer, error }) => {
    const page = await openApp(site, profile)
    await leave(page, { provider: SCHOOL })
    if (answer) site.emulator.providerAnswers.order({ provider: SCHOOL, times: 1, answer })
    await press(page, button)
    expect(await completed(page)).toMatchObject({ failure: { name: 'HostedLoginError', reason: 'pool-error', error } })
    expect(await signedInUser(page)).toBeNull()
  },
)

test('after a redirect with prompt=none, complete rejects with the error login_required if no user is signed in on the hosted pages', async () => {
  const page = await openApp(site, profile)
  page.eventMs = Date.now()
  await page.tab.evaluate(`void hosted.redirect({ prompt: 'none' })`)
  expect(await completed(page)).toMatchObject({ failure: { reason: 'pool-error', error: 'login_required' } })
})

test('complete rejects a code that was already used, and the user stays signed in', async () => {
  const page = await signInAsBia()
  expect(await completed(page)).toMatchObject({ username: BIA })
  const answer = site.answers.at(-1) ?? ''
  await openAnswer(page, answer)
  expect(await completed(page)).toMatchObject({ failure: { reason: 'state-mismatch' } })
  expect(await page.tab.evaluate('location.href')).toBe(site.callback)
  expect(await signedInUser(page)).toBe(BIA)
})

test('complete rejects a code from another browser, even if the response contains this browser’s state', async () => {
  const page = await openApp(site, profile)
  const answer = new URL(await answerOfOtherBrowser())
  await openAnswer(page, answer.href)
  expect(await completed(page)).toMatchObject({ failure: { reason: 'state-mismatch' } })
  await page.tab.open(site.url)
  await leave(page)
  const state = await page.tab.evaluate(`new URL(location.href).searchParams.get('state')`)
  answer.searchParams.set('state', String(state))
  await openAnswer(page, answer.href)
  expect(await completed(page)).toMatchObject({ failure: { reason: 'code-rejected', error: 'invalid_grant' } })
  expect(await signedInUser(page)).toBeNull()
})

test('complete rejects with the reason timeout if the callback page opens after the sign-in has expired', async () => {
  const page = await openApp(site, profile)
  await leave(page, { provider: SCHOOL })
  const other = await openApp(site, profile)
  await other.tab.evaluate(`localStorage.setItem('aheadMs', ${EXPIRED_MS})`)
  await press(page, 'Continue as bia')
  expect(await completed(page)).toMatchObject({ failure: { reason: 'timeout' } })
  expect(await signedInUser(page)).toBeNull()
})

test('if the user goes back to the hosted pages and signs in again, complete rejects the second sign-in and the user stays signed in', async () => {
  const page = await openApp(site, profile)
  await leave(page)
  await signInAsAna(page)
  expect(await completed(page)).toMatchObject({ username: 'ana' })
  await until(page.tab, `document.readyState === 'complete'`)
  await page.tab.evaluate('void setTimeout(() => history.back())')
  await until(page.tab, `document.querySelector('input[name=password]') !== null`)
  await signInAsAna(page)
  expect(await completed(page)).toMatchObject({ failure: { reason: 'state-mismatch' } })
  expect(await signedInUser(page)).toBe('ana')
})

test('if two tabs sign in at the same time, each tab receives the session of its own sign-in', async () => {
  const [one, other] = [await openApp(site, profile), await openApp(site, profile)]
  await leave(one, { provider: SCHOOL }) // sets the cookie against forged requests, which both tabs use
  await leave(other, { prompt: 'login' })
  await Promise.all([press(one, 'Continue as bia'), signInAsAna(other)])
  const outcomes = await Promise.all([completed(one), completed(other)])
  expect(outcomes.map(({ username }) => username)).toEqual([BIA, 'ana'])
  const current = await signedInUser(one)
  expect(outcomes.map(({ username }) => username)).toContain(current)
  await expect.poll(() => signedInUser(other)).toBe(current)
})

test('identity-js and a server can read the tokens that the client renews after a hosted login', async () => {
  const page = await signInAsBia()
  await completed(page)
  const read = `({ accessToken, idToken, refreshToken }) => ({ accessToken: accessToken.jwt, idToken: idToken.jwt, refreshToken })`
  const before = (await page.tab.evaluate(`cognito.getSession(client).then(${read})`)) as TokensToAdopt
  const renewal = `cognito.getSession(client, { forceRefresh: true }).then(${read})`
  const tokens = (await page.tab.evaluate(renewal)) as TokensToAdopt
  expect(tokens.accessToken).not.toBe(before.accessToken)
  expect(await page.tab.evaluate('cognito.getUser(client).then(({ username }) => username)')).toBe(BIA)
  expect(await page.tab.evaluate('identityJsUser()')).toBe(BIA)
  const handler = createSessionHandler({ userPoolId: POOL_ID, clientId: CLIENT_ID, secret: 'x'.repeat(32) })
  const { setCookies } = await handler.createSession(tokens)
  const cookie = setCookies.map((line) => line.split(';')[0]).join('; ')
  expect(await handler.readSession({ headers: { cookie } })).toMatchObject({ username: BIA })
})

test('a sign-out in one tab signs the user out in other tabs and on the hosted pages', async () => {
  const page = await signInAsBia()
  await completed(page)
  const other = await openApp(site, profile)
  expect(await signedInUser(other)).toBe(BIA)
  await page.tab.evaluate(`void hosted.signOut({ scope: 'revoke' })`)
  await until(page.tab, `location.href === '${site.url}' && globalThis.hosted !== undefined`)
  await expect.poll(() => signedInUser(other)).toBeNull()
  await leave(page)
  await until(page.tab, `document.querySelector('input[name=password]') !== null`)
})
