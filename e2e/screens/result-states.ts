import type { Page } from '@playwright/test'

import { answer, nextQuestion, openStats, signIn, startQuiz } from '../student.ts'
import type { ScreenState } from './stage.ts'

/** How studying went: the end of a quiz, the statistics, and an address that does not exist. */
export const RESULT_STATES: readonly ScreenState[] = [
  {
    name: 'quiz-summary',
    show: async ({ page, account }) => {
      await signIn(page, account)
      await startQuiz(page, ['Artes'], 'Menor acerto')
      await answer(page, false)
      await goToLastQuestion(page)
      await answer(page, true)
      await page.getByRole('region', { name: 'Fim desta revisão' }).waitFor()
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
