import { DEMO_ACCOUNT } from '@cognito-srp/product/demo'

import { expect, test } from './product.ts'
import { fillLogin, signIn } from './student.ts'

test('a wrong password shows a message above the fields and keeps what was typed; an unknown user reads the same', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await fillLogin(page, { email: DEMO_ACCOUNT.email, password: 'senha-errada' })
  const wrongPassword = await page.getByRole('alert').innerText()
  await expect(page.getByLabel('Email')).toHaveValue(DEMO_ACCOUNT.email)
  await expect(page.getByLabel('Senha')).toHaveValue('senha-errada')
  await expect(page).toHaveURL(/\/login$/)
  await page.reload()
  await fillLogin(page, { email: 'ninguem@example.com', password: 'senha-errada' })
  await expect(page.getByRole('alert')).toHaveText(wrongPassword)
})

test('submitting an invalid form makes no request and shows no message', async ({ page }) => {
  await page.goto('/login')
  const signIns: (string | null)[] = []
  page.on('request', (request) => {
    if (request.headers()['x-amz-target']?.endsWith('.InitiateAuth')) signIns.push(request.postData())
  })
  await fillLogin(page, { email: 'sem-arroba', password: 'curta' })
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await fillLogin(page, { email: DEMO_ACCOUNT.email, password: 'senha-errada' })
  await expect(page.getByRole('alert')).toBeVisible() // a request of the first submit would have been seen by now
  expect(signIns).toEqual([expect.stringContaining(DEMO_ACCOUNT.email)])
})

test('the demo account goes to /home and is kept away from /login until it logs out', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNT)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('/home, /quiz and /stats without a session send to /login', async ({ page }) => {
  for (const path of ['/home', '/quiz', '/stats']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByLabel('Email')).toBeVisible()
  }
})

test.describe('with an app whose scripts come from the network on every visit', () => {
  test.use({ serviceWorkers: 'block' })

  test('a refused sign-in shows what the service said, even when the app can load no more of itself', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.route('**/assets/login-failure*', (route) => route.abort('internetdisconnected'))
    await fillLogin(page, { email: DEMO_ACCOUNT.email, password: 'senha-errada' })
    await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.')
  })
})
