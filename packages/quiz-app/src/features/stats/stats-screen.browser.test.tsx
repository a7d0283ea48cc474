import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import { createProductApi } from '../../../test/gateway.ts'
import { createSignedInClient, renderApp } from '../../../test/render-app.tsx'
import { BANK, button, chip } from '../../../test/study.ts'

async function openStats(questionsStats: Record<string, { tries: number; correct: number }>) {
  const api = createProductApi(BANK)
  api.gateway.store({ id: 'ana', questionsStats, marks: {} })
  await renderApp({ path: '/stats', api: api.handle, client: await createSignedInClient() })
  await expect.element(page.getByRole('heading', { name: 'Seu desempenho' })).toBeVisible()
}

const namesOf = (name: RegExp) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name })
    .elements()
    .map((chart) => chart.getAttribute('aria-label'))

const charts = () => namesOf(/%/)

const ATTEMPTED = {
  h1: { tries: 2, correct: 1 },
  h2: { tries: 1, correct: 1 },
  g1: { tries: 1, correct: 0 },
  m1: { tries: 0, correct: 0 },
  s1: { tries: 1, correct: 1 },
}

test('each attempted theme has a chart with its rounded percentage, hits and tries', async () => {
  await openStats(ATTEMPTED)
  await expect.element(page.getByRole('button', { name: /^História/ })).toBeVisible()
  expect(charts()).toEqual([
    'Sem matéria: 100%, 1 acertos em 1 tentativa',
    'Geografia: 0%, 0 acertos em 1 tentativa',
    'História: 67%, 2 acertos em 3 tentativas',
  ])
  const history = page.getByRole('button', { name: /^História/ })
  for (const text of ['67%', '2 acertos', '3', 'História']) {
    await expect.element(history.getByText(text, { exact: true })).toBeVisible()
  }
})

test('the header contains the buttons Home and Logout', async () => {
  await openStats(ATTEMPTED)
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Home' }).click()
  await expect.element(button('Estatística')).toBeVisible()
})

test('pressing a chart starts a quiz on its theme, beginning with the questions that have the fewest right answers', async () => {
  await openStats({ h1: { tries: 2, correct: 2 }, h2: { tries: 9, correct: 1 } })
  await page.getByRole('button', { name: /^História/ }).click()
  await expect.element(chip('h2 - História')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '2')
  expect(location.pathname).toBe('/quiz')
})

test('each theme shows the number of its seen questions, and a line above the themes shows the total', async () => {
  await openStats(ATTEMPTED)
  await expect.element(page.getByText('Você acertou 3 de 5 respostas e já viu 4 de 5 questões.')).toBeVisible()
  await expect.element(page.getByText('2 de 2 vistas', { exact: true })).toBeVisible()
  expect(page.getByText('1 de 1 vistas', { exact: true }).elements()).toHaveLength(2)
})

test('a theme with mistakes has a button that starts a run of these mistakes, lowest hits first', async () => {
  await openStats({
    ...ATTEMPTED,
    h1: { tries: 9, correct: 8 },
    h2: { tries: 2, correct: 1 },
    g1: { tries: 1, correct: 1 },
  })
  const mistakes = page.getByRole('button', { name: 'Só as que errei', exact: true }) // only one theme has mistakes
  await expect.element(mistakes).toHaveAccessibleDescription('História')
  expect(namesOf(/História/)).toHaveLength(1) // only the chart has the theme in its name
  await mistakes.click()
  await expect.element(chip('h2 - História')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '2')
})

test('the screen says what to do if there are no answers', async () => {
  await openStats({})
  await expect.element(page.getByText(/Você ainda não respondeu a nenhuma questão/)).toBeVisible()
  expect(charts()).toEqual([])
  await button('Escolher o que revisar').click()
  await expect.element(button('Estatística')).toBeVisible()
})

test.each([
  ['Exportar CSV', 'revisa-desempenho.csv', '"g1";"Geografia";"1";"0";"0"'],
  ['Exportar JSON', 'revisa-desempenho.json', '"percent": 50'],
])('%s downloads the user’s own statistics', async (name, fileName, line) => {
  const made: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) made.push(blob)
    return 'about:blank'
  })
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.download)
  })
  await openStats(ATTEMPTED)
  await button(name).click()
  expect(clicked).toEqual([fileName])
  expect(await made[0]?.text()).toContain(line)
  vi.restoreAllMocks()
})
