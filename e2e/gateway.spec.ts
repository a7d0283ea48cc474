import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { DEMO_POOL } from '@cognito-srp/product/demo'
import { importBank, openStore } from '../packages/quiz-api/src/index.ts'

import { serve } from '../packages/quiz-api/src/entries/serve.ts'
import { readServerSettings } from '../packages/quiz-api/src/entries/settings.ts'
import { configureApp, resetApp } from './app-configuration.ts'
import { startPlainGateway } from './plain-gateway.ts'
import { expect, test } from './product.ts'
import {
  answer,
  chart,
  fillLogin,
  nextQuestion,
  openStats,
  SEED_BANK,
  startQuiz,
  SYNC_DELAY_MS,
  syncIndicator,
} from './student.ts'
import type { Account } from './user-pool.ts'

// Tests the app with an API on another origin (`VITE_API_URL`), from a new student's first sign-in until a second
// device shows the student's answer.

const THEME = 'Matemática'
const BANK = [...ofTheme(THEME, 2), ...ofTheme('', 1)]

/** Questions as a careless gateway might return them. The last question is unusable. */
const CARELESS = [
  { id: 7, question: 'Quanto é 2 + 2?', alternatives: ['4', null, ' ', '5'], correct: 0, theme: null },
  { id: 'broken', question: 'E agora?', alternatives: [], correct: 0 },
]

function ofTheme(theme: string, count: number) {
  return SEED_BANK.filter((question) => question.theme === theme).slice(0, count)
}

type Student = { page: Page; browser: Browser; account: Account; siteUrl: string }
type AppVariables = Parameters<typeof configureApp>[1]

/** Answers a question, waits until the answer is sent, and checks that a second device shows it. */
async function studyOnTwoDevices({ page, browser, account, siteUrl }: Student, variables: AppVariables): Promise<void> {
  await page.clock.install()
  await signInOver(page, account, variables)
  await startQuiz(page, [THEME], 'Menos respondida')
  await answer(page, true)
  await expect(syncIndicator(page)).toContainText('por enviar')
  await page.clock.fastForward(SYNC_DELAY_MS)
  await expect(syncIndicator(page)).toContainText('Sincronizado')

  const device = await browser.newContext({ baseURL: siteUrl })
  const otherPage = await device.newPage()
  await signInOver(otherPage, account, variables)
  await openStats(otherPage)
  await expect(chart(otherPage, THEME)).toHaveAccessibleName(/: 100%, 1 acertos em 1 /)
  await device.close()
}

/** Signs in to the app as if it had been built with these variables. Afterwards, requests are no longer intercepted. */
async function signInOver(page: Page, account: Account, variables: AppVariables): Promise<void> {
  await configureApp(page, variables)
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeVisible()
  await resetApp(page) // a page with intercepted requests sends no preflight
  await fillLogin(page, account)
  await expect(page).toHaveURL(/\/home$/)
}

test("a plain gateway on another origin stores a new student's answers, and a second device shows them", async ({
  page,
  browser,
  account,
  product,
}) => {
  const gateway = await startPlainGateway([...BANK, ...CARELESS])
  await studyOnTwoDevices({ page, browser, account, siteUrl: product.url }, { VITE_API_URL: gateway.url })

  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(page.getByText(/^1 questão não pôde ser lida/)).toBeVisible()

  const [stats] = gateway.stored()
  expect(Object.keys(stats ?? {}).toSorted()).toEqual(['id', 'questionsStats'])
  expect(Object.values(stats?.questionsStats ?? {})).toEqual([{ tries: 1, correct: 1 }])
  expect(new Set(gateway.requests.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(['GET /v1/questions', 'GET /v1/stats', 'PUT /v1/stats']),
  )
  const sent = gateway.requests.flatMap(({ headers }) => headers)
  expect(sent).toContain('authorization')
  for (const header of ['if-match', 'if-none-match', 'x-xsrf-token', 'cookie']) expect(sent).not.toContain(header)
  await gateway.close()
})

test('with a plain gateway, all answers from two devices to the same questions are counted, even if both devices start before either device sends its answers', async ({
  page,
  browser,
  account,
  product,
}) => {
  const gateway = await startPlainGateway(BANK)
  const context = await browser.newContext({ baseURL: product.url })
  const devices = [page, await context.newPage()]
  for (const device of devices) {
    await device.clock.install()
    await signInOver(device, account, { VITE_API_URL: gateway.url })
    await startQuiz(device, [THEME], 'Menos respondida')
  }
  const answered = []
  for (const device of devices) {
    answered.push((await answer(device, true)).id)
    await nextQuestion(device)
    answered.push((await answer(device, false)).id)
    await device.clock.fastForward(SYNC_DELAY_MS)
    await expect(syncIndicator(device)).toContainText('Sincronizado')
  }
  const tallies = Object.values(gateway.stored()[0]?.questionsStats ?? {})
  expect(new Set(answered).size).toBe(2)
  expect(tallies.map(({ tries }) => tries)).toEqual([2, 2])
  expect(tallies.reduce((sum, { correct }) => sum + correct, 0)).toBe(2)
  await context.close()
  await gateway.close()
})

test("the product's API on another origin stores answers with conditional requests, and the app refreshes tokens with the configured flow", async ({
  page,
  browser,
  account,
  product,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'api-'))
  const address = `sqlite:${join(folder, 'quiz.sqlite')}`
  const store = await openStore(address)
  await importBank(store, BANK)
  await store.close()
  const api = await serve(
    readServerSettings({
      STORE: address,
      ISSUER: `https://cognito-idp.local.amazonaws.com/${DEMO_POOL.id}`,
      JWKS_URL: `${product.url}/cognito-idp/${DEMO_POOL.id}/.well-known/jwks.json`,
      CLIENT_IDS: 'web',
      ALLOWED_ORIGINS: product.url,
      BASE_PATH: '/api',
      PORT: '0',
    }),
    () => {},
  )
  const conditions: string[] = []
  page.on('request', (request) => {
    const condition = request.headers()['if-match']
    if (condition !== undefined) conditions.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await studyOnTwoDevices(
    { page, browser, account, siteUrl: product.url },
    { VITE_API_URL: api.url, VITE_REFRESH_FLOW: 'REFRESH_TOKEN_AUTH' },
  )
  expect(conditions).toEqual(['PUT /api/stats'])

  const refreshes = page.waitForRequest((request) => (request.postData() ?? '').includes('"REFRESH_TOKEN_AUTH"'))
  await page.clock.fastForward('02:00:00')
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  expect((await refreshes).headers()['x-amz-target']).toMatch(/\.InitiateAuth$/)
  await api.stop()
  rmSync(folder, { recursive: true })
})
