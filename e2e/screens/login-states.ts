import { configureApp, resetApp } from '../app-configuration.ts'
import { fillLogin } from '../student.ts'
import { logIn, openLogin } from './recovery-states.ts'
import type { ScreenState } from './screen-state.ts'

const IDENTITY = '**/cognito-idp/'

/**
 * States of the login form and of the challenges that follow it. The state with another configuration comes first,
 * because the service worker serves the app's files from the second visit on.
 */
export const LOGIN_STATES: readonly ScreenState[] = [
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
      await page.route(IDENTITY, () => {}) // no response, so this state must be the last
      await fillLogin(page, account)
      await page.getByText('Entrando…').waitFor()
    },
  },
]
