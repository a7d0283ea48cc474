import { answer, chooseThemes, nextQuestion, openStats, signIn, startQuiz } from '../student.ts'
import type { ScreenState } from './stage.ts'

/** From signing in to answers in a quiz, as a student goes through the app. */
export const STUDY_STATES: readonly ScreenState[] = [
  {
    name: 'stats-empty',
    show: async ({ page, account }) => {
      await signIn(page, account)
      await openStats(page)
      await page.getByText('Você ainda não respondeu nenhuma questão.').waitFor()
    },
  },
  {
    name: 'home',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Home', exact: true }).click()
      await chooseThemes(page, ['Biologia', 'Física', 'História do Brasil'])
    },
  },
  {
    name: 'home-open',
    show: async ({ page }) => {
      await page.getByRole('combobox').first().click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'quiz',
    show: async ({ page }) => {
      await page.keyboard.press('Escape')
      await startQuiz(page, [], 'Menor acerto')
      await page.getByRole('progressbar').waitFor()
    },
  },
  { name: 'quiz-right', show: async ({ page }) => void (await answer(page, true)) },
  {
    name: 'quiz-wrong',
    show: async ({ page }) => {
      await nextQuestion(page)
      await answer(page, false)
    },
  },
  {
    name: 'quiz-help',
    show: async ({ page }) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
]
