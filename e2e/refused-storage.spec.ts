import { refuseStorage } from './browser-storage.ts'
import { expect, test } from './product.ts'
import { answer, chart, nextQuestion, openStats, signIn, startQuiz, SYNC_DELAY_MS, syncIndicator } from './student.ts'

test('if the browser denies storage, the app says so, and answers still reach the server', async ({
  page,
  account,
  browser,
  baseURL,
}) => {
  await page.clock.install()
  await refuseStorage(page)
  await signIn(page, account)
  await expect(page.getByText('Este navegador não permite guardar dados.')).toBeVisible()
  await startQuiz(page, ['Química'], 'Menor acerto')
  await answer(page, true)
  await nextQuestion(page)
  await answer(page, false)
  await expect(syncIndicator(page)).toContainText('2 respostas por enviar')
  await page.clock.fastForward(SYNC_DELAY_MS)
  await expect(syncIndicator(page)).toContainText('Sincronizado')

  const other = await browser.newPage({ ...(baseURL && { baseURL }), locale: 'pt-BR' })
  await signIn(other, account)
  await openStats(other)
  await expect(chart(other, 'Química')).toHaveAccessibleName('Química: 50%, 1 acertos em 2 tentativas')
  await other.close()
})
