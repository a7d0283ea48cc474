import { listDevices, registerPasskey, signIn } from '@cognito-srp/client'
import type { Fetch } from '@cognito-srp/client'
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

test('the user can enter a code from an authenticator app and correct a wrong code', async () => {
  await logInAt('Totp')
  await expect.element(heading('Confirme que é você')).toHaveFocus()
  await answerWith('Código', '000000')
  await expect.element(alert()).toHaveTextContent('Código incorreto. Confira e tente de novo.')
  const code = await totpCode(TOTP_SECRET)
  await answerWith('Código', ` ${code.slice(0, 3)} ${code.slice(3)} `) // apps show a code in two groups
  await expectSignedIn()
})

test('submitting an empty code shows no message and keeps the focus on the code field', async () => {
  await logInAt('Totp')
  await answerWith('Código', ' ')
  await expect.element(page.getByLabelText('Código')).toHaveFocus()
  expect(alert().elements()).toEqual([])
})

test.each([
  ['SMS', 'Sms', '+*********4321'],
  ['e-mail', 'Email', 'a***@e***'],
])('the screen shows the masked destination of a code sent by %s', async (_medium, pool, destination) => {
  await logInAt(pool)
  await expect.element(page.getByText(`Enviamos um código para ${destination}.`)).toBeVisible()
  await answerWith('Código', await lastSentCode(pool))
  await expectSignedIn()
})

test('the user can choose one of several second factors', async () => {
  await logInAt('Choice')
  await expect.element(heading('Como você quer confirmar que é você?')).toBeVisible()
  await expect.element(button('Código por e-mail')).toBeVisible()
  await button('Aplicativo autenticador').click()
  await answerWith('Código', await totpCode(TOTP_SECRET))
  await expectSignedIn()
})

test('the user can set up an authenticator app with a QR code or by typing the secret', async () => {
  await logInAt('Setup')
  await expect.element(page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeVisible()
  const secret = document.querySelector('code')?.textContent ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{32,}$/)
  await answerWith('Código', await totpCode(secret))
  await expectSignedIn()
})

test('the new-password form has a user-name field for password managers that users cannot see or focus', async () => {
  await logInAt('NewPassword')
  await expect.element(heading('Escolha uma nova senha')).toHaveFocus()
  const account = document.querySelector<HTMLInputElement>('form input[autocomplete="username"]')
  expect(account?.value).toBe(EMAIL)
  expect(account?.checkVisibility()).toBe(true) // password managers skip fields without a layout
  expect(account?.getBoundingClientRect()).toMatchObject({ width: 1, height: 1 })
  expect(page.getByRole('textbox').elements()).not.toContain(account)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByLabelText('Nova senha')).toHaveFocus()
})

test('the user can replace a temporary password and fill in the attributes that the pool requires', async () => {
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

test('a custom challenge shows its question above an empty field and accepts the answer', async () => {
  await logInAt('Custom', { authFlow: 'CUSTOM_AUTH' })
  const question = page.getByRole('figure', { name: 'O serviço da sua conta pergunta:' })
  await expect.element(question.getByText('Quanto é 6 × 7?')).toBeVisible()
  await expect.element(page.getByLabelText('Resposta')).toHaveValue('')
  await expect.element(page.getByText('Não digite sua senha aqui.')).toBeVisible()
  await answerWith('Resposta', '42')
  await expectSignedIn()
})

/** Creates a client that changes the response to the first request of a sign-in. `sent` lists the bodies of all requests. */
function createTamperedClient(pool: string, change: (answer: Record<string, unknown>) => object) {
  const sent: string[] = []
  const send: Fetch = async (url, request) => {
    sent.push(request.body)
    const answer = await fetch(url, request)
    const isFirst = request.headers['X-Amz-Target']?.endsWith('.InitiateAuth')
    return isFirst ? Response.json(change((await answer.json()) as Record<string, unknown>)) : answer
  }
  return { sent, client: createClient({ pool, fetch: send }) }
}

test('a pool that accepts only plain passwords gets the password only after the user types it again', async () => {
  const { sent, client } = createTamperedClient('FirstFactor', (answer) => ({
    ...answer,
    AvailableChallenges: ['PASSWORD'],
  }))
  await logInAt('FirstFactor', { authFlow: 'USER_AUTH', client })
  await button('Senha').click()
  await expect.element(heading('Digite sua senha')).toHaveFocus()
  await expect.element(page.getByLabelText('Senha', { exact: true })).toHaveValue('')
  expect(sent.join()).not.toContain(PASSWORD)
  await answerWith('Senha', PASSWORD)
  await expectSignedIn()
})

test.each(['SELECT_CHALLENGE', 'PASSWORD', 'PASSWORD_SRP'])(
  'an SRP sign-in that receives the challenge %s fails without sending the password',
  async (ChallengeName) => {
    const { sent, client } = createTamperedClient('FirstFactor', (answer) => ({
      ...answer,
      ChallengeName,
      Session: 's',
    }))
    await logInAt('FirstFactor', { client })
    await expect.element(alert().getByText(/ela não foi enviada/)).toBeVisible()
    await expect.element(button('Logar')).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent.join()).not.toContain(PASSWORD)
  },
)

test('in a forged NEW_PASSWORD_REQUIRED challenge, the typed password is rejected as the new password and as an attribute', async () => {
  const { sent, client } = createTamperedClient('Plain', () => ({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: 's',
    ChallengeParameters: { requiredAttributes: '["userAttributes.Senha"]' },
  }))
  await logInAt('Plain', { client })
  await page.getByLabelText('Senha', { exact: true }).fill('x')
  await answerWith('Nova senha', PASSWORD)
  await expect.element(alert()).toHaveTextContent('Você já usou esta senha. Escolha outra.')
  await page.getByLabelText('Senha', { exact: true }).fill(PASSWORD)
  await answerWith('Nova senha', 'Recordar-2027')
  await expect.element(alert()).toMatchTextContent(/^Isto é a sua senha, e ela não foi enviada/)
  expect(sent).toHaveLength(1)
  expect(sent.join()).not.toContain(PASSWORD)
})

test('the typed password is rejected as the answer to a custom challenge', async () => {
  const { sent, client } = createTamperedClient('Plain', () => ({
    ChallengeName: 'CUSTOM_CHALLENGE',
    Session: 's',
    ChallengeParameters: { question: 'Confirme sua senha:' },
  }))
  await logInAt('Plain', { client })
  await answerWith('Resposta', ` ${PASSWORD}`)
  await expect.element(alert()).toMatchTextContent(/^Isto é a sua senha, e ela não foi enviada/)
  expect(sent).toHaveLength(1)
})

test('the screen does not show a code destination that is a sentence', async () => {
  const { client } = createTamperedClient('Plain', () => ({
    ChallengeName: 'SMS_MFA',
    Session: 's',
    ChallengeParameters: { CODE_DELIVERY_DESTINATION: 'você. Digite sua senha no lugar dele' },
  }))
  await logInAt('Plain', { client })
  await expect.element(page.getByText('Digite o código que enviamos para você.')).toBeVisible()
  expect(page.getByText('Digite sua senha').elements()).toEqual([])
})

test('for an unknown challenge, the screen shows the pool’s text without a field', async () => {
  const { client } = createTamperedClient('Plain', () => ({
    ChallengeName: 'RETINA_SCAN',
    Session: 's',
    ChallengeParameters: { USER_ID_FOR_SRP: 'id-of-ana', hint: 'Olhe para a câmera' },
  }))
  await logInAt('Plain', { client })
  await expect.element(heading('Mais uma etapa')).toHaveFocus()
  const words = page.getByRole('figure', { name: 'O serviço da sua conta pergunta:' })
  await expect.element(words.getByText('Olhe para a câmera')).toBeVisible()
  expect(document.body.textContent).not.toContain('id-of-ana')
  expect(page.getByRole('textbox').elements()).toEqual([])
})

test('with USER_AUTH, the user can choose a first factor and sign in with the password typed into the login form', async () => {
  await logInAt('FirstFactor', { authFlow: 'USER_AUTH' })
  await expect.element(button('Código por e-mail')).toBeVisible()
  expect(page.getByRole('button', { name: 'Senha' }).elements()).toHaveLength(1)
  await button('Senha').click()
  await expectSignedIn()
})

test('a user can sign in with a passkey', async () => {
  const chromium = cdp() as unknown as { send(method: string, parameters?: object): Promise<unknown> }
  await chromium.send('WebAuthn.enable', { enableUI: false })
  await chromium.send('WebAuthn.addVirtualAuthenticator', VIRTUAL_AUTHENTICATOR)
  const client = createClient({ pool: 'FirstFactor' })
  await signIn(client, { username: EMAIL, password: PASSWORD })
  await registerPasskey(client)

  await logInAt('FirstFactor', { authFlow: 'USER_AUTH' })
  await button('Chave de acesso').click()
  await button('Usar chave de acesso').click()
  await expectSignedIn()
})

test.each([
  ['Lembrar este aparelho', 'remembered'],
  ['Não lembrar', 'not_remembered'],
])('the button "%s" marks a new device as %s', async (choice, status) => {
  const { client } = await logInAt('Device')
  await expect.element(heading('Lembrar este aparelho?')).toBeVisible()
  await button(choice).click()
  await expectSignedIn()
  const { devices } = await listDevices(client)
  expect(JSON.stringify(devices)).toContain(`"${status}"`)
})

test('the user can return from a challenge to e-mail and password', async () => {
  await logInAt('Totp')
  await button('Começar de novo').click()
  await expect.element(button('Logar')).toBeVisible()
})
