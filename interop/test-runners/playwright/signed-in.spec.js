const { test: base, expect } = require('@playwright/test')
const { fixtures, signedInState } = require('@cognito-srp/emulator/playwright')

const CLIENTS = ['withIdentityJs', 'withAmplify', 'withCognitoSrp']
const test = base.extend(fixtures)

async function open(page, emulator) {
  await page.goto(`/?emulator=${encodeURIComponent(emulator.url)}`)
}

test.describe('as Ana', () => {
  test.use({ signedInAs: 'ana' })

  test('a page starts signed in, for each client', async ({ page, emulator }) => {
    await open(page, emulator)
    for (const client of CLIENTS) await expect(page.getByLabel(client)).toHaveText('ana@example.com')
  })

  test('a fault that is ordered is what the page meets, and the next test does not', async ({ page, emulator }) => {
    await emulator.faults.order({ operation: 'GetUser', times: 50, fault: { kind: 'status', status: 403, body: '' } })
    await open(page, emulator)
    for (const client of CLIENTS) await expect(page.getByLabel(client)).not.toHaveText(/^(ana@example.com|)$/)
  })

  test('time that is moved ends what it ends', async ({ page, emulator }) => {
    await emulator.clock.advance(3700)
    await open(page, emulator)
    await expect(page.getByLabel('withIdentityJs')).toHaveText('NotAuthorizedException')
  })

  test('and keeps no later page from starting signed in', async ({ page, emulator }) => {
    await open(page, emulator)
    for (const client of CLIENTS) await expect(page.getByLabel(client)).toHaveText('ana@example.com')
  })
})

test('without a name the page is signed out', async ({ page, emulator }) => {
  await open(page, emulator)
  for (const client of CLIENTS) await expect(page.getByLabel(client)).not.toHaveText(/^(ana@example.com|)$/)
})

test('a state can be made by hand', async ({ browser, emulator, baseURL }) => {
  const storageState = await signedInState('ana', { url: emulator.url, origin: baseURL })
  const page = await (await browser.newContext({ storageState, baseURL })).newPage()
  await open(page, emulator)
  await expect(page.getByLabel('withAmplify')).toHaveText('ana@example.com')
})

test('a code is waited for', async ({ request, emulator }) => {
  const call = (operation, data) =>
    request.post(emulator.url, {
      headers: {
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        'content-type': 'application/x-amz-json-1.1',
      },
      data: JSON.stringify({ ClientId: 'web', Username: 'ana', ...data }),
    })
  const [ConfirmationCode] = await Promise.all([emulator.lastCode('ana'), call('ForgotPassword', {})])
  const answer = await call('ConfirmForgotPassword', { ConfirmationCode, Password: 'Outra-Senha-1' })
  expect(answer.status()).toBe(200)
})
