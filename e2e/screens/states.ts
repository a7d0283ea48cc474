import type { Page } from '@playwright/test'

import { configureApp, resetApp } from '../app-configuration.ts'
import { openNewerDatabase, refuseStorage } from '../browser-storage.ts'
import {
  answer,
  chooseThemes,
  currentQuestion,
  fillLogin,
  nextQuestion,
  openStats,
  SEED_BANK,
  signIn,
  startQuiz,
} from '../student.ts'
import type { Account, UserPool } from '../user-pool.ts'
import { ACCOUNT_STATES } from './account-states.ts'
import { logIn, openLogin, RECOVERY_STATES } from './recovery-states.ts'

/** Where a state is shown: a page, the account that the page signs in with, and the pool for accounts beside it. */
export type Stage = { page: Page; account: Account; pool: UserPool }

/**
 * A state of the app that has a picture; `show` brings the page there from wherever the state before left it. One that
 * differs from others in its words alone is `onlyPicture`: checks of the accessibility learn nothing from it.
 */
export type ScreenState = { name: string; onlyPicture?: true; show: (stage: Stage) => Promise<void> }

const QUESTIONS = '**/api/questions'
const STATS = '**/api/stats'
const IDENTITY = '**/cognito-idp/'

/** A question of many words: it does not fit a phone. */
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

/**
 * The login screen and the challenges that a pool may ask for there. The other configuration comes first: from the
 * second visit on the service worker answers for the app's files.
 */
const LOGIN_STATES: readonly ScreenState[] = [
  {
    name: 'login-authenticator',
    show: async ({ page, pool }) => {
      const strictPool = await pool.createStrictPool()
      const { userPoolId, clientId } = strictPool.ids
      await configureApp(page, { VITE_USER_POOL_ID: userPoolId, VITE_CLIENT_ID: clientId })
      await logIn(page, await strictPool.createStudent())
      await page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor()
      await resetApp(page)
    },
  },
  {
    name: 'login',
    show: async ({ page }) => openLogin(page),
  },
  {
    name: 'login-error',
    show: async ({ page, account }) => {
      await fillLogin(page, { ...account, password: 'senha-errada' })
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'login-wrong-clock',
    onlyPicture: true,
    show: async ({ page, account }) => {
      await page.route(IDENTITY, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), date: 'Tue, 03 Nov 2026 04:05:06 GMT' } })
      })
      await fillLogin(page, { ...account, password: 'senha-errada' })
      await page.getByText('O relógio deste aparelho').waitFor()
      await page.unroute(IDENTITY)
    },
  },
  {
    name: 'login-new-password',
    show: async ({ page, pool }) => {
      await logIn(page, await pool.inviteStudent())
      await page.getByRole('heading', { name: 'Escolha uma nova senha' }).waitFor()
    },
  },
  {
    name: 'login-code',
    show: async ({ page, pool }) => {
      const account = await pool.createStudent()
      await pool.requireFactor(account, 'EmailMfaSettings')
      await logIn(page, account)
      await page.getByRole('heading', { name: 'Confirme que é você' }).waitFor()
    },
  },
  {
    name: 'login-choice',
    show: async ({ page, pool }) => {
      const account = await pool.createStudent({ phone_number: '+5511987654321', phone_number_verified: 'true' })
      await pool.requireFactor(account, 'EmailMfaSettings', 'SMSMfaSettings')
      await logIn(page, account)
      await page.getByRole('heading', { name: 'Como você quer confirmar que é você?' }).waitFor()
    },
  },
  {
    name: 'login-on-its-way',
    show: async ({ page, account }) => {
      await openLogin(page)
      await page.route(IDENTITY, () => {}) // never answered, so this state is the last
      await fillLogin(page, account)
      await page.getByText('Entrando…').waitFor()
    },
  },
]

/** From signing in to answers in a quiz, as a student goes through the app. */
const STUDY_STATES: readonly ScreenState[] = [
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

/** How studying went: the end of a quiz, the statistics, and an address that does not exist. */
const RESULT_STATES: readonly ScreenState[] = [
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

/** What a student sees when something is slow, wrong or refused. The last state cannot be left. */
const FAILURE_STATES: readonly ScreenState[] = [
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

/** Every screen and state. Each part starts in a fresh profile; in it a state is one step from the one before. */
export const SCREEN_STATES: Record<
  'login' | 'recovery' | 'study' | 'result' | 'account' | 'failure',
  readonly ScreenState[]
> = {
  login: LOGIN_STATES,
  recovery: RECOVERY_STATES,
  study: STUDY_STATES,
  result: RESULT_STATES,
  account: ACCOUNT_STATES,
  failure: FAILURE_STATES,
}

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
