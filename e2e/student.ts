import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

import type { Account } from './user-pool.ts'

// Actions of a student, so that the tests read like sentences.

export type Question = { id: string; question: string; alternatives: string[]; correct: number; theme: string }

export type Order = 'Aleatória' | 'Menos respondida' | 'Menor acerto'

const SEED_FOLDER = join(import.meta.dirname, '../packages/quiz-api/seed')

/** The initial bank of the product. */
export const SEED_BANK: readonly Question[] = readdirSync(SEED_FOLDER)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(join(SEED_FOLDER, file), 'utf8')) as Question[])

const seedQuestions = new Map(SEED_BANK.map((question) => [question.id, question]))

/** Delay between the first unsent answer and the request that sends it, as specified. */
export const SYNC_DELAY_MS = 10_000

export async function fillLogin(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Logar' }).click()
}

/** Responds to a sign-in challenge. */
export async function answerWith(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

export async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto('/')
  await fillLogin(page, account)
  await expect(page).toHaveURL(/\/home$/)
}

/** Chooses exactly these themes. */
export async function chooseThemes(page: Page, themes: readonly string[]): Promise<void> {
  const field = page.getByRole('combobox').first()
  await expect(field).toBeVisible()
  const clear = page.getByRole('button', { name: 'Limpar seleção' })
  if (await clear.isVisible()) await clear.click() // home remembers the previous choice
  await field.click()
  for (const theme of themes) await page.getByRole('option', { name: theme, exact: true }).click()
  await page.keyboard.press('Escape')
}

/**
 * Starts a quiz from the home screen. With an empty list, keeps the current selection, which initially includes all
 * themes.
 */
export async function startQuiz(page: Page, themes: readonly string[], order: Order): Promise<void> {
  if (themes.length > 0) await chooseThemes(page, themes)
  await page.getByRole('button', { name: order }).click()
  await expect(page).toHaveURL(/\/quiz$/)
}

/** Opens the statistics from the quiz or from home. */
export async function openStats(page: Page): Promise<void> {
  if (!page.url().endsWith('/home')) await page.getByRole('button', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'Estatística' }).click()
  await expect(page).toHaveURL(/\/stats$/)
}

/** Returns the chart of a theme in the statistics. */
export function chart(page: Page, theme: string) {
  return page.getByRole('button', { name: new RegExp(`^${theme}: `) })
}

/** Returns the indicator that says whether all answers are on the server. */
export function syncIndicator(page: Page) {
  return page.locator('header').getByText(/Sincronizado|por enviar/)
}

/** Returns the question on the screen, identified by its chip `id - theme`. */
export async function currentQuestion(page: Page): Promise<Question> {
  const chip = page.getByText(/^\S+ - .+$/).first()
  await expect(chip).toBeVisible()
  const id = (await chip.innerText()).split(' - ')[0] ?? ''
  const question = seedQuestions.get(id)
  if (!question) throw new Error(`The bank has no question ${id}.`)
  return question
}

/** Returns the button of an alternative by its text. */
export function alternative(page: Page, text: string) {
  return page
    .locator('main')
    .getByRole('button')
    .filter({ has: page.getByText(text, { exact: true }) })
}

/** Answers the question on the screen and waits until the answer is shown and stored. */
export async function answer(page: Page, right: boolean): Promise<Question> {
  const question = await currentQuestion(page)
  const index = right ? question.correct : (question.correct + 1) % question.alternatives.length
  const button = alternative(page, question.alternatives[index] ?? '')
  await button.click()
  await expect(button).toBeDisabled()
  await untilStored(page)
  return question
}

/** Waits until all shown answers are stored on the device. */
export async function untilStored(page: Page): Promise<void> {
  await expect(page.locator('header')).not.toContainText('guardando')
}

export async function nextQuestion(page: Page): Promise<void> {
  const before = await currentQuestion(page)
  await page.getByRole('button', { name: 'Próxima', exact: true }).click()
  await expect.poll(async () => (await currentQuestion(page)).id).not.toBe(before.id)
}
