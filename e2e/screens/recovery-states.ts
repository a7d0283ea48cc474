import type { Page } from '@playwright/test'

import { fillLogin } from '../student.ts'
import type { Account } from '../user-pool.ts'
import type { ScreenState } from './screen-state.ts'

/** States of the login screen in which a code restores access to an account. */
export const RECOVERY_STATES: readonly ScreenState[] = [
  {
    name: 'login-forgot',
    show: async ({ page, account }) => {
      await openLogin(page)
      await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
      await page.getByRole('heading', { name: 'Esqueci minha senha' }).waitFor()
      await page.getByLabel('Email').fill(account.email)
    },
  },
  {
    name: 'login-forgot-code',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Enviar código' }).click()
      await page.getByRole('heading', { name: 'Escolha uma nova senha' }).waitFor()
    },
  },
  {
    name: 'login-forgot-refused',
    show: async ({ page }) => {
      await page.getByLabel('Código').fill('12')
      await page.getByLabel('Nova senha').fill('so-minusculas')
      await page.getByRole('button', { name: 'Salvar e entrar' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'login-reset-required',
    onlyPicture: true,
    show: async ({ page, pool }) => {
      const account = await pool.createStudent()
      await pool.resetPassword(account)
      await logIn(page, account)
      await page.getByRole('heading', { name: 'Você precisa redefinir sua senha' }).waitFor()
    },
  },
  {
    name: 'login-unconfirmed',
    show: async ({ page, pool }) => {
      await logIn(page, await pool.signUpStudent())
      await page.getByRole('heading', { name: 'Confirme sua conta' }).waitFor()
    },
  },
  {
    name: 'login-confirmed',
    onlyPicture: true,
    show: async ({ page, pool }) => {
      const account = await pool.signUpStudent()
      await logIn(page, account)
      await page.getByRole('heading', { name: 'Confirme sua conta' }).waitFor()
      await page.reload() // the password is lost, so the form is shown again
      await page.getByLabel('Código').fill(await pool.lastCodeFor(account.email))
      await page.getByRole('button', { name: 'Confirmar e entrar' }).click()
      await page.getByText('Sua conta está confirmada').waitFor()
    },
  },
]

/** Opens the login form. If the tab still shows a challenge of the previous state, leaves the challenge. */
export async function openLogin(page: Page): Promise<void> {
  await page.goto('/login')
  const restart = page.getByRole('button', { name: /^(Começar de novo|Voltar ao login)$/ })
  const field = page.getByLabel('Email')
  await field.or(restart).waitFor()
  if (await restart.isVisible()) await restart.click()
  await field.waitFor()
}

export async function logIn(page: Page, account: Account): Promise<void> {
  await openLogin(page)
  await fillLogin(page, account)
}
