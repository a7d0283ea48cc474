import type { Locator, Page } from '@playwright/test'

import { alternative, answer, currentQuestion, openStats, signIn, startQuiz } from './student.ts'
import { expect, test } from './product.ts'

// The names and roles on which everything outside the app relies, sentence by sentence.

const DRAWN = /[^\p{L}\p{N}\p{P}\p{Zs}+=<>^|~$°]|[‹›«»]/u
const ORDER_BUTTONS = ['Aleatória', 'Menos respondida', 'Menor acerto', 'Estatística']

/** The accessible names of all controls of one kind, as the browser computes them. */
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

test('labels are exactly "Email" and "Senha", and no other label of the page contains "email"', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(1)
  await expect(page.getByLabel('Senha', { exact: true })).toHaveCount(1)
  await expect(page.getByLabel(/e-?mail/i)).toHaveCount(1)
  for (const label of await page.locator('label').allInnerTexts()) expect(['Email', 'Senha']).toContain(label.trim())
})

test('"Logar" is a submit button that validation never disables', async ({ page }) => {
  await page.goto('/login')
  const submit = page.getByRole('button', { name: 'Logar', exact: true })
  await expect(submit).toHaveAttribute('type', 'submit')
  await expect(submit).toBeEnabled()
  await submit.click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(submit).toBeEnabled()
})

test('Home and Logout are buttons of the header on quiz and statistics, Logout on home too', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await expectInHeader(page, ['Logout'])
  await startQuiz(page, ['Química'], 'Menor acerto')
  await expectInHeader(page, ['Home', 'Logout'])
  await openStats(page)
  await expectInHeader(page, ['Home', 'Logout'])
})

test('arrows and marks are drawings, never text in the name of a button', async ({ page, account }) => {
  await signIn(page, account)
  await expect(page.getByRole('button', { name: 'Estatística' })).toBeVisible()
  const names = await namesOf(page.getByRole('button'))
  await startQuiz(page, ['Geografia'], 'Menor acerto')
  await currentQuestion(page)
  names.push(...(await namesOf(page.getByRole('button'))))
  await answer(page, false)
  names.push(...(await namesOf(page.getByRole('button'))))
  await openStats(page)
  await expect(page.getByText('0%', { exact: true })).toBeVisible()
  names.push(...(await namesOf(page.getByRole('button'))))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => name === '' || DRAWN.test(name))).toEqual([])
})

test('on an unanswered question main holds only the alternatives, "Anterior" and "Próxima"', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await startQuiz(page, ['Geografia'], 'Menor acerto')
  const { alternatives } = await currentQuestion(page)
  const main = page.locator('main')
  for (const name of [...alternatives, 'Anterior', 'Próxima']) {
    await expect(main.getByRole('button', { name, exact: true })).toHaveCount(1)
  }
  await expect(main.getByRole('button')).toHaveCount(alternatives.length + 2)
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  await expect(page.locator('header').getByRole('button', { name: 'Atalhos do teclado' })).toBeVisible()
})

test('the theme field is the first combobox, and an option’s text is the theme and nothing else', async ({
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
  await option.click()
  await expect(option).toHaveAttribute('aria-selected', 'true')
  expect(await option.textContent()).toBe('Química')
})

test('no other control’s name contains the name of one of the four buttons of home', async ({ page, account }) => {
  await signIn(page, account)
  await page.getByRole('combobox').click()
  await expect(page.getByRole('option').first()).toBeVisible()
  for (const name of ORDER_BUTTONS) {
    for (const role of ['button', 'link', 'combobox', 'checkbox', 'radio', 'option'] as const) {
      await expect(page.getByRole(role, { name })).toHaveCount(role === 'button' ? 1 : 0)
    }
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  }
})

test('the chip is one element that reads "id - theme"', async ({ page, account }) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  const { id } = await currentQuestion(page)
  expect(id).not.toContain(' ')
  const chip = page.getByText(`${id} - Química`, { exact: true })
  await expect(chip).toHaveCount(1)
  expect(await chip.evaluate((element) => element.childElementCount)).toBe(0)
})

test('a question without a theme reads "Sem matéria" in its chip', async ({ page, account }) => {
  await page.route('**/api/questions', async (route) => {
    const response = await route.fetch()
    const questions = (await response.json()) as { theme: string }[]
    await route.fulfill({ response, json: questions.filter(({ theme }) => theme === '') })
  })
  await signIn(page, account)
  await startQuiz(page, [], 'Menor acerto')
  await expect(page.getByText(/^\S+ - Sem matéria$/)).toHaveCount(1)
})

test('"acertos" is literal for 0 and 1, and a percentage has no space', async ({ page, account }) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  await answer(page, true)
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await startQuiz(page, ['Física'], 'Menor acerto')
  await answer(page, false)
  await openStats(page)
  for (const text of ['1 acertos', '0 acertos', '100%', '0%']) {
    await expect(page.getByText(text, { exact: true })).toHaveCount(1)
  }
})

test('the indicator reads "Sincronizado" or how many answers are "por enviar"', async ({ page, account }) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  await expect(page.locator('header')).toContainText('Sincronizado')
  const { alternatives } = await answer(page, true)
  await expect(page.locator('header')).toContainText('por enviar')
  await expect(page.locator('header')).not.toContainText('Sincronizado')
  await expect(alternative(page, alternatives[0] ?? '')).toBeDisabled()
})

test('every screen shows the product’s name in its header and a title of its own', async ({ page, account }) => {
  const expectTitle = async (title: string) => {
    await expect(page).toHaveTitle(`${title} · Revisa`)
    await expect(page.locator('header').getByText('Revisa', { exact: true })).toBeVisible()
  }
  await page.goto('/login')
  await expectTitle('Login')
  await signIn(page, account)
  await expectTitle('O que vamos revisar hoje?')
  await startQuiz(page, ['Química'], 'Menor acerto')
  await expectTitle('Questões')
  await openStats(page)
  await expectTitle('Seu desempenho')
  await page.goto('/nada')
  await expectTitle('Página não encontrada')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
})

test('the product is served at localhost, the only address without a domain at which passkeys work', ({ product }) => {
  expect(new URL(product.url).hostname).toBe('localhost')
})
