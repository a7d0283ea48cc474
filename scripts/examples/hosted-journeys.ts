import { expect } from '@playwright/test'
import type { Page } from 'playwright'

import { findSecrets, whatScriptsRead } from '../../packages/testing/src/secrets.ts'
import { expectAlert, expectSignedIn, expectSignedOut, PASSWORD } from './journeys.ts'
import type { Stage } from './stage.ts'

/** User of the test provider in `examples/hosted-login/pool.json`. */
const BIA = 'School_bia'

export async function cancelAtProvider(stage: Stage): Promise<void> {
  await openProvider(stage)
  await stage.page.getByRole('button', { name: 'Cancel' }).click()
  await expectAlert(stage.page, /^You cancelled the sign-in\.$/)
  await expectSignedOut(stage)
}

export async function signInAtProvider(stage: Stage): Promise<void> {
  await openProvider(stage)
  await stage.page.getByRole('button', { name: 'Continue as bia' }).click()
  await expectSignedIn(stage, BIA)
}

/** Signs in with a password, and checks that the page's address no longer contains the code. */
export async function signInByRedirect(stage: Stage): Promise<void> {
  const { page, url } = stage
  await page.goto(url)
  await startSignIn(page, 'Sign in')
  await signInOnPages(page)
  await expectSignedIn(stage, 'ana')
  expect(page.url()).toBe(`${url}/`)
}

export async function signInInPopup(stage: Stage): Promise<void> {
  const { page, url, context } = stage
  await page.goto(url)
  const opening = page.waitForEvent('popup')
  await startSignIn(page, 'Sign in in a popup')
  const popup = await opening
  const closing = popup.waitForEvent('close')
  await signInOnPages(popup)
  await expectSignedIn(stage, 'ana')
  await closing
  expect(context.pages()).toEqual([page])
}

/** Signs out, and checks that the hosted pages ask for the password again. */
export async function signOutOfPages(stage: Stage): Promise<void> {
  const { page, url } = stage
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectSignedOut(stage)
  await startSignIn(page, 'Sign in')
  await page.getByLabel('Password').waitFor()
  await page.goto(url)
  await expectSignedOut(stage)
}

/** Checks that scripts can read neither a signed token nor a cookie. */
export async function keepTokensOnServer({ page, context, traffic, url }: Stage): Promise<void> {
  const shown = { place: 'the page', text: await page.content() }
  const sights = [...(await traffic.sights()), ...(await page.evaluate(whatScriptsRead)), shown]
  expect(findSecrets(sights, [])).toEqual([]) // also finds every signed token
  const cookies = await context.cookies(url)
  expect(cookies.map(({ name }) => name)).toContain('__Host-session.0')
  expect(cookies.filter(({ httpOnly }) => !httpOnly)).toEqual([])
}

async function openProvider({ page, url }: Stage): Promise<void> {
  await page.goto(url)
  await startSignIn(page, 'Continue with School')
}

/** Clicks the button or link with the given name. Server-rendered pages have links instead of buttons. */
async function startSignIn(page: Page, name: string): Promise<void> {
  const control = page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }))
  await control.click()
}

async function signInOnPages(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('ana')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
