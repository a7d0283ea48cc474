import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { answer, nextQuestion, openStats, signIn, startQuiz } from './student.ts'

async function download(page: Page, button: string): Promise<{ fileName: string; contents: string }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await started
  return { fileName: file.suggestedFilename(), contents: readFileSync(await file.path(), 'utf8') }
}

test('a student takes the own numbers along as CSV and as JSON', async ({ page, account }) => {
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  const right = await answer(page, true)
  await nextQuestion(page)
  const wrong = await answer(page, false)
  await openStats(page)

  const csv = await download(page, 'Exportar CSV')
  expect(csv.fileName).toMatch(/\.csv$/)
  const [titles, ...lines] = csv.contents.split('\r\n')
  expect(titles).toBe('\uFEFF"questão";"matéria";"tentativas";"acertos";"porcentagem"')
  expect(lines.sort()).toEqual(
    ['', `"${right.id}";"Química";"1";"1";"100"`, `"${wrong.id}";"Química";"1";"0";"0"`].sort(),
  )

  const json = await download(page, 'Exportar JSON')
  expect(json.fileName).toMatch(/\.json$/)
  const rows = JSON.parse(json.contents) as unknown[]
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({ id: right.id, theme: 'Química', tries: 1, correct: 1, percent: 100 })
  expect(rows).toContainEqual({ id: wrong.id, theme: 'Química', tries: 1, correct: 0, percent: 0 })
})
