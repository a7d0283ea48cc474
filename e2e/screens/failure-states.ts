import { openNewerDatabase, refuseStorage } from '../browser-storage.ts'
import { fillLogin, SEED_BANK, signIn } from '../student.ts'
import type { ScreenState } from './screen-state.ts'

const QUESTIONS = '**/api/questions'
const STATS = '**/api/stats'

/**
 * States in which something is slow, wrong or rejected. The last state must stay last, because its effect on the page
 * cannot be undone.
 */
export const FAILURE_STATES: readonly ScreenState[] = [
  {
    name: 'quiz-loading',
    show: async ({ page, account }) => {
      await page.route(QUESTIONS, () => {}) // no response
      await signIn(page, account)
      await page.goto('/quiz')
      await page.getByText('Carregando questões...').waitFor()
    },
  },
  {
    name: 'home-bank-failed',
    show: async ({ page }) => {
      // The later route takes precedence. If the route above were removed first, its waiting request would reach the
      // server.
      await page.route(QUESTIONS, (route) => route.fulfill({ status: 500 }))
      await page.goto('/home')
      await page.getByRole('button', { name: 'Tentar de novo' }).waitFor()
      await page.unroute(QUESTIONS)
    },
  },
  {
    name: 'home-skipped',
    onlyPicture: true,
    show: async ({ page }) => {
      const json = [{ ...SEED_BANK[0], correct: 99 }, ...SEED_BANK.slice(1)]
      await page.route(QUESTIONS, (route) => route.fulfill({ json }))
      await page.goto('/home')
      await page.getByText('1 questão não pôde ser lida').waitFor()
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
    name: 'home-outdated',
    show: async ({ page, account }) => {
      await fillLogin(page, account)
      await page.getByRole('combobox').waitFor()
      await openNewerDatabase(page)
      await page.getByText('Recarregue a página').waitFor()
    },
  },
  {
    name: 'home-storage-refused',
    onlyPicture: true,
    show: async ({ page, account }) => {
      await refuseStorage(page)
      await page.goto('/login')
      await fillLogin(page, account)
      await page.getByText('Este navegador não permite guardar dados.').waitFor()
    },
  },
]
