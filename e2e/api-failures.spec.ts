import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import {
  answer,
  chart,
  currentQuestion,
  fillLogin,
  openStats,
  SEED_BANK,
  signIn,
  startQuiz,
  SYNC_DELAY_MS,
  syncIndicator,
} from './student.ts'

const API = /\/api\//
const QUESTIONS = '**/api/questions'

/** Collects the errors that the app logs to the console. */
function loggedErrors(page: Page): string[] {
  const texts: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') texts.push(message.text())
  })
  return texts
}

/**
 * Makes the browser report that it is online. Otherwise, the app would ignore failed calls on a machine without a network.
 */
async function connect(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }))
}

test('a malformed question is skipped and logged, and the other questions can be studied', async ({
  page,
  account,
}) => {
  const logged = loggedErrors(page)
  await page.route(QUESTIONS, async (route) => {
    const response = await route.fetch()
    const [first, ...others] = (await response.json()) as object[]
    await route.fulfill({ response, json: [{ ...first, alternatives: 'nenhuma' }, ...others] })
  })
  await signIn(page, account)
  await startQuiz(page, [], 'Menor acerto')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', String(SEED_BANK.length - 1))
  expect(logged.join('\n')).toContain('Malformed questions were left out of the bank.')
})

test('if the list of questions is malformed, the app shows an error with a button to try again', async ({
  page,
  account,
}) => {
  const logged = loggedErrors(page)
  await page.route(QUESTIONS, (route) => route.fulfill({ json: { questions: 'em breve' } }))
  await signIn(page, account)
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('Não foi possível carregar as questões.')
  expect(logged.join('\n')).toContain('The questions could not be loaded.')

  await page.unroute(QUESTIONS)
  await problem.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(problem).toBeHidden()
  await startQuiz(page, ['Química'], 'Menor acerto')
  expect((await currentQuestion(page)).theme).toBe('Química')
})

test('the quiz screen shows an error if the questions cannot be loaded', async ({ page, account }) => {
  await page.route(QUESTIONS, (route) => route.abort())
  await signIn(page, account)
  await startQuiz(page, [], 'Aleatória')
  await expect(page.getByRole('alert')).toContainText('Não foi possível carregar as questões.')
  await page.unroute(QUESTIONS)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await currentQuestion(page)
})

test('if the API is down at sign-in, the student is signed out and sees the reason instead of a blank page', async ({
  page,
  account,
}) => {
  const logged = loggedErrors(page)
  await connect(page)
  await page.route(API, (route) => route.abort())
  await page.goto('/')
  await fillLogin(page, account)
  await expect(page.getByRole('alert')).toContainText('Não conseguimos ler suas estatísticas')
  await expect(page).toHaveURL(/\/login$/)
  expect(logged.join('\n')).toContain('Reading statistics failed.')
})

test('no answer is lost if the API goes down in the middle of a quiz', async ({ page, account }) => {
  await connect(page)
  await page.clock.install()
  await signIn(page, account)
  await startQuiz(page, ['Física'], 'Menor acerto')
  await currentQuestion(page)
  await page.route(API, (route) => route.abort())
  await answer(page, false)
  await expect(syncIndicator(page)).toContainText('1 resposta por enviar')
  await page.clock.fastForward(SYNC_DELAY_MS)
  await expect(page.getByRole('alert')).toContainText('Suas respostas estão guardadas')

  await page.unroute(API)
  await signIn(page, account)
  await openStats(page)
  await expect(chart(page, 'Física')).toHaveAccessibleName('Física: 0%, 0 acertos em 1 tentativa')
})
