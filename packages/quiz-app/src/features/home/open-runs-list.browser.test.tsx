import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import { createProductApi } from '../../../test/gateway.ts'
import { chooseThemes, expectRunOf, openHome, themeField } from '../../../test/open-screens.tsx'
import { createSignedInClient, renderApp } from '../../../test/render-app.tsx'
import { BANK, button } from '../../../test/study.ts'

afterEach(() => vi.restoreAllMocks())

const goHome = () => button('Home').click()

test('home lists the open runs, most recently used first', async () => {
  await openHome()
  expect(page.getByRole('heading', { name: 'Continue de onde parou' }).elements()).toEqual([])
  await button('Menos respondida').click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^certa/ })
    .click()
  await goHome()
  await expect.element(button('Continuar (1 de 5)')).toHaveAttribute('data-appearance', 'emphasised')
  await chooseThemes('História', 'Matemática')
  await button('Aleatória').click()
  await goHome()
  await expect.element(button('Continuar (0 de 3)')).toHaveAttribute('data-appearance', 'emphasised')
  await expect.element(button('Continuar (1 de 5)')).toHaveAttribute('data-appearance', 'outlined')
  await expect
    .element(button('Continuar (0 de 3)'))
    .toHaveAccessibleDescription(/^História e Matemática · \d\d\/\d\d,\s/)
  await expect.element(button('Continuar (1 de 5)')).toHaveAccessibleDescription(/^Todas as matérias · \d\d\/\d\d,\s/)
  await button('Continuar (1 de 5)').click()
  await expectRunOf(5)
  expect(location.pathname).toBe('/quiz')
})

test('the buttons below the list appear after the open runs, so that no button moves while a user presses it', async () => {
  const databaseName = crypto.randomUUID()
  const { screen } = await openHome({ databaseName })
  await button('Menos respondida').click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^certa/ })
    .click()
  await expect.element(page.getByText('Resposta correta', { exact: true })).toBeVisible()
  await screen.unmount()

  const goOn = page.getByRole('button', { name: /^Continuar/ })
  const wereRunsThere: boolean[] = []
  const observer = new MutationObserver(() => {
    if (button('Aleatória').elements().length > 0) wereRunsThere.push(goOn.elements().length > 0)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await openHome({ databaseName })
  await expect.element(goOn).toBeVisible()
  observer.disconnect()
  expect(new Set(wereRunsThere)).toEqual(new Set([true]))
})

test('home appears within four seconds even if the database does not respond', async () => {
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = open(name, version)
    request.addEventListener = () => {}
    return request
  })
  await renderApp({ path: '/home', api: createProductApi(BANK).handle, client: await createSignedInClient() })
  await expect.element(themeField(), { timeout: 4000 }).toBeVisible()
})
