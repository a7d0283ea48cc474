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

test('an answer is marked and locked, counts as progress, is sent after about ten seconds, and is in the statistics after a reload', async ({
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

test('a returning student sees the chosen themes, the open run and the mistakes without scrolling', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  const wrong = await answer(page, false)
  await nextQuestion(page)
  await answer(page, true)
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.reload()
  const field = page.getByRole('combobox', { name: 'Todas matérias' })
  await expect(field).toContainText('Química')
  await expect(page.getByRole('button', { name: 'Continuar (2 de 24)' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800)

  await page.getByRole('checkbox', { name: 'Só as que errei' }).check()
  await expect(page.getByText('A revisão terá 1 questão.')).toBeVisible()
  await field.click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.getByRole('button', { name: 'Aleatória' }).click() // the open list does not cover the button or intercept the click
  expect((await currentQuestion(page)).id).toBe(wrong.id)
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuemax', '1')

  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('button', { name: 'Continuar (2 de 24)' }).click()
  await expect(bar).toHaveAttribute('aria-valuemax', '24')
  expect((await currentQuestion(page)).theme).toBe('Química')
})

test('a second browser shows the same statistics after the student signs in', async ({
  page,
  browser,
  product,
  account,
}) => {
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
