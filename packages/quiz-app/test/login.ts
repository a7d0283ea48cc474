import type { Fetch } from '@cognito-srp/client'
import { expect, inject } from 'vitest'
import { page } from 'vitest/browser'

import { ADMIN_HEADERS, EMAIL, PASSWORD, poolIds } from './account.ts'
import { renderApp } from './render-app.tsx'
import type { AppOptions } from './render-app.tsx'
import { button } from './study.ts'

// User actions that the sign-in tests share. The actions find controls by their Portuguese names.

export const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

/** Opens /login for one of the test pools, and submits e-mail and password. */
export async function logInAt(pool: string, options: Partial<AppOptions> = {}) {
  const rendered = await renderApp({ path: '/login', pool, ...options })
  await fillLogin()
  return rendered
}

/** Fills in the login form and submits it. */
export async function fillLogin(email = EMAIL, password = PASSWORD) {
  await page.getByLabelText('Email', { exact: true }).fill(email)
  await page.getByLabelText('Senha', { exact: true }).fill(password)
  await button('Logar').click()
}

export async function answerWith(label: string, text: string) {
  await page.getByLabelText(label, { exact: true }).fill(text)
  await button('Continuar').click()
}

export async function expectSignedIn() {
  await expect.element(button('Estatística')).toBeVisible()
  expect(location.pathname).toBe('/home')
}

/** Returns the last code that the user pool sent to any destination. */
export async function lastSentCode(pool: string): Promise<string> {
  const reply = await fetch(inject('outboxUrl'))
  const messages = (await reply.json()) as { userPoolId: string; code: string }[]
  return messages.findLast(({ userPoolId }) => userPoolId === poolIds(pool).userPoolId)?.code ?? ''
}

/** Calls an administrator operation for a user of a pool. */
export async function administer(operation: string, pool: string, email: string): Promise<void> {
  const reply = await fetch(inject('identityUrl'), {
    method: 'POST',
    headers: { ...ADMIN_HEADERS, 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
    body: JSON.stringify({ UserPoolId: poolIds(pool).userPoolId, Username: email }),
  })
  if (!reply.ok) throw new Error(`${operation} failed: ${await reply.text()}`)
}

/** Creates a fetch that fails for some operations. `operations` lists all operations that were sent. */
export function createFailingFetch(failures: Record<string, { code: string; message: string } | 'drop'>) {
  const operations: string[] = []
  const send: Fetch = async (url, request) => {
    const operation = request.headers['X-Amz-Target']?.split('.')[1] ?? ''
    operations.push(operation)
    const failure = failures[operation]
    if (failure === undefined) return fetch(url, request)
    if (failure === 'drop') throw new TypeError('The connection broke.')
    return Response.json({ __type: failure.code, message: failure.message }, { status: 400 })
  }
  return { operations, fetch: send }
}
