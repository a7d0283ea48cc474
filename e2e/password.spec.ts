import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { fillLogin } from './student.ts'
import type { Account } from './user-pool.ts'

const NEW_PASSWORD = 'Recordar-2027'

test('a student can replace a forgotten password with a code from an e-mail, and then only the new password works', async ({
  page,
  pool,
  account,
}) => {
  await askForCode(page, account)
  const code = await pool.lastCodeFor(account.email)

  await giveCode(page, code, 'so-minusculas')
  await expect(page.getByRole('alert')).toHaveText('A nova senha não atende às regras: falta uma letra maiúscula.')
  await expect(page.getByLabel('Nova senha')).toBeFocused()
  await giveCode(page, anotherThan(code), NEW_PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('Código incorreto ou vencido. Confira ou peça outro.')
  await expect(page.getByLabel('Código')).toBeFocused()
  await giveCode(page, ` ${code.slice(0, 3)} ${code.slice(3)}`, NEW_PASSWORD)
  await expect(page).toHaveURL(/\/home$/)

  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await fillLogin(page, account)
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos.')
  await fillLogin(page, { ...account, password: NEW_PASSWORD })
  await expect(page).toHaveURL(/\/home$/)
})

test('a password recovery continues after a reload, and the old password works after an abandoned recovery', async ({
  page,
  pool,
  account,
}) => {
  await askForCode(page, account)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Escolha uma nova senha' })).toBeFocused()
  await expect(page.getByText('a***@e***')).toBeVisible()
  expect(await pool.lastCodeFor(account.email)).toMatch(/^\d{6}$/)

  await page.getByRole('button', { name: 'Voltar ao login' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByLabel('Senha')).toBeFocused()
  await page.getByLabel('Senha').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
})

test('signing in to an unconfirmed account asks for the code and then succeeds', async ({ page, pool }) => {
  const account = await pool.signUpStudent()
  await page.goto('/')
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { name: 'Confirme sua conta' })).toBeFocused()
  const first = await pool.lastCodeFor(account.email)

  await page.getByRole('button', { name: 'Enviar outro código' }).click()
  await expect(page.getByText('Enviamos um código para a***@e***.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar outro código' })).toBeDisabled()
  const second = await pool.lastCodeFor(account.email)
  await page.getByLabel('Código').fill(anotherThan(first, second))
  await page.getByRole('button', { name: 'Confirmar e entrar' }).click()
  await expect(page.getByRole('alert')).toHaveText('Código incorreto. Confira e tente de novo.')
  await page.getByLabel('Código').fill(second)
  await page.getByRole('button', { name: 'Confirmar e entrar' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('after an administrator resets a password, the student can set a new password with a code from an e-mail', async ({
  page,
  pool,
  account,
}) => {
  await pool.resetPassword(account)
  await page.goto('/')
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { name: 'Você precisa redefinir sua senha' })).toBeFocused()
  await giveCode(page, await pool.lastCodeFor(account.email), NEW_PASSWORD)
  await expect(page).toHaveURL(/\/home$/)
})

/** Requests a code from the login form. The app then shows the form for the code and the new password. */
async function askForCode(page: Page, { email }: Account): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await expect(page.getByRole('heading', { name: 'Esqueci minha senha' })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page.getByRole('heading', { name: 'Escolha uma nova senha' })).toBeFocused()
}

async function giveCode(page: Page, code: string, password: string): Promise<void> {
  await page.getByLabel('Código').fill(code)
  await page.getByLabel('Nova senha').fill(password)
  await page.getByRole('button', { name: 'Salvar e entrar' }).click()
}

/** Returns six digits that differ from the given codes. */
function anotherThan(...codes: readonly string[]): string {
  return ['000000', '111111', '222222'].find((digits) => !codes.includes(digits)) ?? ''
}
