import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { answer, currentQuestion, nextQuestion, SEED_BANK, signIn, startQuiz } from './student.ts'

const FIRST_FEW = 4
const MANY = 10 // so many in the same order twice is no chance

function idsOf(theme: string): string[] {
  return SEED_BANK.filter((question) => question.theme === theme).map(({ id }) => id)
}

async function firstIds(page: Page, count: number): Promise<string[]> {
  const ids = [(await currentQuestion(page)).id]
  while (ids.length < count) {
    await nextQuestion(page)
    ids.push((await currentQuestion(page)).id)
  }
  return ids
}

async function backHome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
}

test('no chosen theme means all themes, those without one included; chosen ones are all there is', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await startQuiz(page, [], 'Aleatória')
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuemax', String(SEED_BANK.length))
  await backHome(page)
  await startQuiz(page, ['Artes', 'Química'], 'Menor acerto')
  const expected = idsOf('Artes').length + idsOf('Química').length
  await expect(bar).toHaveAttribute('aria-valuemax', String(expected))
})

test('"Menos respondida" puts what was answered last, right or wrong; "Menor acerto" begins with mistakes, before what was never answered', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menos respondida')
  const right = await answer(page, true)
  await nextQuestion(page)
  const wrong = await answer(page, false)
  await backHome(page)
  await startQuiz(page, ['Química'], 'Menos respondida')
  const leastAnswered = await firstIds(page, FIRST_FEW)
  expect(leastAnswered).not.toContain(right.id)
  expect(leastAnswered).not.toContain(wrong.id)

  await backHome(page)
  await startQuiz(page, ['Química'], 'Menor acerto')
  const fewestRight = await firstIds(page, FIRST_FEW)
  expect(fewestRight[0]).toBe(wrong.id)
  expect(fewestRight).not.toContain(right.id)
})

test('"Aleatória" shuffles the questions anew each time', async ({ page, account }) => {
  const bankOrder = idsOf('Química')
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Aleatória')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', String(bankOrder.length))
  const once = await firstIds(page, MANY)
  expect(new Set(once).size).toBe(MANY)
  expect(bankOrder).toEqual(expect.arrayContaining(once))
  expect(once).not.toEqual(bankOrder.slice(0, MANY))
  await backHome(page)
  await startQuiz(page, ['Química'], 'Aleatória')
  expect(await firstIds(page, MANY)).not.toEqual(once)
})

test('a quiz can be ended, and its wrong questions reviewed at once', async ({ page, account }) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  const wrong = await answer(page, false)
  await nextQuestion(page)
  await answer(page, true)
  await page.getByRole('button', { name: 'Encerrar', exact: true }).click()
  await expect(page.getByText('1 de 2 certas, 50%')).toBeVisible()

  await page.getByRole('button', { name: 'Rever erros' }).click()
  await expect.poll(async () => (await currentQuestion(page)).id).toBe(wrong.id)
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '1')
})

test('a student who comes back finds the choice, the open run and the mistakes, without a scroll', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  const wrong = await answer(page, false)
  await nextQuestion(page)
  await answer(page, true)
  await backHome(page)
  await page.reload()
  const field = page.getByRole('combobox', { name: 'Todas matérias' })
  await expect(field).toContainText('Química')
  await expect(page.getByRole('button', { name: 'Continuar (2 de 24)' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800)

  await page.getByRole('checkbox', { name: 'Só as que errei' }).check()
  await expect(page.getByText('A revisão terá 1 questão.')).toBeVisible()
  await field.click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.getByRole('button', { name: 'Aleatória' }).click() // the open list neither covers it nor takes the press
  expect((await currentQuestion(page)).id).toBe(wrong.id)
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuemax', '1')

  await backHome(page)
  await page.getByRole('button', { name: 'Continuar (2 de 24)' }).click()
  await expect(bar).toHaveAttribute('aria-valuemax', '24')
  expect((await currentQuestion(page)).theme).toBe('Química')
})
