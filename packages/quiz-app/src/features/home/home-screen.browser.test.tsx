import { currentUsername } from '@cognito-srp/client'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { createProductApi } from '../../../test/gateway.ts'
import { createSignedInClient, renderApp } from '../../../test/render-app.tsx'
import { BANK, button, chip } from '../../../test/study.ts'

const field = () => page.getByRole('combobox', { name: 'Todas matérias' })

async function openHome(api = createProductApi(BANK)) {
  const app = await renderApp({ path: '/home', api: api.handle, client: await createSignedInClient() })
  await expect.element(field()).toBeVisible()
  return { ...app, api }
}

async function chooseThemes(...themes: string[]) {
  await field().click()
  for (const theme of themes) await page.getByRole('option', { name: theme, exact: true }).click()
  await userEvent.keyboard('{Escape}')
}

test('the home screen has its label, placeholder and four buttons, and a way out in the header', async () => {
  await openHome()
  await expect.element(field()).toHaveTextContent('Selecione...')
  for (const name of ['Aleatória', 'Menos respondida', 'Menor acerto']) {
    await expect.element(button(name)).toHaveAttribute('data-appearance', 'outlined')
  }
  await expect.element(button('Estatística')).toHaveAttribute('data-appearance', 'emphasised')
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.element(page.getByRole('banner').getByText('Revisa')).toBeVisible()
})

test('the themes are distinct and sorted, without the first entry', async () => {
  await openHome()
  await field().click()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  const themes = page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
  expect(themes).toEqual(['Geografia', 'História', 'Matemática'])
})

test('opening home reads the statistics and creates empty ones for a new user', async () => {
  const { api } = await openHome()
  await expect.poll(() => api.requests).toContain('PUT /stats')
  expect(api.gateway.stored()).toEqual({ id: 'ana', questionsStats: {}, marks: {} })
})

test('without a choice an order button takes all themes', async () => {
  await openHome()
  await button('Menos respondida').click()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '5')
  expect(location.pathname).toBe('/quiz')
})

test('the field says how many questions the choice holds', async () => {
  await openHome()
  await expect.element(field()).toHaveAccessibleDescription('5 questões nesta escolha')
  await chooseThemes('História', 'Matemática')
  await expect.element(field()).toHaveAccessibleDescription('3 questões nesta escolha')
})

test('chosen themes filter the quiz', async () => {
  await openHome()
  await chooseThemes('História', 'Matemática')
  await button('Aleatória').click()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '3')
})

test.each([
  ['Menos respondida', 'g1 - Geografia'],
  ['Menor acerto', 'm1 - Matemática'],
])('%s starts with the question whose count is lowest', async (name, first) => {
  const api = createProductApi(BANK)
  const tallies = { h1: [4, 3], g1: [1, 1], h2: [3, 3], m1: [2, 0], s1: [5, 5] }
  const questionsStats = Object.fromEntries(
    Object.entries(tallies).map(([id, [tries = 0, correct = 0]]) => [id, { tries, correct }]),
  )
  api.gateway.store({ id: 'ana', questionsStats, marks: {} })
  await openHome(api)
  await button(name).click()
  await expect.element(chip(first)).toBeVisible()
})

test('going to the statistics clears the theme filter', async () => {
  await openHome()
  await chooseThemes('História')
  await button('Estatística').click()
  await expect.element(page.getByRole('heading', { name: 'Seu desempenho' })).toBeVisible()
  expect(location.pathname).toBe('/stats')
  await button('Home').click()
  await expect.element(field()).toHaveTextContent('Selecione...')
})

test('Logout leads to the login and forgets the session', async () => {
  const { client } = await openHome()
  await button('Logout').click()
  await expect.element(button('Logar')).toBeVisible()
  await expect.poll(() => currentUsername(client)).toBeNull()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('questions that cannot be loaded can be tried again', async () => {
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
  await field().click()
  await expect.element(page.getByRole('option', { name: 'História' })).toBeVisible()
})

test('statistics that cannot be read sign out, and the login says why', async () => {
  const api = createProductApi(BANK)
  const handle = (request: Request) =>
    request.url.endsWith('/stats') ? Promise.resolve(new Response('', { status: 500 })) : api.handle(request)
  await renderApp({ path: '/home', api: handle, client: await createSignedInClient() })
  await expect.element(button('Logar')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(/Suas respostas estão guardadas/)).toBeVisible()
})
