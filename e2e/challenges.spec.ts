import { totpCode } from '@cognito-srp/testing/totp'
import { VIRTUAL_AUTHENTICATOR } from '@cognito-srp/testing/webauthn'

import { configureApp } from './app-configuration.ts'
import { expect, test } from './product.ts'
import { answerWith, fillLogin } from './student.ts'

const PHONE = '+5511987654321'
const QR_CODE = { name: 'Código QR para o aplicativo autenticador' }

test('a temporary password is replaced at the first sign-in, and only the new one works after that', async ({
  page,
  pool,
}) => {
  const account = await pool.inviteStudent()
  await page.goto('/')
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { name: 'Escolha uma nova senha' })).toBeFocused()
  await answerWith(page, 'Nova senha', 'fraca')
  await expect(page.getByRole('alert')).toContainText('A nova senha não atende às regras')
  await answerWith(page, 'Nova senha', 'Melhor-2027')
  await expect(page).toHaveURL(/\/home$/)

  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await fillLogin(page, account)
  await expect(page.getByRole('alert')).toContainText('E-mail ou senha incorretos.')
  await fillLogin(page, { ...account, password: 'Melhor-2027' })
  await expect(page).toHaveURL(/\/home$/)
})

test('the code of an authenticator app signs in; a wrong one is refused and can be corrected', async ({
  page,
  pool,
  account,
}) => {
  const authenticator = await pool.requireAuthenticator(account)
  await page.goto('/')
  await fillLogin(page, account)
  await answerWith(page, 'Código', '000000')
  await expect(page.getByRole('alert')).toContainText('Código incorreto')
  await answerWith(page, 'Código', await authenticator.nextCode())
  await expect(page).toHaveURL(/\/home$/)
})

test('a code sent by SMS signs in, and the screen shows only the end of the number', async ({ page, pool }) => {
  const account = await pool.createStudent({ phone_number: PHONE, phone_number_verified: 'true' })
  await pool.requireFactor(account, 'SMSMfaSettings')
  await page.goto('/')
  await fillLogin(page, account)
  await expect(page.getByText(/Enviamos um código para \+\*+4321\./)).toBeVisible()
  await answerWith(page, 'Código', await pool.lastCodeFor(PHONE))
  await expect(page).toHaveURL(/\/home$/)
})

test('a code sent by e-mail signs in', async ({ page, pool, account }) => {
  await pool.requireFactor(account, 'EmailMfaSettings')
  await page.goto('/')
  await fillLogin(page, account)
  await expect(page.getByText('Enviamos um código para a***@e***.')).toBeVisible()
  await answerWith(page, 'Código', await pool.lastCodeFor(account.email))
  await expect(page).toHaveURL(/\/home$/)
})

test('an authenticator app is set up with a QR code or the secret typed by hand', async ({ page, pool }) => {
  const strictPool = await pool.createStrictPool()
  const { userPoolId, clientId } = strictPool.ids
  await configureApp(page, { VITE_USER_POOL_ID: userPoolId, VITE_CLIENT_ID: clientId })
  await page.route('**/api/**', (route) => route.abort()) // the API knows only the product's own pool
  const tokens = page.waitForResponse(async (response) => (await response.text()).includes('"AccessToken"'))

  await page.goto('/')
  await fillLogin(page, await strictPool.createStudent())
  await expect(page.getByRole('img', QR_CODE)).toBeVisible()
  const secret = await page.getByText(/^Chave: /).innerText()
  await answerWith(page, 'Código', await totpCode(secret.replace('Chave: ', '')))
  expect((await tokens).status()).toBe(200)
})

test('a passkey signs in where the person may choose how', async ({ page, pool, account }) => {
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('WebAuthn.enable')
  await chromium.send('WebAuthn.addVirtualAuthenticator', VIRTUAL_AUTHENTICATOR)
  await configureApp(page, { VITE_AUTH_FLOW: 'USER_AUTH' })
  await page.goto('/')
  await page.evaluate(registerPasskey, await pool.accessTokenOf(account))

  await fillLogin(page, account)
  await page.getByRole('button', { name: 'Chave de acesso' }).click()
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('with a choice of factor the typed password still signs in', async ({ page, account }) => {
  await configureApp(page, { VITE_AUTH_FLOW: 'USER_AUTH' })
  await page.goto('/')
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { name: 'Como você quer confirmar que é você?' })).toBeFocused()
  await page.getByRole('button', { name: 'Senha', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('from a challenge there is a way back to e-mail and password', async ({ page, pool, account }) => {
  await pool.requireAuthenticator(account)
  await page.goto('/')
  await fillLogin(page, account)
  const challenge = page.getByRole('heading', { name: 'Confirme que é você' })
  await expect(challenge).toBeFocused()
  await page.getByRole('button', { name: 'Começar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
  await expect(challenge).toHaveCount(0)
  await fillLogin(page, await pool.createStudent())
  await expect(page).toHaveURL(/\/home$/)
})

test('a page reloaded while a code is asked for asks for it again, and the code signs in', async ({
  page,
  pool,
  account,
}) => {
  const authenticator = await pool.requireAuthenticator(account)
  await page.goto('/')
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeFocused()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await answerWith(page, 'Código', await authenticator.nextCode())
  await expect(page).toHaveURL(/\/home$/)

  await page.reload()
  await expect(page).toHaveURL(/\/home$/)
})

test.describe('with an app whose scripts come from the network on every visit', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page reloaded while an authenticator app is set up shows the same QR code, and its code signs in', async ({
    page,
    pool,
  }) => {
    const strictPool = await pool.createStrictPool()
    const { userPoolId, clientId } = strictPool.ids
    await configureApp(page, { VITE_USER_POOL_ID: userPoolId, VITE_CLIENT_ID: clientId })
    await page.route('**/api/questions', (route) => route.fulfill({ json: [] })) // the API knows only the product's pool
    await page.route('**/api/stats', (route) => route.fulfill({ json: { id: 'aluna', questionsStats: {} } }))
    const drawing = page.getByRole('img', QR_CODE).locator('path')
    const secret = page.getByText(/^Chave: /)

    await page.goto('/')
    await fillLogin(page, await strictPool.createStudent())
    const drawn = await drawing.getAttribute('d')
    const shown = await secret.innerText()

    await page.reload()
    await expect(secret).toHaveText(shown)
    await expect(drawing).toHaveAttribute('d', drawn ?? '')
    await answerWith(page, 'Código', await totpCode(shown.replace('Chave: ', '')))
    await expect(page).toHaveURL(/\/home$/)
  })
})

/** Runs in the page: what an account page would do to add a passkey of this browser. */
async function registerPasskey(AccessToken: string): Promise<void> {
  const call = async (operation: string, members: object) => {
    const reply = await fetch('/cognito-idp/', {
      method: 'POST',
      headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
      body: JSON.stringify({ AccessToken, ...members }),
    })
    return (await reply.json()) as { CredentialCreationOptions: PublicKeyCredentialCreationOptionsJSON }
  }
  const { CredentialCreationOptions: options } = await call('StartWebAuthnRegistration', {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  await call('CompleteWebAuthnRegistration', { Credential: credential.toJSON() as object })
}
