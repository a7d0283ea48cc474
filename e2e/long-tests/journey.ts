import { expect, type Page } from '@playwright/test'

import { startQuiz } from '../student.ts'

/** Answers the question on screen with its first alternative, right or wrong. */
export async function answerFirst(page: Page): Promise<void> {
  const first = page.locator('main').getByRole('button').first()
  await first.click()
  await expect(first).toBeDisabled()
}

/** Goes on and waits for the next question. */
export async function goOn(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.innerText()
  await page.getByRole('button', { name: 'Próxima', exact: true }).click()
  await expect(heading).not.toHaveText(before)
}

/** Goes home by a fresh visit and waits until there are themes to choose from. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/home')
  await page.getByRole('combobox').click()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
}

/** From a fresh visit over a quiz of all themes to the statistics. */
export async function studyOnce(page: Page, questions: number): Promise<void> {
  await openHome(page)
  await startQuiz(page, [], 'Aleatória')
  await page.getByRole('progressbar').waitFor()
  for (let answered = 0; answered < questions; answered += 1) {
    await answerFirst(page)
    await goOn(page)
  }
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'Estatística' }).click()
  await page
    .getByText(/acertos$/)
    .first()
    .waitFor()
}
