import { expect, test } from './product.ts'
import { answer, chart, nextQuestion, openStats, signIn, startQuiz, SYNC_DELAY_MS, syncIndicator } from './student.ts'

test('acknowledged answers and the account survive if the server is killed in the middle of a session', async ({
  page,
  product,
  account,
}) => {
  await page.clock.install()
  await signIn(page, account)
  await startQuiz(page, ['Matemática'], 'Menor acerto')
  await answer(page, true)
  await page.clock.fastForward(SYNC_DELAY_MS)
  await expect(syncIndicator(page)).toContainText('Sincronizado')

  await product.kill()
  await nextQuestion(page)
  await answer(page, false)
  await product.start()

  await page.evaluate(() => localStorage.clear())
  await signIn(page, account)
  await openStats(page)
  await expect(chart(page, 'Matemática')).toHaveAccessibleName('Matemática: 50%, 1 acertos em 2 tentativas')
})
