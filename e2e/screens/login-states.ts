import type { Page } from '@playwright/test'

import { configureApp, resetApp } from '../app-configuration.ts'
import { fillLogin } from '../student.ts'
import type { Account } from '../user-pool.ts'
import type { ScreenState } from './stage.ts'

/** Opens the login form; the tab would go on with the challenge of the state before. */
async function openLogin(page: Page): Promise<void> {
  await page.goto('/login')
  const restart = page.getByRole('button', { name: 'Começar de novo' })
  const field = page.getByLabel('Email')
  await field.or(restart).waitFor()
  if (await restart.isVisible()) await restart.click()
  await field.waitFor()
}

async function logIn(page: Page, account: Account): Promise<void> {
  await openLogin(page)
  await fillLogin(page, account)
}

/**
 * The login screen and the challenges that a pool may ask for there. The other configuration comes first: from the
 * second visit on the service worker answers for the app's files.
 */
export const LOGIN_STATES: readonly ScreenState[] = [
  {
    name: 'login-authenticator',
    show: async ({ page, pool }) => {
      const strictPool = await pool.createStrictPool()
      const { userPoolId, clientId } = strictPool.ids
      await configureApp(page, { VITE_USER_POOL_ID: userPoolId, VITE_CLIENT_ID: clientId })
      await logIn(page, await strictPool.createStudent())
      await page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor()
      await resetApp(page)
    },
  },
  {
    name: 'login',
    show: async ({ page }) => openLogin(page),
  },
  {
    name: 'login-error',
    show: async ({ page, account }) => {
      await fillLogin(page, { ...account, password: 'senha-errada' })
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'login-new-password',
    show: async ({ page, pool }) => {
      await logIn(page, await pool.inviteStudent())
      await page.getByRole('heading', { name: 'Escolha uma nova senha' }).waitFor()
    },
  },
  {
    name: 'login-code',
    show: async ({ page, pool }) => {
      const account = await pool.createStudent()
      await pool.requireFactor(account, 'EmailMfaSettings')
      await logIn(page, account)
      await page.getByRole('heading', { name: 'Confirme que é você' }).waitFor()
    },
  },
  {
    name: 'login-choice',
    show: async ({ page, pool }) => {
      const account = await pool.createStudent({ phone_number: '+5511987654321', phone_number_verified: 'true' })
      await pool.requireFactor(account, 'EmailMfaSettings', 'SMSMfaSettings')
      await logIn(page, account)
      await page.getByRole('heading', { name: 'Como você quer confirmar que é você?' }).waitFor()
    },
  },
]
