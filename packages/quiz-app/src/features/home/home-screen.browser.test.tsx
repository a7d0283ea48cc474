import { currentUsername } from '@cognito-srp/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import { newAnswer } from '../../../test/new-answer.ts'
import { createProductApi } from '../../../test/gateway.ts'
import { chooseThemes, expectRunOf, openHome, themeField } from '../../../test/open-screens.tsx'
import { createSignedInClient, renderApp } from '../../../test/render-app.tsx'
import { question } from '../../../test/question.ts'
import { BANK, button, chip } from '../../../test/study.ts'
import { recordAnswerAtom } from '../../sync/sync-atoms.ts'

afterEach(() => vi.restoreAllMocks())

/** Returns an API with the bank and the user's tries and right answers. */
function apiWith(tallies: Record<string, [tries: number, correct: number]>) {
  const api = createProductApi(BANK)
  const entries = Object.entries(tallies).map(([id, [tries, correct]]) => [id, { tries, correct }])
  api.gateway.store({ id: 'ana', questionsStats: Object.fromEntries(entries), marks: {} })
  return api
}

const mistakesOnly = () => page.getByRole('checkbox', { name: 'Só as que errei', exact: true })
const runLength = (name: string) => page.getByRole('radio', { name, exact: true })
const goHome = () => button('Home').click()

test('the home screen shows its label, placeholder, four buttons and the sign-out button in the header', async () => {
  await openHome()
  await expect.element(themeField()).toHaveTextContent('Selecione...')
  for (const name of ['Aleatória', 'Menos respondida', 'Menor acerto']) {
    await expect.element(button(name)).toHaveAttribute('data-appearance', 'outlined')
  }
  await expect.element(button('Estatística')).toHaveAttribute('data-appearance', 'emphasised')
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.element(page.getByRole('banner').getByText('Revisa')).toBeVisible()
})

test('the list contains the distinct themes in alphabetical order, without the first theme', async () => {
  await openHome()
  await themeField().click()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  const themes = page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
  expect(themes).toEqual(['Geografia', 'História', 'Matemática'])
})

test('home reads the statistics and creates empty statistics for a new user', async () => {
  const { api } = await openHome()
  await expect.poll(() => api.gateway.stored()).toEqual({ id: 'ana', questionsStats: {}, marks: {} })
})

test('if no theme is chosen, an order button starts a quiz with the questions of all themes', async () => {
  await openHome()
  await button('Menos respondida').click()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '5')
  expect(location.pathname).toBe('/quiz')
})

test('the theme field shows the number of questions in the chosen themes', async () => {
  await openHome()
  await expect.element(themeField()).toHaveAccessibleDescription('5 questões nesta escolha')
  await chooseThemes('História', 'Matemática')
  await expect.element(themeField()).toHaveAccessibleDescription('3 questões nesta escolha')
})

test('the theme field shows the number of chosen themes if the user chose several, because some chips are out of view', async () => {
  await openHome()
  await chooseThemes('História')
  expect(page.getByText(/matérias? ·/).elements()).toEqual([])
  await chooseThemes('Matemática')
  await expect.element(page.getByText('2 matérias · 3 questões nesta escolha')).toBeVisible()
})

test('while the questions load, home shows a loading text below the theme field, in the list of themes and above the order buttons', async () => {
  const api = createProductApi(BANK)
  const handle = (request: Request) =>
    request.url.endsWith('/questions') ? new Promise<Response>(() => {}) : api.handle(request)
  await openHome({ api: { ...api, handle } })
  await expect.element(themeField()).toHaveAccessibleDescription('Carregando matérias...')
  await expect.element(page.getByText('As questões estão carregando.')).toBeVisible()
  await themeField().click()
  await expect.element(page.getByRole('listbox')).toHaveTextContent('Carregando matérias...')
  await expect.element(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  await button('Aleatória').click()
  await expect.element(page.getByText('Carregando questões...', { exact: true })).toBeVisible()
})

test('the quiz contains as many questions as there are in the chosen themes', async () => {
  await openHome()
  await chooseThemes('História', 'Matemática')
  await button('Aleatória').click()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '3')
})

test.each([
  ['Menos respondida', 'g1 - Geografia'],
  ['Menor acerto', 'm1 - Matemática'],
])('%s starts with the question that has the lowest count', async (name, first) => {
  await openHome({ api: apiWith({ h1: [4, 3], g1: [1, 1], h2: [3, 3], m1: [2, 0], s1: [5, 5] }) })
  await button(name).click()
  await expect.element(chip(first)).toBeVisible()
})

test('opening the statistics clears the theme filter', async () => {
  await openHome()
  await chooseThemes('História')
  await button('Estatística').click()
  await expect.element(page.getByRole('heading', { name: 'Seu desempenho' })).toBeVisible()
  expect(location.pathname).toBe('/stats')
  await button('Home').click()
  await expect.element(themeField()).toHaveTextContent('Selecione...')
})

test('the chosen themes and run length are restored on the next visit, for each user separately', async () => {
  const databaseName = crypto.randomUUID()
  localStorage.clear()
  localStorage.setItem('revisa.choices', JSON.stringify({ rui: { themes: ['Geografia'], runLength: 30 } }))
  const { screen } = await openHome({ databaseName })
  await expect.element(themeField()).toHaveTextContent('Selecione...')
  await chooseThemes('História', 'Matemática')
  await runLength('20').click({ force: true })
  await screen.unmount()

  await openHome({ databaseName })
  await expect.element(themeField()).toHaveTextContent('História, Matemática')
  await expect.element(runLength('20')).toBeChecked()
  await button('Aleatória').click()
  await expectRunOf(3)
  await goHome()
  await expect.element(themeField()).toHaveTextContent('História, Matemática')
})

test('home drops a stored theme that the bank no longer contains', async () => {
  const databaseName = crypto.randomUUID()
  localStorage.clear()
  localStorage.setItem('revisa.choices', JSON.stringify({ ana: { themes: ['Física', 'História'], runLength: null } }))
  await openHome({ databaseName })
  await expect.element(themeField()).toHaveAccessibleDescription('2 questões nesta escolha')
  await expect.element(button('Remover História')).toBeVisible()
  expect(button('Remover Física').elements()).toEqual([])
})

test.each(['no json', '[]', '{"ana":{"themes":"História","runLength":null}}', '{"ana":{"themes":[],"runLength":7}}'])(
  'home ignores the damaged stored choice %s',
  async (kept) => {
    const databaseName = crypto.randomUUID()
    localStorage.clear()
    localStorage.setItem('revisa.choices', kept)
    await openHome({ databaseName })
    await expect.element(themeField()).toHaveAccessibleDescription('5 questões nesta escolha')
    await expect.element(runLength('Todas')).toBeChecked()
  },
)

test('a run has the chosen length, and by default it contains all matching questions', async () => {
  const many = Array.from({ length: 25 }, (_, index) => question(`q${index}`))
  await openHome({ api: createProductApi(many) })
  await expect.element(page.getByText('A revisão terá 25 questões.')).toBeVisible()
  await runLength('10').click({ force: true })
  await expect.element(page.getByText('A revisão terá 10 questões.')).toBeVisible()
  await button('Menor acerto').click()
  await expectRunOf(10)
})

test('"only mistakes" limits the run to questions of the chosen themes that were answered wrong', async () => {
  await openHome({ api: apiWith({ h1: [4, 3], g1: [1, 1], h2: [3, 3], m1: [2, 0] }) })
  await expect.element(mistakesOnly()).toHaveAccessibleDescription('2 questões')
  await chooseThemes('História')
  await expect.element(mistakesOnly()).toHaveAccessibleDescription('1 questão')
  await mistakesOnly().click({ force: true })
  await expect.element(page.getByText('A revisão terá 1 questão.')).toBeVisible()
  await button('Aleatória').click()
  await expect.element(chip('h1 - História')).toBeVisible()
  await expectRunOf(1)
})

test('without mistakes, the switch "only mistakes" is disabled, and the run contains all matching questions', async () => {
  await openHome({ api: apiWith({ h1: [4, 3], g1: [1, 1] }) })
  await mistakesOnly().click({ force: true })
  await chooseThemes('Geografia')
  await expect.element(mistakesOnly()).toBeDisabled()
  await expect.element(mistakesOnly()).not.toBeChecked()
  await expect.element(mistakesOnly()).toHaveAccessibleDescription('nenhuma ainda')
  await button('Aleatória').click()
  await expectRunOf(1)
})

test('a new screen opens at the top, even if the previous screen was scrolled', async () => {
  await page.viewport(360, 480)
  await openHome()
  button('Estatística').element().scrollIntoView()
  expect(scrollY).toBeGreaterThan(0)
  await button('Estatística').click()
  await expect.element(page.getByRole('heading', { name: 'Seu desempenho' })).toBeInViewport()
  expect(scrollY).toBe(0)
})

test('an order button starts the quiz while the theme list is open, and at 1280 × 800 the list does not cover the buttons', async () => {
  await page.viewport(1280, 800)
  await openHome()
  await themeField().click()
  const list = page.getByRole('listbox')
  await expect.element(list).toBeVisible()
  const { right, bottom } = list.element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(800)
  for (const name of ['Aleatória', 'Menos respondida', 'Menor acerto', 'Estatística']) {
    expect(button(name).element().getBoundingClientRect().left).toBeGreaterThan(right)
  }
  await button('Menor acerto').click()
  await expectRunOf(5)
})

test('Logout shows the login and deletes the session', async () => {
  const { client } = await openHome()
  await button('Logout').click()
  await expect.element(button('Logar')).toBeVisible()
  await expect.poll(() => currentUsername(client)).toBeNull()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('Logout replaces the screen immediately, and the login says that the answers have been sent', async () => {
  const gate = Promise.withResolvers<void>()
  const api = createProductApi(BANK)
  const handle = async (request: Request) => {
    if (request.method === 'PUT' && (await request.clone().text()).includes('tries')) await gate.promise
    return api.handle(request)
  }
  const { store } = await openHome({ api: { ...api, handle } })
  await store.set(recordAnswerAtom, newAnswer('h1', { selected: 1 }))
  await button('Logout').click()
  await expect.element(page.getByText('Saindo…')).toBeVisible()
  expect(button('Aleatória').elements()).toEqual([])
  gate.resolve()
  await expect.element(page.getByRole('status').getByText(/^Você saiu\. Suas respostas foram enviadas\./)).toBeVisible()
})

test('home offers a retry if the questions cannot be loaded', async () => {
  const api = createProductApi(BANK)
  let isBroken = true
  const handle = (request: Request) =>
    isBroken && request.url.endsWith('/questions')
      ? Promise.resolve(Response.json({ not: 'a list' }))
      : api.handle(request)
  await renderApp({ path: '/home', api: handle, client: await createSignedInClient() })
  await expect.element(page.getByText('Não foi possível carregar as questões.')).toBeVisible()
  isBroken = false
  await button('Tentar de novo').click()
  await themeField().click()
  await expect.element(page.getByRole('option', { name: 'História' })).toBeVisible()
})

test.each([
  [1, '1 questão não pôde ser lida e ficou de fora.'],
  [2, '2 questões não puderam ser lidas e ficaram de fora.'],
])('home shows the number of unusable questions (%i)', async (amount, text) => {
  const unusable = Array.from({ length: amount }, () => question('sem resposta', { correct: 7 }))
  await openHome({ api: createProductApi([...BANK, ...unusable]) })
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(themeField()).toHaveAccessibleDescription('5 questões nesta escolha')
})

test('the app signs the user out if the statistics cannot be read, and the login shows the reason', async () => {
  const api = createProductApi(BANK)
  const handle = (request: Request) =>
    request.url.endsWith('/stats') ? Promise.resolve(new Response('', { status: 500 })) : api.handle(request)
  await renderApp({ path: '/home', api: handle, client: await createSignedInClient() })
  await expect.element(button('Logar')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(/Suas respostas estão guardadas/)).toBeVisible()
})
