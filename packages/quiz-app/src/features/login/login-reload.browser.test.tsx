import { signOut } from '@cognito-srp/client'
import { totpCode } from '@cognito-srp/testing/totp'
import { TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { EMAIL, PASSWORD } from '../../../test/account.ts'
import { answerWith, expectSignedIn, heading, logInAt } from '../../../test/login.ts'
import { createClient, renderApp } from '../../../test/render-app.tsx'
import type { AppOptions } from '../../../test/render-app.tsx'
import { button } from '../../../test/study.ts'

type Rendered = Awaited<ReturnType<typeof renderApp>>

/** Returns the storage key of the sign-in store for a pool. */
const challengeKey = (pool: string) => `CognitoSignIn.web-${pool}`

/** Simulates a reload of the tab, after which only stored items remain. */
async function reload({ screen }: Rendered, options: Partial<AppOptions>) {
  await screen.unmount()
  return renderApp({ path: '/login', isReload: true, ...options })
}

function qrDrawing(): string {
  return document.querySelector('svg[role="img"] path')?.getAttribute('d') ?? ''
}

test('the user can enter the authenticator code after a reload, and the completed sign-in empties session storage', async () => {
  const rendered = await logInAt('TotpReload')
  await expect.element(heading('Confirme que é você')).toBeVisible()
  await reload(rendered, { pool: 'TotpReload' })
  await expect.element(heading('Confirme que é você')).toHaveFocus()
  await answerWith('Código', await totpCode(TOTP_SECRET))
  await expectSignedIn()
  expect(sessionStorage).toHaveLength(0)
})

test('after a reload, the set-up of an authenticator app continues with the same QR code and secret', async () => {
  const rendered = await logInAt('SetupReload')
  await expect.element(page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeVisible()
  const secret = document.querySelector('code')?.textContent ?? ''
  const drawing = qrDrawing()
  await reload(rendered, { pool: 'SetupReload' })
  await expect.element(page.getByText(secret)).toBeVisible()
  expect(qrDrawing()).toBe(drawing)
  await answerWith('Código', await totpCode(secret))
  await expectSignedIn()
  expect(sessionStorage).toHaveLength(0)
})

test('after a reload, the question whether to remember the device is shown only while its user is signed in', async () => {
  const sent: string[] = []
  const client = createClient({
    pool: 'Device',
    fetch: (url, request) => (sent.push(request.body), fetch(url, request)),
  })
  const rendered = await logInAt('Device', { client })
  await expect.element(heading('Lembrar este aparelho?')).toBeVisible()
  const again = await reload(rendered, { client })
  await button('Lembrar este aparelho').click()
  await expectSignedIn()
  expect(sent.join()).toContain('"DeviceRememberedStatus":"remembered"')
  expect(sessionStorage).toHaveLength(0)

  const keepConsentOf = (username: string) =>
    sessionStorage.setItem('revisa.login.web-Device', JSON.stringify({ name: 'device-consent', username }))
  keepConsentOf('bruno')
  const ofAnotherUser = await reload(again, { client })
  await expectSignedIn()
  await signOut(client)
  keepConsentOf('ana')
  await reload(ofAnotherUser, { client })
  await expect.element(button('Logar')).toBeVisible()
})

test('during a challenge, the password is not stored, and local storage does not change', async () => {
  const storedBefore = textOf(localStorage)
  await logInAt('Totp')
  await expect.element(heading('Confirme que é você')).toBeVisible()
  expect(sessionStorage.getItem(challengeKey('Totp'))).toContain('SOFTWARE_TOKEN_MFA')
  expect(textOf(sessionStorage)).not.toContain(PASSWORD)
  expect(textOf(localStorage)).toBe(storedBefore)
})

test('after the user starts again, a reload shows the form', async () => {
  const rendered = await logInAt('Totp')
  await button('Começar de novo').click()
  expect(sessionStorage).toHaveLength(0)
  await reload(rendered, { pool: 'Totp' })
  await expect.element(button('Logar')).toBeVisible()
})

test('if the challenge has expired, a reload shows the form and removes the stored challenge', async () => {
  const rendered = await logInAt('Totp')
  await expect.element(heading('Confirme que é você')).toBeVisible()
  changeStoredChallenge('Totp', { expiresAtMs: Date.now() - 1 })
  await reload(rendered, { pool: 'Totp' })
  await expect.element(button('Logar')).toBeVisible()
  expect(sessionStorage).toHaveLength(0)
})

test('if the service no longer accepts a restored challenge, the form says why', async () => {
  const rendered = await logInAt('Totp')
  await expect.element(heading('Confirme que é você')).toBeVisible()
  changeStoredChallenge('Totp', { challengeSession: 'A'.repeat(40) }) // the service has no such challenge session
  await reload(rendered, { pool: 'Totp' })
  await answerWith('Código', '000000')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('O tempo para responder acabou. Comece de novo com e-mail e senha.')
  await expect.element(button('Logar')).toBeVisible()
  expect(sessionStorage).toHaveLength(0)
})

test('after a reload, a user who chooses to sign in with the password must type it again', async () => {
  const rendered = await logInAt('FirstFactor', { authFlow: 'USER_AUTH' })
  await expect.element(button('Senha')).toBeVisible()
  await reload(rendered, { pool: 'FirstFactor', authFlow: 'USER_AUTH' })
  await button('Senha').click()
  await expect.element(heading('Digite sua senha')).toHaveFocus()
  await answerWith('Senha', PASSWORD)
  await expectSignedIn()
})

test('after signing out, the user sees the form, not an old stored challenge', async () => {
  const rendered = await logInAt('Plain')
  await expectSignedIn()
  const kept = {
    name: 'SOFTWARE_TOKEN_MFA',
    username: EMAIL,
    challengeSession: 'old',
    expiresAtMs: Date.now() + 60_000,
  }
  sessionStorage.setItem(challengeKey('Plain'), JSON.stringify({ challenge: kept }))
  await reload(rendered, { client: rendered.client })
  await expectSignedIn()
  await button('Logout').click()
  await expect.element(button('Logar')).toBeVisible()
  expect(sessionStorage).toHaveLength(0)
})

/** Returns all items of a storage as text. */
function textOf(storage: Storage): string {
  return JSON.stringify(Object.entries(storage))
}

/** Changes the stored challenge of the tab. */
function changeStoredChallenge(pool: string, changes: { expiresAtMs: number } | { challengeSession: string }): void {
  const kept = JSON.parse(sessionStorage.getItem(challengeKey(pool)) ?? '{}') as { challenge: object }
  sessionStorage.setItem(challengeKey(pool), JSON.stringify({ challenge: { ...kept.challenge, ...changes } }))
}
