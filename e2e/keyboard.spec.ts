import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { alternative, currentQuestion, signIn, startQuiz } from './student.ts'

const MAX_TABS = 40

/** Presses Tab until the control has the focus, as a person without a mouse would. */
async function tabTo(page: Page, role: 'button' | 'combobox', name: string): Promise<void> {
  const control = page.getByRole(role, { name, exact: true })
  await expect(control).toBeVisible()
  for (let press = 0; press < MAX_TABS; press += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The ${role} "${name}" does not get the focus within ${MAX_TABS} presses of Tab.`)
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, 'button', name)
  await page.keyboard.press('Enter')
}

test('the whole journey from sign-in to sign-out works with the keyboard alone', async ({ page, account }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Logar' })).toBeVisible()
  while (!(await page.getByLabel('Email').evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(account.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)

  await tabTo(page, 'combobox', 'Todas matérias')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Química' })).toBeVisible()
  await page.keyboard.type('quí')
  await page.keyboard.press(' ')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox')).toBeFocused()
  await press(page, 'Menor acerto')
  await expect(page).toHaveURL(/\/quiz$/)

  const first = await currentQuestion(page)
  expect(first.theme).toBe('Química')
  await press(page, first.alternatives[first.correct] ?? '')
  await expect(page.getByText('Resposta correta')).toBeFocused()
  await press(page, 'Próxima')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await press(page, 'Home')
  await press(page, 'Estatística')
  await press(page, 'Química: 100%, 1 acertos em 1 tentativa')
  await expect(page).toHaveURL(/\/quiz$/)
  await press(page, 'Logout')
  await expect(page).toHaveURL(/\/login$/)
})

test('"?" opens the list of keyboard shortcuts, and shortcuts that are turned off there stay off after a reload', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await startQuiz(page, ['Física'], 'Menor acerto')
  await currentQuestion(page)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expect(help.getByText('1–9 ou A–I')).toBeVisible()
  await help.getByRole('checkbox', { name: 'Usar atalhos do teclado' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await page.keyboard.press('1')
  await page.reload()
  const { alternatives, correct } = await currentQuestion(page)
  await page.keyboard.press('1')
  await page.keyboard.press('?')
  await expect(help).toBeHidden()
  const other = alternatives.find((_text, index) => index !== 0 && index !== correct) ?? ''
  await alternative(page, other).click() // an answer by keyboard would have locked this alternative
  await expect(alternative(page, other)).toContainText('Sua resposta, incorreta')
})
