import type { Page } from '@playwright/test'

import { signIn } from '../student.ts'
import type { ScreenState } from './screen-state.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Minha conta' })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Opens one part and closes the previous one, so that a picture shows only one part. */
async function openPart(page: Page, name: string): Promise<void> {
  const open = dialog(page).locator('h3 [aria-expanded="true"]')
  if ((await open.count()) > 0) await open.click()
  await press(page, name)
}

/** States of the account dialog, part by part. The last state leaves an unfinished deletion. */
export const ACCOUNT_STATES: readonly ScreenState[] = [
  {
    name: 'account',
    show: async ({ page, account }) => {
      await signIn(page, account)
      await page.getByRole('button', { name: 'Minha conta' }).click()
      await dialog(page).getByRole('button', { name: 'Senha' }).waitFor()
    },
  },
  {
    name: 'account-password',
    show: async ({ page, account }) => {
      await openPart(page, 'Senha')
      await dialog(page).getByLabel('Senha atual').fill(account.password)
      await dialog(page).getByLabel('Nova senha').fill('fraca')
      await press(page, 'Trocar senha')
      await dialog(page).getByRole('alert').waitFor()
    },
  },
  {
    name: 'account-authenticator',
    show: async ({ page }) => {
      await openPart(page, 'Aplicativo autenticador')
      await press(page, 'Ativar aplicativo')
      await dialog(page).getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor()
    },
  },
  {
    name: 'account-passkeys',
    onlyPicture: true,
    show: async ({ page }) => {
      await openPart(page, 'Chaves de acesso')
      await dialog(page).getByText('Nenhuma chave de acesso ainda.').waitFor()
    },
  },
  {
    name: 'account-devices',
    show: async ({ page }) => {
      await openPart(page, 'Aparelhos lembrados')
      await dialog(page)
        .getByRole('button', { name: /^Esquecer/ })
        .first()
        .click()
      await dialog(page).getByRole('group').waitFor()
    },
  },
  {
    name: 'account-phone',
    show: async ({ page }) => {
      await openPart(page, 'Telefone')
      await press(page, 'Cadastrar telefone')
      await dialog(page).getByLabel('Número de telefone').fill('11987654321')
    },
  },
  {
    name: 'account-phone-code',
    show: async ({ page }) => {
      await press(page, 'Salvar número')
      await dialog(page).getByLabel('Código').waitFor()
    },
  },
  {
    name: 'account-sessions',
    onlyPicture: true,
    show: async ({ page }) => {
      await openPart(page, 'Sessões abertas')
      await press(page, 'Sair de todos os aparelhos')
      await dialog(page).getByRole('group').waitFor()
    },
  },
  {
    name: 'account-data',
    onlyPicture: true,
    show: async ({ page }) => {
      await openPart(page, 'Meus dados')
      await press(page, 'Baixar meus dados')
      await dialog(page).getByText('Arquivo salvo nos seus downloads.').waitFor()
    },
  },
  { name: 'account-deletion', show: async ({ page }) => openPart(page, 'Excluir minha conta') },
  {
    name: 'account-deletion-stopped',
    show: async ({ page }) => {
      await page.route('**/api/stats', (route) => route.fulfill({ status: 500 }))
      await dialog(page).getByLabel('Para confirmar, digite EXCLUIR').fill('EXCLUIR')
      await press(page, 'Excluir meus dados e minha conta')
      await press(page, 'Tentar excluir de novo')
      await dialog(page).getByRole('button', { name: 'Tentar excluir de novo' }).waitFor()
      await page.unroute('**/api/stats')
    },
  },
]
