import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { answer, chart, currentQuestion, nextQuestion, openStats, signIn, startQuiz, syncIndicator } from './student.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker has cached the app for visits without a network. */
async function waitForShell(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

test('after the first visit, a student can study offline, and the answers are sent when the device comes back online', async ({
  page,
  context,
  account,
}) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  await answer(page, true)
  await nextQuestion(page)
  const { id } = await currentQuestion(page)
  await waitForShell(page)

  await context.setOffline(true)
  await page.reload()
  await expect.poll(async () => (await currentQuestion(page)).id).toBe(id)
  await answer(page, false)
  await expect(syncIndicator(page)).toContainText('2 respostas por enviar')
  await openStats(page)
  await expect(chart(page, 'Química')).toHaveAccessibleName('Química: 50%, 1 acertos em 2 tentativas')
  await page.goto('/quiz')
  await currentQuestion(page)

  await context.setOffline(false)
  // Chromium does not always notify a reloaded page when the network returns, so the ten-second timer may have to send
  // the answers.
  await expect(syncIndicator(page)).toContainText('Sincronizado', { timeout: 30_000 })
})

test("the app's cache does not contain responses from the API or the identity service", async ({ page, account }) => {
  await signIn(page, account)
  await waitForShell(page)
  await startQuiz(page, [], 'Aleatória')
  await currentQuestion(page)
  const cached = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(opened.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toContain('/')
  expect(cached.filter((path) => /^\/(api|cognito-idp)\//.test(path))).toEqual([])
})

test('after a reload, the quiz shows the questions without waiting for the server', async ({ page, account }) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  const { id } = await currentQuestion(page)
  await page.route('**/api/questions', () => {}) // the request gets no response
  await page.reload()
  await expect.poll(async () => (await currentQuestion(page)).id).toBe(id)
})

test('after a reload, the app does not download unchanged questions again', async ({ page, account }) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  await currentQuestion(page)
  const asked = page.waitForResponse('**/api/questions')
  await page.reload()
  expect((await asked).status()).toBe(304)
})
