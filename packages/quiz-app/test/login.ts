import { expect, inject } from 'vitest'
import { page } from 'vitest/browser'

import { ADMIN_HEADERS, EMAIL, PASSWORD, poolIds } from './account.ts'
import { renderApp } from './render-app.tsx'
import type { AppOptions } from './render-app.tsx'
import { button } from './study.ts'

// What the tests of the sign-in share: the steps of a person, by Portuguese names.

export const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

/** Signs in at a pool that asks for more than e-mail and password. */
export async function logInAt(pool: string, options: Partial<AppOptions> = {}) {
  const rendered = await renderApp({ path: '/login', pool, ...options })
  await page.getByLabelText('Email', { exact: true }).fill(EMAIL)
  await page.getByLabelText('Senha', { exact: true }).fill(PASSWORD)
  await button('Logar').click()
  return rendered
}

export async function answerWith(label: string, text: string) {
  await page.getByLabelText(label, { exact: true }).fill(text)
  await button('Continuar').click()
}

export async function expectSignedIn() {
  await expect.element(button('Estatística')).toBeVisible()
  expect(location.pathname).toBe('/home')
}

/** The code that the user pool sent last, to whatever destination. */
export async function lastSentCode(pool: string): Promise<string> {
  const reply = await fetch(new URL('_emulator/outbox', inject('identityUrl')), { headers: ADMIN_HEADERS })
  const messages = (await reply.json()) as { userPoolId: string; code: string }[]
  return messages.findLast(({ userPoolId }) => userPoolId === poolIds(pool).userPoolId)?.code ?? ''
}
