import { configureApp } from '../app-configuration.ts'
import { answer, chooseThemes, nextQuestion, openStats, signIn, startQuiz } from '../student.ts'
import type { ScreenState } from './screen-state.ts'

const QUESTIONS = '**/api/questions'

/** A long question that does not fit on the screen of a phone. */
const LONG_QUESTION = {
  id: 'longa-1',
  question: 'O trecho a seguir trata de um tema que se estende por muitas linhas, como as provas gostam. '.repeat(8),
  alternatives: ['primeira', 'segunda', 'terceira', 'quarta', 'quinta'].map((place) =>
    `a ${place} afirmação, com tudo o que é preciso ler antes de decidir, `.repeat(3),
  ),
  correct: 3,
  theme: 'Matérias de nomes compridos e suas tecnologias',
  explanation: `${'A quarta é a que o texto sustenta do começo ao fim. '.repeat(6)}\n\n${'A primeira tenta por ser a mais curta. '.repeat(6)}`,
}

/** States from a new student's empty statistics to the list of shortcuts in a quiz. */
export const STUDY_STATES: readonly ScreenState[] = [
  {
    name: 'stats-empty',
    show: async ({ page, account }) => {
      await configureApp(page, { VITE_REPORT_EMAIL: 'erros@exemplo.com' })
      await signIn(page, account)
      await openStats(page)
      await page.getByText('Você ainda não respondeu a nenhuma questão.').waitFor()
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
    name: 'quiz-long',
    show: async ({ page }) => {
      await page.route(QUESTIONS, (route) => route.fulfill({ json: [LONG_QUESTION] }))
      await page.goto('/home')
      await startQuiz(page, [], 'Aleatória')
      await page.getByText('longa-1 - ').waitFor()
      await page.unroute(QUESTIONS)
    },
  },
  {
    name: 'quiz-long-explained',
    show: async ({ page }) => {
      await page.locator('main button').first().click()
      await page.getByText(/^Incorreta/).waitFor()
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
