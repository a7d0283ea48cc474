import { completeWebAuthnRegistration, listDevices, signIn, startWebAuthnRegistration } from '@cognito-srp/client'
import type { RegistrationResponseJSON } from '@cognito-srp/client'
import { totpCode } from '@cognito-srp/testing/totp'
import { TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { VIRTUAL_AUTHENTICATOR } from '@cognito-srp/testing/webauthn'
import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'

import { EMAIL, PASSWORD } from '../../../test/account.ts'
import { answerWith, expectSignedIn, heading, lastSentCode, logInAt } from '../../../test/login.ts'
import { createClient } from '../../../test/render-app.tsx'
import { button } from '../../../test/study.ts'

const alert = () => page.getByRole('alert')

test('the code of an authenticator app is asked for; a wrong one can be corrected', async () => {
  await logInAt('Totp')
  await expect.element(heading('Confirme que é você')).toHaveFocus()
  await answerWith('Código', '000000')
  await expect.element(alert()).toHaveTextContent('Código incorreto. Confira e tente de novo.')
  const code = await totpCode(TOTP_SECRET)
  await answerWith('Código', ` ${code.slice(0, 3)} ${code.slice(3)} `) // as the app shows it
  await expectSignedIn()
})

test('an empty code sends nothing and keeps the focus on its field', async () => {
  await logInAt('Totp')
  await answerWith('Código', ' ')
  await expect.element(page.getByLabelText('Código')).toHaveFocus()
  expect(alert().elements()).toEqual([])
})

test.each([
  ['Sms', '+*********4321'],
  ['Email', 'a***@e***'],
])('a code sent by %s names its masked destination', async (pool, destination) => {
  await logInAt(pool)
  await expect.element(page.getByText(`Enviamos um código para ${destination}.`)).toBeVisible()
  await answerWith('Código', await lastSentCode(pool))
  await expectSignedIn()
})

test('the person chooses among second factors', async () => {
  await logInAt('Choice')
  await expect.element(heading('Como você quer confirmar que é você?')).toBeVisible()
  await expect.element(button('Código por e-mail')).toBeVisible()
  await button('Aplicativo autenticador').click()
  await answerWith('Código', await totpCode(TOTP_SECRET))
  await expectSignedIn()
})

test('an authenticator app is set up with a QR code and a secret to type', async () => {
  await logInAt('Setup')
  await expect.element(page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeVisible()
  const secret = document.querySelector('code')?.textContent ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{32,}$/)
  await answerWith('Código', await totpCode(secret))
  await expectSignedIn()
})

test('a password manager finds whose password is new; a person, by whatever means, finds no such field', async () => {
  await logInAt('NewPassword')
  await expect.element(heading('Escolha uma nova senha')).toHaveFocus()
  const account = document.querySelector<HTMLInputElement>('form input[autocomplete="username"]')
  expect(account?.value).toBe(EMAIL)
  expect(account?.checkVisibility()).toBe(true) // laid out, or it would be skipped
  expect(account?.getBoundingClientRect()).toMatchObject({ width: 1, height: 1 })
  expect(page.getByRole('textbox').elements()).not.toContain(account)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByLabelText('Nova senha')).toHaveFocus()
})

test('a temporary password is replaced, with the attributes that the pool requires', async () => {
  await logInAt('NewPassword')
  await expect.element(heading('Escolha uma nova senha')).toBeVisible()
  await page.getByLabelText('Nome completo').fill('Ana Souza')
  await answerWith('Nova senha', 'fraca')
  await expect
    .element(alert())
    .toHaveTextContent('A nova senha não atende às regras: é curta demais. Use mais caracteres.')
  await answerWith('Nova senha', 'Melhor-2027')
  await expectSignedIn()
})

test('a question of the pool’s own making is shown and answered', async () => {
  await logInAt('Custom', { authFlow: 'CUSTOM_AUTH' })
  await expect.element(page.getByText('Quanto é 6 × 7?')).toBeVisible()
  await answerWith('Resposta', '42')
  await expectSignedIn()
})

test('with USER_AUTH the person chooses the first factor; the typed password is proved, never sent', async () => {
  await logInAt('FirstFactor', { authFlow: 'USER_AUTH' })
  await expect.element(button('Código por e-mail')).toBeVisible()
  expect(page.getByRole('button', { name: 'Senha' }).elements()).toHaveLength(1)
  await button('Senha').click()
  await expectSignedIn()
})

test('a passkey signs in', async () => {
  const chromium = cdp() as unknown as { send(method: string, parameters?: object): Promise<unknown> }
  await chromium.send('WebAuthn.enable', { enableUI: false })
  await chromium.send('WebAuthn.addVirtualAuthenticator', VIRTUAL_AUTHENTICATOR)
  const client = createClient({ pool: 'FirstFactor' })
  await signIn(client, { username: EMAIL, password: PASSWORD })
  const { credentialCreationOptions } = await startWebAuthnRegistration(client)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    credentialCreationOptions as PublicKeyCredentialCreationOptionsJSON,
  )
  const created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  await completeWebAuthnRegistration(client, { credential: created.toJSON() as RegistrationResponseJSON })

  await logInAt('FirstFactor', { authFlow: 'USER_AUTH' })
  await button('Chave de acesso').click()
  await button('Usar chave de acesso').click()
  await expectSignedIn()
})

test.each([
  ['Lembrar este aparelho', 'remembered'],
  ['Não lembrar', 'not_remembered'],
])('a new device is remembered only with consent: %s', async (choice, status) => {
  const { client } = await logInAt('Device')
  await expect.element(heading('Lembrar este aparelho?')).toBeVisible()
  await button(choice).click()
  await expectSignedIn()
  const { devices } = await listDevices(client)
  expect(JSON.stringify(devices)).toContain(`"${status}"`)
})

test('from any step there is a way back to e-mail and password', async () => {
  await logInAt('Totp')
  await button('Começar de novo').click()
  await expect.element(button('Logar')).toBeVisible()
})
