import { forgotPassword, signUp } from '@cognito-srp/client'
import { totpCode } from '@cognito-srp/testing/totp'
import { TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import { EMAIL, PASSWORD } from '../../../test/account.ts'
import { administer, createFailingFetch, expectSignedIn, heading, lastSentCode, logInAt } from '../../../test/login.ts'
import { createClient, renderApp } from '../../../test/render-app.tsx'
import type { AppOptions } from '../../../test/render-app.tsx'
import { button } from '../../../test/study.ts'

const NEW_PASSWORD = 'Recordar-2027'

const alert = () => page.getByRole('alert')
const field = (label: string) => page.getByLabelText(label, { exact: true })
const REJECTED_CODE = 'Código incorreto ou vencido. Confira ou peça outro.'

vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => vi.useRealTimers())

/** Requests a code, which opens the reset form. */
async function requestCode(pool: string, email: string, options: Partial<AppOptions> = {}) {
  const rendered = await renderApp({ path: '/login', pool, ...options })
  await field('Email').fill(email)
  await button('Esqueci minha senha').click()
  await button('Enviar código').click()
  return rendered
}

async function submitCode(code: string, password = NEW_PASSWORD) {
  await field('Código').fill(code)
  await field('Nova senha').fill(password)
  await button('Salvar e entrar').click()
}

/** Creates an unconfirmed account in the pool, and returns its address. */
async function signUpAt(pool: string): Promise<string> {
  const email = `bia-${Date.now()}@example.com`
  await signUp(createClient({ pool }), { username: email, password: PASSWORD })
  return email
}

async function logInAs(email: string, options: Partial<AppOptions> = {}) {
  const rendered = await renderApp({ path: '/login', pool: 'Recovery', ...options })
  await field('Email').fill(email)
  await field('Senha').fill(PASSWORD)
  await button('Logar').click()
  return rendered
}

test('the reset form contains the user’s address and the autocomplete attributes for password managers', async () => {
  await requestCode('Recovery', EMAIL)
  await expect.element(heading('Escolha uma nova senha')).toHaveFocus()
  await expect.element(field('Código')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(field('Código')).toHaveAttribute('inputmode', 'numeric')
  await expect.element(field('Nova senha')).toHaveAttribute('autocomplete', 'new-password')
  expect(document.querySelector<HTMLInputElement>('form [autocomplete="username"]')?.value).toBe(EMAIL)
  await expect.element(page.getByText('Mínimo de 8 caracteres')).toBeVisible()
})

test('the recovery form rejects an empty or invalid address without a request', async () => {
  const network = createFailingFetch({})
  await requestCode('Recovery', '', { client: createClient({ pool: 'Recovery', fetch: network.fetch }) })
  await expect.element(field('Email')).toHaveFocus()
  await field('Email').fill('ana')
  await button('Enviar código').click()
  await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true')
  expect(network.operations).toEqual([])
})

test('password recovery shows the same texts for existing and unknown accounts, from the request to the rejected code', async () => {
  const texts: string[] = []
  for (const email of [EMAIL, 'alguem@example.com']) {
    const { screen } = await requestCode('Recovery', email)
    await expect.element(heading('Escolha uma nova senha')).toBeVisible()
    await submitCode('12')
    await expect.element(alert()).toHaveTextContent(REJECTED_CODE)
    const text = page.getByRole('main').element().textContent ?? ''
    texts.push(text.replace(/\(\d+ s\)/, '')) // the page shows a countdown
    await screen.unmount()
  }
  expect(texts[0]).toContain('Se houver uma conta com esse endereço, o código chega em a***@e***')
  expect(texts[1]).toBe(texts[0])
})

test('an expired code shows the same message as a wrong code', async () => {
  const failures = { ConfirmForgotPassword: { code: 'ExpiredCodeException', message: 'Invalid code provided.' } }
  const { fetch } = createFailingFetch(failures)
  await requestCode('Recovery', EMAIL, { client: createClient({ pool: 'Recovery', fetch }) })
  await submitCode('123456')
  await expect.element(alert()).toHaveTextContent(REJECTED_CODE)
})

test('after five wrong codes, the next attempt shows the message about the limit, and the new password stays in its field', async () => {
  await requestCode('RecoveryLimit', EMAIL)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await submitCode('12')
    await expect.element(alert()).toHaveTextContent(REJECTED_CODE)
    await expect.element(field('Código')).toHaveFocus()
  }
  await submitCode('12')
  await expect.element(alert()).toMatchTextContent(/^Você atingiu o limite de tentativas\./)
  await expect.element(field('Nova senha')).toHaveValue(NEW_PASSWORD)
})

test('the user can request another code after 30 seconds and then sign in with this code', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  await requestCode('Recovery', EMAIL)
  await submitCode('12')
  await expect.element(alert()).toHaveTextContent(REJECTED_CODE)
  await vi.advanceTimersByTimeAsync(30_000)
  await button('Enviar outro código').click()
  await expect.poll(() => alert().elements()).toEqual([])
  await expect.element(field('Nova senha')).toHaveValue(NEW_PASSWORD)
  vi.useRealTimers()
  await submitCode(await lastSentCode('Recovery'), PASSWORD)
  await expectSignedIn()
  expect(sessionStorage).toHaveLength(0)
})

test.each([
  ['LimitExceededException', 'Attempt limit exceeded.', /^Você atingiu o limite de tentativas/],
  ['TooManyRequestsException', 'Too many requests', /^Muitas tentativas ao mesmo tempo/],
  ['InvalidParameterException', 'there is no registered/verified email', /^Esta conta não tem um endereço confirmado/],
  ['NotAuthorizedException', 'User is disabled.', /^Esta conta está desativada/],
  [
    'NotAuthorizedException',
    'User password cannot be reset in the current state.',
    /^Sua conta ainda tem a senha temporária/,
  ],
  ['CodeDeliveryFailureException', 'x', /^Não foi possível enviar o código/],
  [
    'UserLambdaValidationException',
    'CustomMessage failed with error volte amanhã.',
    /^Mensagem do serviço: volte amanhã$/,
  ],
])('after the error %s (%s), the screen says why no code could be sent', async (code, message, text) => {
  const { fetch } = createFailingFetch({ ForgotPassword: { code, message } })
  await requestCode('Recovery', EMAIL, { client: createClient({ pool: 'Recovery', fetch }) })
  await expect.element(alert()).toMatchTextContent(text)
  await expect.element(field('Email')).toHaveFocus()
})

test('the reset form rejects a new password that is too short for the login form, without a request', async () => {
  const network = createFailingFetch({})
  await requestCode('RecoveryAgain', EMAIL, { client: createClient({ pool: 'RecoveryAgain', fetch: network.fetch }) })
  await submitCode('123456', 'Curta-1')
  await expect.element(alert()).toMatchTextContent(/^A nova senha não atende às regras: é curta demais/)
  await expect.element(field('Nova senha')).toHaveFocus()
  expect(network.operations).toEqual(['ForgotPassword'])
})

test('if the sign-in after a password reset fails, the form says that the new password is valid', async () => {
  const { fetch } = createFailingFetch({ InitiateAuth: 'drop' })
  await requestCode('RecoveryAgain', EMAIL, { client: createClient({ pool: 'RecoveryAgain', fetch }) })
  await expect.element(heading('Escolha uma nova senha')).toBeVisible()
  await submitCode(await lastSentCode('RecoveryAgain'), PASSWORD)
  await expect.element(page.getByText('Sua nova senha já vale. Entre com ela.')).toBeVisible()
  await expect.element(field('Email')).toHaveValue(EMAIL)
  await expect.element(field('Senha')).toHaveFocus()
})

test('after a password reset, the sign-in still requires the second factor', async () => {
  await requestCode('RecoveryTotp', EMAIL)
  await expect.element(heading('Escolha uma nova senha')).toBeVisible()
  await submitCode(await lastSentCode('RecoveryTotp'))
  await expect.element(heading('Confirme que é você')).toHaveFocus()
  await field('Código').fill(await totpCode(TOTP_SECRET))
  await button('Continuar').click()
  await expectSignedIn()
})

test('with USER_AUTH, a user whose password an administrator reset can set a new password and sign in', async () => {
  await administer('AdminResetUserPassword', 'RecoveryChoice', EMAIL)
  await logInAt('RecoveryChoice', { authFlow: 'USER_AUTH' })
  await button('Senha').click()
  await expect.element(heading('Você precisa redefinir sua senha')).toHaveFocus()
  await button('Voltar ao login').click()
  await expect.element(field('Email')).toHaveValue('') // the service replaced the address with an internal id
  await expect.element(field('Email')).toHaveFocus()
  await field('Email').fill(EMAIL)
  await field('Senha').fill(PASSWORD)
  await button('Logar').click()
  await button('Senha').click()
  await submitCode(await lastSentCode('RecoveryChoice'))
  await expectSignedIn()
})

test('after a reload, the user can confirm a new account and then sign in with the password', async () => {
  const email = await signUpAt('Recovery')
  const { screen } = await logInAs(email)
  await expect.element(heading('Confirme sua conta')).toHaveFocus()
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(PASSWORD)
  await screen.unmount()
  await renderApp({ path: '/login', pool: 'Recovery', isReload: true })
  await field('Código').fill(await lastSentCode('Recovery'))
  await button('Confirmar e entrar').click()
  await expect.element(page.getByText('Sua conta está confirmada. Entre com sua senha.')).toBeVisible()
  await expect.element(field('Email')).toHaveValue(email)
  await field('Senha').fill(PASSWORD)
  await button('Logar').click()
  await expectSignedIn()
})

test.each([
  ['submitting the code signs the user in', () => field('Código').fill('123456'), 'Confirmar e entrar', expectSignedIn],
  [
    'requesting another code returns to the form',
    async () => {},
    'Enviar outro código',
    () => expect.element(button('Logar')).toBeVisible(),
  ],
])('if an administrator confirms the account in the meantime, %s', async (_case, fill, press, ends) => {
  const email = await signUpAt('Recovery')
  await logInAs(email)
  await expect.element(heading('Confirme sua conta')).toBeVisible()
  await administer('AdminConfirmSignUp', 'Recovery', email)
  await fill()
  await button(press).click()
  await ends()
})

test('after the user returns from the reset form to the login form, a reload shows the login form', async () => {
  const client = createClient({ pool: 'RecoveryAgain' })
  await forgotPassword(client, { username: EMAIL })
  const { screen } = await requestCode('RecoveryAgain', EMAIL)
  await button('Voltar ao login').click()
  await expect.element(field('Senha')).toHaveFocus()
  expect(sessionStorage).toHaveLength(0)
  await screen.unmount()
  await renderApp({ path: '/login', pool: 'RecoveryAgain', isReload: true })
  await expect.element(button('Logar')).toBeVisible()
})
