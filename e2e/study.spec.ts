import { expect, test } from './product.ts'
import {
  alternative,
  answer,
  chart,
  currentQuestion,
  nextQuestion,
  openStats,
  signIn,
  startQuiz,
  SYNC_DELAY_MS,
  syncIndicator,
} from './student.ts'

test('a student answers, sees colours, locks and progress, and finds the numbers again after a reload', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await startQuiz(page, ['Biologia', 'Física'], 'Menor acerto')
  const indicator = syncIndicator(page)
  await expect(indicator).toContainText('Sincronizado')

  const first = await answer(page, true)
  const answeredAt = Date.now()
  await expect(indicator).toContainText('1 resposta por enviar')
  for (const text of first.alternatives) await expect(alternative(page, text)).toBeDisabled()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')

  await nextQuestion(page)
  await answer(page, false)
  await expect(page.locator('main').getByText('Sua resposta, incorreta')).toBeVisible()
  await expect(page.locator('main').getByText('Correta', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1')

  await expect(indicator).toContainText('Sincronizado', { timeout: SYNC_DELAY_MS + 5_000 })
  await expect(page.locator('header').getByText(/^às \d\d:\d\d$/)).toBeVisible()
  expect(Date.now() - answeredAt).toBeGreaterThan(SYNC_DELAY_MS - 1_000)

  await page.reload()
  await expect(page).toHaveURL(/\/quiz$/)
  await openStats(page)
  await expect(page.getByText('1 acertos')).toBeVisible()
})

test('statistics show the percentage of each theme, and a chart starts that theme', async ({ page, account }) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menos respondida')
  await answer(page, true)
  await nextQuestion(page)
  await answer(page, true)
  await nextQuestion(page)
  await answer(page, false)
  await openStats(page)

  const chemistry = chart(page, 'Química')
  await expect(chemistry).toHaveAccessibleName('Química: 67%, 2 acertos em 3 tentativas')
  await expect(chemistry).toContainText('67%')
  await expect(chemistry).toContainText('2 acertos')
  await expect(page.locator('main').getByRole('button', { name: /acertos em/ })).toHaveCount(1)
  await chemistry.click()
  await expect(page).toHaveURL(/\/quiz$/)
  expect((await currentQuestion(page)).theme).toBe('Química')
})

test('a second browser sees the same numbers after signing in', async ({ page, browser, product, account }) => {
  await signIn(page, account)
  await startQuiz(page, ['Geografia'], 'Aleatória')
  await answer(page, true)
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)

  const other = await browser.newContext({ baseURL: product.url, locale: 'pt-BR' })
  const secondPage = await other.newPage()
  await signIn(secondPage, account)
  await openStats(secondPage)
  await expect(chart(secondPage, 'Geografia')).toHaveAccessibleName('Geografia: 100%, 1 acertos em 1 tentativa')
  await other.close()
})
