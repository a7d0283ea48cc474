const { test: base, expect } = require('@playwright/test')
const { fixtures, signedInState } = require('@cognito-srp/emulator/playwright')

const CLIENTS = ['withIdentityJs', 'withAmplify', 'withCognitoSrp']
const test = base.extend(fixtures)

async function open(page, emulator) {
  await page.goto(`/?emulator=${encodeURIComponent(emulator.url)}`)
}

test.describe('as Ana', () => {
  test.use({ signedInAs: 'ana' })

  test('the page starts signed in for every client', async ({ page, emulator }) => {
    await open(page, emulator)
    for (const client of CLIENTS) await expect(page.getByLabel(client)).toHaveText('ana@example.com')
  })

  test('a fault applies to the requests of the page, but not to the next test', async ({ page, emulator }) => {
    await emulator.faults.order({ operation: 'GetUser', times: 50, fault: { kind: 'status', status: 403, body: '' } })
    await open(page, emulator)
    for (const client of CLIENTS) await expect(page.getByLabel(client)).not.toHaveText(/^(ana@example.com|)$/)
  })

  test('advancing the clock expires the tokens', async ({ page, emulator }) => {
    await emulator.clock.advance(3700)
    await open(page, emulator)
    await expect(page.getByLabel('withIdentityJs')).toHaveText('NotAuthorizedException')
  })

  test('after a test that advanced the clock, the next page starts signed in', async ({ page, emulator }) => {
    await open(page, emulator)
    for (const client of CLIENTS) await expect(page.getByLabel(client)).toHaveText('ana@example.com')
  })
})

test('without a user name the page starts signed out', async ({ page, emulator }) => {
  await open(page, emulator)
  for (const client of CLIENTS) await expect(page.getByLabel(client)).not.toHaveText(/^(ana@example.com|)$/)
})

test('signedInState creates a storage state that signs a page in', async ({ browser, emulator, baseURL }) => {
  const storageState = await signedInState('ana', { url: emulator.url, origin: baseURL })
  const page = await (await browser.newContext({ storageState, baseURL })).newPage()
  await open(page, emulator)
  await expect(page.getByLabel('withAmplify')).toHaveText('ana@example.com')
})

test('waiting for a code returns the code that was sent', async ({ request, emulator }) => {
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
