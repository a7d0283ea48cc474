import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { createProductApi } from './gateway.ts'
import { createSignedInClient, renderApp } from './render-app.tsx'
import { BANK } from './study.ts'

type Options = { api?: ReturnType<typeof createProductApi>; databaseName?: string }

/** Theme field of /home. */
export const themeField = () => page.getByRole('combobox', { name: 'Todas matérias' })

/** Opens /home as a signed-in student. */
export async function openHome({ api = createProductApi(BANK), databaseName }: Options = {}) {
  const client = await createSignedInClient()
  const profile = databaseName === undefined ? {} : { databaseName }
  const app = await renderApp({ path: '/home', api: api.handle, client, ...profile })
  await expect.element(themeField()).toBeVisible()
  return { ...app, api }
}

export async function chooseThemes(...themes: string[]): Promise<void> {
  await themeField().click()
  for (const theme of themes) await page.getByRole('option', { name: theme, exact: true }).click()
  await userEvent.keyboard('{Escape}')
}

/** Opens /quiz as a signed-in student with a run of the whole bank. */
export async function openQuiz(
  api = createProductApi(BANK),
  databaseName: string = crypto.randomUUID(),
  reportEmail = '',
) {
  const client = await createSignedInClient()
  const app = await renderApp({ path: '/quiz', api: api.handle, client, databaseName, reportEmail })
  return { ...app, api }
}

/** Waits until the quiz shows a run of `total` questions. */
export async function expectRunOf(total: number): Promise<void> {
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', String(total))
}
