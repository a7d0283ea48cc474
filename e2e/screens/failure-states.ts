import { fillLogin, signIn } from '../student.ts'
import { refuseStorage } from '../browser-storage.ts'
import type { ScreenState } from './stage.ts'

const QUESTIONS = '**/api/questions'
const STATS = '**/api/stats'

/** What a student sees when something is slow, wrong or refused. The last state cannot be left. */
export const FAILURE_STATES: readonly ScreenState[] = [
  {
    name: 'quiz-loading',
    show: async ({ page, account }) => {
      await page.route(QUESTIONS, () => {}) // never answered
      await signIn(page, account)
      await page.goto('/quiz')
      await page.getByText('Carregando questões...').waitFor()
    },
  },
  {
    name: 'home-bank-failed',
    show: async ({ page }) => {
      // The later route counts. Removing the one above first would let its waiting request through.
      await page.route(QUESTIONS, (route) => route.fulfill({ status: 500 }))
      await page.goto('/home')
      await page.getByRole('button', { name: 'Tentar de novo' }).waitFor()
      await page.unroute(QUESTIONS)
    },
  },
  {
    name: 'login-signed-out',
    show: async ({ page }) => {
      await page.route(STATS, (route) => route.fulfill({ status: 500 }))
      await page.goto('/home')
      await page.getByText('Suas respostas estão guardadas').waitFor()
      await page.unroute(STATS)
    },
  },
  {
    name: 'home-storage-refused',
    show: async ({ page, account }) => {
      await refuseStorage(page)
      await page.goto('/login')
      await fillLogin(page, account)
      await page.getByText('Este navegador não permite guardar dados.').waitFor()
    },
  },
]
