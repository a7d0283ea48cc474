import { expect, test } from './product.ts'
import { answer, currentQuestion, signIn, startQuiz, SYNC_DELAY_MS, syncIndicator } from './student.ts'

test.use({ serviceWorkers: 'allow' })

const IDENTITY = '**/cognito-idp/**'
const MAX_WAIT_MS = 2_000
const PATIENCE_MS = 1_500 // time to load the quiz on a busy machine
const HOUR_MS = 3_600_000

test('a student with a stored session can study after a few seconds if the identity service does not respond', async ({
  page,
  account,
}) => {
  await page.clock.install()
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  const { id } = await currentQuestion(page)
  await page.clock.setSystemTime(Date.now() + 2 * HOUR_MS) // the tokens have expired
  await page.route(IDENTITY, () => {}) // the request gets no response

  const unanswered = page.waitForRequest(IDENTITY)
  await page.reload()
  await unanswered
  const askedAtMs = Date.now()
  await expect.poll(async () => (await currentQuestion(page)).id).toBe(id)
  expect(Date.now() - askedAtMs).toBeLessThan(MAX_WAIT_MS + PATIENCE_MS)
  await answer(page, true)
  await expect(syncIndicator(page)).toContainText('1 resposta por enviar')

  await page.unroute(IDENTITY)
  await page.clock.fastForward(SYNC_DELAY_MS)
  await expect(syncIndicator(page)).toContainText('Sincronizado', { timeout: 2 * SYNC_DELAY_MS })
})
