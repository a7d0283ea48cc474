import { expect } from '@playwright/test'
import type { Page } from 'playwright'

import { nextTotpCode, totpCode } from '../../packages/testing/src/totp.ts'
import type { Pool } from './pool.ts'
import type { Stage } from './stage.ts'
import { placesOfSecrets } from './traffic.ts'

/** Password of the users in `examples/pool.json`. */
export const PASSWORD = 'Senha-123'
const NEW_PASSWORD = 'Outra-Senha-1'
const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** Timeout for a step that normally takes a second, on a busy machine. */
const LIMIT_MS = 20_000

/** One minute more than the lifetime of the tokens. */
const LIFETIME_SECONDS = 3660

export async function refuseWrongPassword(stage: Stage): Promise<void> {
  await giveCredentials(stage, 'ana', 'Errada-123')
  await expectAlert(stage.page, /^The user name or password is wrong\.$/)
  await expect(stage.page.getByLabel('User name')).toHaveValue('ana')
}

/** Signs in, and checks that the page uses SRP. */
export async function signInBySrp(stage: Stage): Promise<void> {
  const before = stage.pool.exchanges.length
  await giveCredentials(stage, 'ana')
  await expectSignedIn(stage, 'ana')
  const operations = stage.pool.exchanges.slice(before).map(({ operation }) => operation)
  expect(operations.slice(0, 2)).toEqual(['InitiateAuth USER_SRP_AUTH', 'RespondToAuthChallenge PASSWORD_VERIFIER'])
}

export async function keepOverReload(stage: Stage): Promise<void> {
  const before = stage.pool.exchanges.length
  await stage.page.reload()
  await expectSignedIn(stage, 'ana')
  expect(stage.pool.exchanges.slice(before)).toEqual([])
}

/**
 * Reloads the page after its tokens have expired, in a pool that rotates refresh tokens without a grace period. The page
 * must refresh once, and the user must stay signed in.
 */
export async function renewAtExpiry(stage: Stage): Promise<void> {
  const { page } = stage
  const until = await page.locator('dd').nth(1).textContent()
  const before = refreshesOf(stage.pool).length
  await stage.advance(LIFETIME_SECONDS)
  await page.reload()
  await expectSignedIn(stage, 'ana')
  await expect(page.locator('dd').nth(1)).not.toHaveText(until ?? '')
  await page.waitForLoadState('networkidle')
  await expectSignedIn(stage, 'ana')
  expect(refreshesOf(stage.pool).slice(before)).toEqual([200])
}

/**
 * Sends many requests concurrently after the tokens have expired. The server must refresh once and respond to each
 * request, and the browser must have new cookies.
 */
export async function renewInParallel(stage: Stage, path: string): Promise<void> {
  const before = refreshesOf(stage.pool).length
  const sealed = async () => (await stage.context.cookies()).map(({ value }) => value).join('')
  const old = await sealed()
  await stage.advance(LIFETIME_SECONDS)
  const answers = await stage.page.evaluate(
    (path) => Promise.all(Array.from({ length: 20 }, async () => (await fetch(path)).text())),
    path,
  )
  expect(answers.filter((answer) => answer.includes('ana'))).toHaveLength(20)
  expect(await sealed()).not.toBe(old)
  expect(refreshesOf(stage.pool).slice(before)).toEqual([200])
}

/** Signs out, and checks that the service rejects the refresh token and that the tabs stay signed out after a reload. */
export async function signOutForGood(stage: Stage): Promise<void> {
  const { page, pool, context } = stage
  const other = await context.newPage()
  await other.clock.setSystemTime(stage.nowMs())
  await other.goto(stage.url)
  await expectSignedIn({ page: other }, 'ana')
  await leave(stage)

  const refreshToken = pool.exchanges.map(({ tokens }) => tokens['RefreshToken']).findLast(Boolean)
  const answer = await fetch(pool.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken',
    },
    body: JSON.stringify({ ClientId: 'web', RefreshToken: refreshToken }),
  })
  expect(await answer.text()).toContain('NotAuthorizedException')
  for (const tab of [page, other]) {
    await tab.reload()
    await expectSignedOut({ page: tab })
  }
  await other.close()
}

/** Checks that the sign-out removes the httpOnly cookies and invalidates copies of them. */
export async function endCookies(stage: Stage, path: string): Promise<void> {
  const { context, url } = stage
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name).sort()).toContain('__Host-session.0')
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  const copied = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const ask = () => fetch(new URL(path, url), { headers: { cookie: copied }, redirect: 'manual' })
  expect((await ask()).status).toBe(200)

  await signOutForGood(stage)
  await expect.poll(() => context.cookies()).toEqual([])
  expect((await ask()).status).not.toBe(200)
}

/** Clears the browser's storage, and checks that the cookies restore the session. */
export async function restoreFromCookies(stage: Stage): Promise<void> {
  await stage.page.evaluate(() => localStorage.clear())
  await stage.page.reload()
  await expectSignedIn(stage, 'ana')
}

/**
 * Checks that the search for secrets finds the tokens if the page calls the service directly. Without this check, a
 * search that finds nothing would not prove that secrets are absent.
 */
export async function keepTokensInPage(stage: Stage): Promise<void> {
  expect(await placesOfSecrets(stage, PASSWORD)).toEqual(['a request', 'an answer', 'localStorage'])
}

/**
 * Checks that bodies, URLs and storage contain no signed token, refresh token or password if a server is between the
 * page and the service.
 */
export async function keepTokensFromPage(stage: Stage): Promise<void> {
  expect(await placesOfSecrets(stage, PASSWORD)).toEqual([])
}

export async function answerWithText(stage: Stage): Promise<void> {
  const { page, pool } = stage
  await giveCredentials(stage, 'caio')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await giveCode(page, '000000')
  await expectAlert(page, /^This code is wrong/)
  await giveCode(page, pool.emulator.outbox.at(-1)?.code ?? '')
  await expectSignedIn(stage, 'caio')
  await leave(stage)
}

export async function answerWithAuthenticator(stage: Stage): Promise<void> {
  await giveCredentials(stage, 'davi')
  await stage.page.getByLabel('Code from your authenticator app').waitFor()
  await giveCode(stage.page, await totpCode(TOTP_SECRET, stage.nowMs()))
  await expectSignedIn(stage, 'davi')
  await leave(stage)
}

export async function chooseNewPassword(stage: Stage): Promise<void> {
  const { page } = stage
  await giveCredentials(stage, 'bia')
  for (const password of ['curta', NEW_PASSWORD]) {
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    if (password === 'curta') await expectAlert(page, /password/i)
  }
  await expectSignedIn(stage, 'bia')
  await leave(stage)
}

/** Sets up an authenticator app, in a pool that requires a second factor. */
export async function setUpAuthenticator(stage: Stage): Promise<void> {
  const { page } = stage
  await giveCredentials(stage, 'ana')
  const secret = (await page.locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/)
  await expect(page.getByRole('link')).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${secret}`))
  await giveCode(page, '000000')
  await expectAlert(page, /^This code is wrong/)
  await giveCode(page, await nextTotpCode(secret, stage.nowMs()))
  await expectSignedIn(stage, 'ana')
  await leave(stage)
}

async function giveCredentials({ page, url }: Stage, username: string, password = PASSWORD): Promise<void> {
  await page.goto(url)
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs out. The page signs the user out immediately, and the service ends the session a moment later. */
async function leave(stage: Stage): Promise<void> {
  const { page, pool } = stage
  const before = pool.exchanges.length
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectSignedOut(stage)
  const revocations = () => pool.exchanges.slice(before).filter(({ operation }) => operation === 'RevokeToken')
  await expect.poll(() => revocations().map(({ status }) => status), { timeout: LIMIT_MS }).toEqual([200])
}

export async function expectSignedIn({ page }: { page: Page }, username: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `Hello, ${username}` })).toBeVisible({ timeout: LIMIT_MS })
}

export async function expectSignedOut({ page }: { page: Page }): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: LIMIT_MS })
}

export async function expectAlert(page: Page, text: RegExp): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible({ timeout: LIMIT_MS })
}

/** Returns the statuses of all refresh requests so far. */
function refreshesOf({ exchanges }: Pool): number[] {
  return exchanges.filter(({ operation }) => operation === 'GetTokensFromRefreshToken').map(({ status }) => status)
}
