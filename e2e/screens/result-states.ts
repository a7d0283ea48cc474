import type { Page } from '@playwright/test'

import { answer, currentQuestion, nextQuestion, openStats, signIn, startQuiz } from '../student.ts'
import type { ScreenState } from './screen-state.ts'

/** States at the end of a quiz, in the statistics, and at an unknown address. */
export const RESULT_STATES: readonly ScreenState[] = [
  {
    name: 'quiz-last-unanswered',
    show: async ({ page, account }) => {
      await signIn(page, account)
      await startQuiz(page, ['Artes'], 'Menor acerto')
      await answer(page, false)
      await goToLastQuestion(page)
      await page.getByRole('button', { name: 'Próxima', exact: true }).click()
      await page.getByText('Esta é a última questão.').waitFor()
    },
  },
  { name: 'quiz-last-answered', onlyPicture: true, show: async ({ page }) => void (await answer(page, true)) },
  {
    name: 'quiz-summary',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Ver resultado' }).click()
      await page.getByRole('heading', { name: 'Fim desta revisão' }).waitFor()
    },
  },
  {
    name: 'quiz-summary-none',
    onlyPicture: true,
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Rever erros' }).click()
      await answer(page, true)
      await page.getByRole('button', { name: 'Encerrar', exact: true }).click()
      await page.getByText('Nenhum erro.').waitFor()
    },
  },
  {
    name: 'quiz-summary-unanswered',
    onlyPicture: true,
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Nova revisão', exact: true }).click()
      await currentQuestion(page)
      await page.getByRole('button', { name: 'Encerrar', exact: true }).click()
      await page.getByText('Você não respondeu a nenhuma questão.').waitFor()
    },
  },
  {
    name: 'quiz-earlier-kept',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Nova revisão', exact: true }).click()
      await answer(page, true)
      await page.getByRole('button', { name: 'Home', exact: true }).click()
      await startQuiz(page, ['Física'], 'Menor acerto')
      await page.getByText('Revisão anterior (1 de ').waitFor()
    },
  },
  {
    name: 'stats',
    show: async ({ page }) => {
      await answerInTheme(page, 'Química', [true, true, false])
      await answerInTheme(page, 'Geografia', [true])
      await answerInTheme(page, 'Matemática', [false, false])
      await openStats(page)
      await page.getByText('67%').waitFor()
    },
  },
  {
    name: 'home-again',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Home', exact: true }).click()
      await page.getByRole('heading', { name: 'Continue de onde parou' }).waitFor()
      await page.getByRole('checkbox', { name: 'Só as que errei' }).check()
      await page.getByRole('radio', { name: '10', exact: true }).check()
    },
  },
  {
    name: 'not-found',
    show: async ({ page }) => {
      await page.goto('/nada')
      await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    },
  },
]

async function goToLastQuestion(page: Page): Promise<void> {
  const total = Number(await page.getByRole('progressbar').getAttribute('aria-valuemax'))
  for (let place = 1; place < total; place += 1) await nextQuestion(page)
}

async function answerInTheme(page: Page, theme: string, answers: readonly boolean[]): Promise<void> {
  await page.goto('/home')
  await startQuiz(page, [theme], 'Menos respondida')
  for (const [index, right] of answers.entries()) {
    if (index > 0) await nextQuestion(page)
    await answer(page, right)
  }
}
