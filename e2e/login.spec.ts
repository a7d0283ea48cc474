import { DEMO_ACCOUNT } from '@cognito-srp/product/demo'

import { expect, test } from './product.ts'
import { fillLogin, signIn } from './student.ts'

test('a user can sign in with the demo account, and /login redirects to /home until the user logs out', async ({
  page,
}) => {
  await signIn(page, DEMO_ACCOUNT)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test.describe('with an app whose scripts come from the network on every visit', () => {
  test.use({ serviceWorkers: 'block' })

  test('a rejected sign-in shows the reason, even if the app cannot load more of its files', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.route('**/assets/login-failure*', (route) => route.abort('internetdisconnected'))
    await fillLogin(page, { email: DEMO_ACCOUNT.email, password: 'senha-errada' })
    await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.')
  })
})
