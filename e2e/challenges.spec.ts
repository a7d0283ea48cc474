import { totpCode } from '@cognito-srp/testing/totp'

import { configureApp } from './app-configuration.ts'
import { expect, test } from './product.ts'
import { answerWith, fillLogin } from './student.ts'

const QR_CODE = { name: 'Código QR para o aplicativo autenticador' }

test('a page that is reloaded during a code challenge asks for the code again and accepts it', async ({
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

  test('a page that is reloaded while an authenticator app is set up shows the same QR code and accepts a code from the app', async ({
    page,
    pool,
  }) => {
    const strictPool = await pool.createStrictPool()
    const { userPoolId, clientId } = strictPool.ids
    await configureApp(page, { VITE_USER_POOL_ID: userPoolId, VITE_CLIENT_ID: clientId })
    await page.route('**/api/questions', (route) => route.fulfill({ json: [] })) // the API accepts only tokens of the product's pool
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
