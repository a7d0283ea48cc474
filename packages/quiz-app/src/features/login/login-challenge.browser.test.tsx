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

test('a question of the pool’s own making is shown as its words, with an empty field, and answered', async () => {
  await logInAt('Custom', { authFlow: 'CUSTOM_AUTH' })
  const question = page.getByRole('figure', { name: 'O serviço da sua conta pergunta:' })
  await expect.element(question.getByText('Quanto é 6 × 7?')).toBeVisible()
  await expect.element(page.getByLabelText('Resposta')).toHaveValue('')
  await expect.element(page.getByText('Não digite sua senha aqui.')).toBeVisible()
  await answerWith('Resposta', '42')
  await expectSignedIn()
})

/** A network on which the service answers the first request of a sign-in in another way; `sent` are all bodies. */
function createOtherAnswer(pool: string, change: (answer: Record<string, unknown>) => object) {
  const sent: string[] = []
  const send: Fetch = async (url, request) => {
    sent.push(request.body)
    const answer = await fetch(url, request)
    const isFirst = request.headers['X-Amz-Target']?.endsWith('.InitiateAuth')
    return isFirst ? Response.json(change((await answer.json()) as Record<string, unknown>)) : answer
  }
  return { sent, client: createClient({ pool, fetch: send }) }
}

test('a pool that wants the password itself gets none of its own accord: an empty field asks for it', async () => {
  const { sent, client } = createOtherAnswer('FirstFactor', (answer) => ({
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
  'a sign-in by SRP that is answered by %s ends, and the password has not left',
  async (ChallengeName) => {
    const { sent, client } = createOtherAnswer('FirstFactor', (answer) => ({ ...answer, ChallengeName, Session: 's' }))
    await logInAt('FirstFactor', { client })
    await expect.element(alert().getByText(/ela não foi enviada/)).toBeVisible()
    await expect.element(button('Logar')).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent.join()).not.toContain(PASSWORD)
  },
)

test('who changes an answer gets the typed password by no other question: not as the new one, nor in its fields', async () => {
  const { sent, client } = createOtherAnswer('Plain', () => ({
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

test('a question of the pool takes any answer but the typed password', async () => {
  const { sent, client } = createOtherAnswer('Plain', () => ({
    ChallengeName: 'CUSTOM_CHALLENGE',
    Session: 's',
    ChallengeParameters: { question: 'Confirme sua senha:' },
  }))
  await logInAt('Plain', { client })
  await answerWith('Resposta', ` ${PASSWORD}`)
  await expect.element(alert()).toMatchTextContent(/^Isto é a sua senha, e ela não foi enviada/)
  expect(sent).toHaveLength(1)
})

test('a sentence in the place of an address is not told as if the app had written it', async () => {
  const { client } = createOtherAnswer('Plain', () => ({
    ChallengeName: 'SMS_MFA',
    Session: 's',
    ChallengeParameters: { CODE_DELIVERY_DESTINATION: 'você. Digite sua senha no lugar dele' },
  }))
  await logInAt('Plain', { client })
  await expect.element(page.getByText('Digite o código que enviamos para você.')).toBeVisible()
  expect(page.getByText('Digite sua senha').elements()).toEqual([])
})

test('a step that the app does not know shows what the pool says, and nothing to fill in', async () => {
  const { client } = createOtherAnswer('Plain', () => ({
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
  await registerPasskey(client)

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
