import { expect, test } from './product.ts'
import { alternative, answer, currentQuestion, nextQuestion, signIn, startQuiz } from './student.ts'

test.use({ serviceWorkers: 'allow' })

test('after a reload, the quiz resumes at the same question, with the same answers and order', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await startQuiz(page, ['Biologia'], 'Aleatória')
  const first = await answer(page, true)
  await nextQuestion(page)
  const second = await answer(page, false)
  await nextQuestion(page)
  const third = await currentQuestion(page)

  await page.reload()
  await expect.poll(async () => (await currentQuestion(page)).id).toBe(third.id)
  await expect(alternative(page, third.alternatives[0] ?? '')).toBeEnabled()
  await page.getByRole('button', { name: 'Anterior', exact: true }).click()
  await expect.poll(async () => (await currentQuestion(page)).id).toBe(second.id)
  await expect(page.locator('main').getByText('Sua resposta, incorreta')).toBeVisible()
  await page.getByRole('button', { name: 'Anterior', exact: true }).click()
  await expect.poll(async () => (await currentQuestion(page)).id).toBe(first.id)
  await expect(alternative(page, first.alternatives[first.correct] ?? '')).toContainText('Correta')
  await expect(page.getByRole('button', { name: 'Anterior', exact: true })).toBeDisabled()
})
