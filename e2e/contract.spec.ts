import type { Locator, Page } from '@playwright/test'

import { alternative, answer, currentQuestion, openStats, signIn, startQuiz } from './student.ts'
import { expect, test } from './product.ts'

// Checks the names and roles that programs outside the app rely on.

const DRAWN = /[^\p{L}\p{N}\p{P}\p{Zs}+=<>^|~$°]|[‹›«»]/u
const ORDER_BUTTONS = ['Aleatória', 'Menos respondida', 'Menor acerto', 'Estatística']

/** Returns the accessible names of all controls of one kind, as computed by the browser. */
async function namesOf(controls: Locator): Promise<string[]> {
  const names: string[] = []
  for (const control of await controls.all()) {
    const snapshot = await control.ariaSnapshot()
    names.push(/"((?:[^"\\]|\\.)*)"/.exec(snapshot)?.[1] ?? '')
  }
  return names
}

async function expectInHeader(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toHaveCount(1)
    expect(await button.evaluate((element) => [element.tagName, element.closest('header') !== null])).toEqual([
      'BUTTON',
      true,
    ])
    expect(await button.evaluate((element) => element.closest('main') === null)).toBe(true)
  }
}

test('the login has exactly the labels "Email" and "Senha", and its submit button stays enabled after an invalid submit', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(1)
  await expect(page.getByLabel('Senha', { exact: true })).toHaveCount(1)
  await expect(page.getByLabel(/e-?mail/i)).toHaveCount(1)
  for (const label of await page.locator('label').allInnerTexts()) expect(['Email', 'Senha']).toContain(label.trim())

  const submit = page.getByRole('button', { name: 'Logar', exact: true })
  await expect(submit).toHaveAttribute('type', 'submit')
  await expect(submit).toBeEnabled()
  await submit.click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(submit).toBeEnabled()
})

test("the theme field is the first combobox, the text of an option is exactly its theme, and no other control's name contains the name of one of home's four buttons", async ({
  page,
  account,
}) => {
  await signIn(page, account)
  const field = page.getByRole('combobox').or(page.locator('select')).first()
  await expect(field).toHaveAccessibleName('Todas matérias')
  await expect(field).toContainText('Selecione...')
  await field.click()
  const option = page.getByRole('option', { name: 'Química', exact: true })
  expect(await option.textContent()).toBe('Química')
  for (const name of ORDER_BUTTONS) {
    for (const role of ['button', 'link', 'combobox', 'checkbox', 'radio', 'option'] as const) {
      await expect(page.getByRole(role, { name })).toHaveCount(role === 'button' ? 1 : 0)
    }
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await option.click()
  await expect(option).toHaveAttribute('aria-selected', 'true')
  expect(await option.textContent()).toBe('Química')
})

test('the titles, the header, the chip, the indicator and the buttons have the names that programs rely on', async ({
  page,
  account,
}) => {
  const names: string[] = []
  const header = page.locator('header')
  const main = page.locator('main')
  const expectTitle = async (title: string) => {
    await expect(page).toHaveTitle(`${title} · Revisa`)
    await expect(header.getByText('Revisa', { exact: true })).toBeVisible()
  }
  await page.goto('/login')
  await expectTitle('Login')
  await signIn(page, account)

  await expectTitle('O que vamos revisar hoje?')
  await expectInHeader(page, ['Logout'])
  await expect(page.getByRole('button', { name: 'Estatística' })).toBeVisible()
  names.push(...(await namesOf(page.getByRole('button'))))

  await startQuiz(page, ['Geografia'], 'Menor acerto')
  await expectTitle('Questões')
  await expectInHeader(page, ['Home', 'Logout'])
  await expect(header).toContainText('Sincronizado')
  await expect(header.getByRole('button', { name: 'Atalhos do teclado' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  const { id, alternatives } = await currentQuestion(page)
  expect(id).not.toContain(' ')
  const chip = page.getByText(`${id} - Geografia`, { exact: true })
  await expect(chip).toHaveCount(1)
  expect(await chip.evaluate((element) => element.childElementCount)).toBe(0)
  for (const name of [...alternatives, 'Anterior', 'Próxima']) {
    await expect(main.getByRole('button', { name, exact: true })).toHaveCount(1)
  }
  await expect(main.getByRole('button')).toHaveCount(alternatives.length + 2)
  names.push(...(await namesOf(page.getByRole('button'))))

  await answer(page, false)
  await expect(header).toContainText('por enviar')
  await expect(header).not.toContainText('Sincronizado')
  await expect(alternative(page, alternatives[0] ?? '')).toBeDisabled()
  names.push(...(await namesOf(page.getByRole('button'))))

  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await startQuiz(page, ['Física'], 'Menor acerto')
  await answer(page, true)
  await openStats(page)
  await expectTitle('Seu desempenho')
  await expectInHeader(page, ['Home', 'Logout'])
  for (const text of ['1 acertos', '0 acertos', '100%', '0%']) {
    await expect(page.getByText(text, { exact: true })).toHaveCount(1) // the exact text, without a space before the percent sign
  }
  names.push(...(await namesOf(page.getByRole('button'))))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => name === '' || DRAWN.test(name))).toEqual([]) // arrows and marks are images, not text

  await page.goto('/nada')
  await expectTitle('Página não encontrada')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
})

test('the product is served at localhost, because passkeys do not work at an IP address', ({ product }) => {
  expect(new URL(product.url).hostname).toBe('localhost')
})
