import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { nextTotpCode, totpCode } from '@cognito-srp/testing/totp'
import { VIRTUAL_AUTHENTICATOR } from '@cognito-srp/testing/webauthn'

import { configureApp } from './app-configuration.ts'
import { lastCode, serveOwnPool, STUDENT, wrongCode } from './account-pool.ts'
import { expect, test } from './product.ts'
import { answer, fillLogin, signIn, startQuiz } from './student.ts'
import type { Account, UserPool } from './user-pool.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Minha conta' })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const says = (page: Page, text: string) => expect(dialog(page).getByText(text)).toBeVisible()
const fill = (page: Page, label: string, text: string) => dialog(page).getByLabel(label, { exact: true }).fill(text)
const openAccount = (page: Page) => page.getByRole('button', { name: 'Minha conta' }).click()

async function closeAccount(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
}

async function changePassword(page: Page, previous: string, proposed: string): Promise<void> {
  await fill(page, 'Senha atual', previous)
  await fill(page, 'Nova senha', proposed)
  await press(page, 'Trocar senha')
}

async function confirmPhone(page: Page, code: string): Promise<void> {
  await fill(page, 'Código', code)
  await press(page, 'Confirmar número')
}

test('a student can create and remove a passkey, and can change the password after three rejected attempts', async ({
  page,
}) => {
  const emulator = await serveOwnPool(page)
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('WebAuthn.enable')
  await chromium.send('WebAuthn.addVirtualAuthenticator', VIRTUAL_AUTHENTICATOR)
  await signIn(page, STUDENT)
  await openAccount(page)
  await press(page, 'Chaves de acesso')
  await says(page, 'Nenhuma chave de acesso ainda.')
  await page.evaluate(() => {
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = () => {
      navigator.credentials.create = create
      document.documentElement.dataset['refused'] = 'true'
      return Promise.reject(new DOMException('The operation was cancelled.', 'NotAllowedError'))
    }
  })
  await press(page, 'Criar chave de acesso')
  await expect(page.locator('html[data-refused]')).toBeAttached()
  // The section ignores presses while it is busy.
  await expect(dialog(page).getByText('Um momento…')).toHaveCount(0)
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await press(page, 'Criar chave de acesso')
  await says(page, 'Chave de acesso criada.')
  await expect(dialog(page).getByRole('listitem')).toContainText(/Passkey.*Criada em/)
  await press(page, 'Criar chave de acesso')
  await says(page, 'Este aparelho já tem uma chave de acesso desta conta.')

  await dialog(page)
    .getByRole('button', { name: /^Remover Passkey/ })
    .click()
  await dialog(page)
    .getByRole('group')
    .getByRole('button', { name: /^Remover/ })
    .click()
  await says(page, 'Nenhuma chave de acesso ainda.')
  await says(page, 'Chave removida da conta.')

  await press(page, 'Senha')
  await changePassword(page, 'errada-2026', 'Melhor-2027')
  await says(page, 'A senha atual está incorreta.')
  await changePassword(page, STUDENT.password, 'sem-maiuscula-1')
  await says(page, 'A nova senha não atende às regras: falta uma letra maiúscula.')
  emulator.faults.order({ operation: 'ChangePassword', fault: { kind: 'throttle' } })
  await press(page, 'Trocar senha')
  await says(page, 'Muitas tentativas ao mesmo tempo.')
  await changePassword(page, STUDENT.password, 'Melhor-2027')
  await says(page, 'Senha trocada.')
  await closeAccount(page)
  await expect(page.getByRole('button', { name: 'Minha conta' })).toBeFocused()

  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await fillLogin(page, STUDENT)
  await expect(page.getByRole('alert')).toContainText('E-mail ou senha incorretos.')
  await fillLogin(page, { ...STUDENT, password: 'Melhor-2027' })
  await expect(page).toHaveURL(/\/home$/)
})

test('a student can set up, use and turn off an authenticator app, and gets a new secret after abandoning the setup', async ({
  page,
}) => {
  await serveOwnPool(page)
  await signIn(page, STUDENT)
  await openAccount(page)
  await press(page, 'Aplicativo autenticador')
  await press(page, 'Ativar aplicativo')
  const secret = dialog(page).locator('code')
  const abandoned = await secret.innerText()
  await closeAccount(page)
  await openAccount(page)
  await press(page, 'Aplicativo autenticador')
  await says(page, 'Desativado.')

  await press(page, 'Ativar aplicativo')
  await expect(dialog(page).getByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeVisible()
  const secretCode = await secret.innerText()
  expect(secretCode).not.toBe(abandoned)
  await fill(page, 'Código', await totpCode(abandoned))
  await press(page, 'Confirmar código')
  await says(page, 'Código incorreto.')
  await fill(page, 'Código', await totpCode(secretCode))
  await press(page, 'Confirmar código')
  await says(page, 'Aplicativo autenticador ativado.')
  await says(page, 'É a sua forma preferida')

  await press(page, 'Aparelhos lembrados')
  await says(page, 'Este aparelho')
  await dialog(page)
    .getByRole('button', { name: /^Esquecer Chrome/ })
    .click()
  await dialog(page)
    .getByRole('group')
    .getByRole('button', { name: /^Esquecer/ })
    .click()
  await says(page, 'Nenhum aparelho é lembrado')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => /device/i.test(name)))).toEqual([])

  await closeAccount(page)
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await fillLogin(page, STUDENT)
  await page.getByLabel('Código', { exact: true }).fill(await nextTotpCode(secretCode))
  await page.getByRole('button', { name: 'Continuar' }).click()
  await openAccount(page)
  await press(page, 'Aplicativo autenticador')
  await press(page, 'Desativar aplicativo')
  await dialog(page).getByRole('group').getByRole('button', { name: 'Desativar aplicativo' }).click()
  await says(page, 'Aplicativo autenticador desativado.')
})

test('a student can confirm a phone number even after wrong and expired codes, too many attempts, and closing the dialog', async ({
  page,
}) => {
  const emulator = await serveOwnPool(page)
  await signIn(page, STUDENT)
  await openAccount(page)
  await press(page, 'Telefone')
  await press(page, 'Cadastrar telefone')
  await fill(page, 'Número de telefone', '11 98765')
  await press(page, 'Salvar número')
  await says(page, 'Digite o número completo')
  await fill(page, 'Número de telefone', '11987654321')
  await press(page, 'Salvar número')
  await says(page, '+*********4321')
  await confirmPhone(page, wrongCode(emulator))
  await says(page, 'Código incorreto.')
  await closeAccount(page)

  await openAccount(page)
  await press(page, 'Telefone')
  await says(page, 'Ainda não confirmado')
  await says(page, '(11) 98765-4321')
  await press(page, 'Enviar código')
  await says(page, 'Enviamos um código')
  emulator.clock.advance(25 * 3600) // the code and the access token have expired
  await confirmPhone(page, lastCode(emulator))
  await says(page, 'Este código venceu. Peça outro.')
  await press(page, 'Enviar outro código')
  await expect.poll(() => emulator.outbox.length).toBe(3)
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    await confirmPhone(page, wrongCode(emulator)) // the attempt with the expired code also counts as a guess
    await says(page, attempt <= 5 ? 'Código incorreto.' : 'Você atingiu o limite de tentativas.')
  }
  emulator.clock.advance(240) // the student gets more guesses only by waiting, not by requesting another code
  await press(page, 'Enviar outro código')
  await expect.poll(() => emulator.outbox.length).toBe(4)
  await confirmPhone(page, lastCode(emulator))
  await says(page, 'Telefone confirmado.')

  await press(page, 'Remover telefone')
  await dialog(page).getByRole('group').getByRole('button', { name: 'Remover telefone' }).click()
  await says(page, 'Nenhum telefone cadastrado.')
})

/**
 * Signs in, answers a question and presses the button that signs out everywhere. Returns an access token of another
 * session.
 */
async function askToSignOutEverywhere(page: Page, pool: UserPool, account: Account): Promise<string> {
  await signIn(page, account)
  await startQuiz(page, ['Artes'], 'Aleatória')
  await answer(page, true)
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  const elsewhere = await pool.accessTokenOf(account)
  await openAccount(page)
  await press(page, 'Sessões abertas')
  await press(page, 'Sair de todos os aparelhos')
  return elsewhere
}

test('signing out everywhere asks for confirmation, and then sends the unsent answers and ends every session', async ({
  page,
  pool,
  account,
}) => {
  const elsewhere = await askToSignOutEverywhere(page, pool, account)
  await press(page, 'Cancelar')
  await press(page, 'Sair de todos os aparelhos')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog(page).getByRole('group').getByRole('button', { name: 'Sair de todos os aparelhos' }).click()
  expect(Object.values((await sent).postDataJSON().questionsStats)).toEqual([{ tries: 1, correct: 1 }])
  await expect(page.getByText('Você saiu de todos os aparelhos.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(pool.readOwnAccount(elsewhere)).rejects.toThrow('Access Token has been revoked')
})

test('if the sign-in is too old, signing out everywhere asks for the password, and then sends the unsent answers and ends every session', async ({
  page,
  pool,
  account,
}) => {
  await configureApp(page, { VITE_SIGN_OUT_MAX_AGE_SECONDS: '0' })
  const elsewhere = await askToSignOutEverywhere(page, pool, account)
  await dialog(page).getByRole('group').getByRole('button', { name: 'Sair de todos os aparelhos' }).click()
  await fill(page, 'Senha', 'errada-2026')
  await press(page, 'Continuar')
  await says(page, 'A senha atual está incorreta.')
  await pool.readOwnAccount(elsewhere) // rejects if the sessions have ended

  await fill(page, 'Senha', account.password)
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await press(page, 'Continuar')
  expect(Object.values((await sent).postDataJSON().questionsStats)).toEqual([{ tries: 1, correct: 1 }])
  await expect(page.getByText('Você saiu de todos os aparelhos.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(pool.readOwnAccount(elsewhere)).rejects.toThrow('Access Token has been revoked')
})

test('a student can download their data, and delete the data and the account even if the network fails during the deletion', async ({
  page,
  context,
  account,
}) => {
  await signIn(page, account)
  await startQuiz(page, ['Artes'], 'Aleatória')
  const { id } = await answer(page, true)
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await openAccount(page)
  await press(page, 'Meus dados')
  const download = page.waitForEvent('download')
  await press(page, 'Baixar meus dados')
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  expect(file.account.userAttributes.email).toBe(account.email)
  expect(file.devices.devices).toHaveLength(1)
  expect(file.study.answers).toMatchObject([{ questionId: id, correct: true }])

  await press(page, 'Excluir minha conta')
  await press(page, 'Excluir meus dados e minha conta')
  await expect(dialog(page).getByLabel('Para confirmar, digite EXCLUIR')).toBeFocused()
  await page.route('**/cognito-idp/', (route) =>
    route.request().headers()['x-amz-target']?.endsWith('DeleteUser') ? route.abort() : route.fallback(),
  )
  await fill(page, 'Para confirmar, digite EXCLUIR', 'EXCLUIR')
  await press(page, 'Excluir meus dados e minha conta')
  await says(page, 'Apagar as respostas deste aparelho: feito')
  await says(page, 'Apagar as estatísticas no servidor: feito')
  await says(page, 'Apagar a conta: sem confirmação do servidor')
  const otherTab = await context.newPage()
  await otherTab.goto('/home')
  await expect(otherTab.getByRole('button', { name: 'Minha conta' })).toBeVisible()
  await closeAccount(page)
  await openAccount(page)
  await press(page, 'Excluir minha conta')
  await page.unroute('**/cognito-idp/')
  await press(page, 'Tentar excluir de novo')
  for (const tab of [page, otherTab]) {
    await expect(tab.getByText('Sua conta e seus dados foram apagados.')).toBeVisible()
  }
  await fillLogin(page, account)
  await expect(page.getByRole('alert')).toContainText('E-mail ou senha incorretos.')
})
