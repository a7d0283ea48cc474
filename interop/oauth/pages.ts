import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import { startEmulator, type RunningEmulator } from '@cognito-srp/emulator'
import type { Browser, Page } from 'playwright'
import { launchChromium } from '@cognito-srp/testing/chromium'

import type { Check } from './judge.ts'

const CALLBACK = 'http://localhost:5173/callback'
const PASSWORD = 'Senha-123'
const WIDTHS = [360, 768, 1280]
const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** Checks the emulator's pages at the widths of phones, tablets and desktops, in light and dark mode. */
export async function judgePages(check: Check): Promise<void> {
  const emulator = await startPools()
  const browser = await launchChromium()
  try {
    for (const [name, open] of Object.entries(pagesOf(emulator))) {
      await check(`${name} fits the width, follows its own policy, and passes axe`, () => judgePage(browser, open))
    }
  } finally {
    await browser.close()
    await emulator.close()
  }
}

async function judgePage(browser: Browser, open: (page: Page) => Promise<unknown>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('400 (Bad Request)')) complaints.push(message.text())
    })
    await open(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
    }
    const { violations } = await new AxeBuilder({ page }).analyze()
    assert.deepEqual(violations, [])
    assert.deepEqual(complaints, [])
    await context.close()
  }
}

function startPools(): Promise<RunningEmulator> {
  const user = (username: string, email: string) => ({ username, password: PASSWORD, attributes: { email } })
  const phone = (number: string) => ({ attributes: { email: `${number}@example.com`, phone_number: number } })
  const users = [
    { ...user('sms', ''), ...phone('+5511987654321'), smsMfa: true as const },
    { ...user('both', ''), ...phone('+5511987654322'), smsMfa: true as const, totpSecret: TOTP_SECRET },
    { ...user('app', 'app@example.com'), totpSecret: TOTP_SECRET },
    { ...user('new', 'new@example.com'), temporaryPassword: true as const },
  ]
  const client = (id: string) => ({ id, callbackUrls: [CALLBACK] })
  return startEmulator({
    userPools: [
      { id: 'local_Pool1', clients: [client('web')], requiredAttributes: ['name'], users },
      {
        id: 'local_Pool3',
        clients: [client('federated')],
        identityProviders: [{ name: 'School', users: [{ sub: 'bia' }] }],
      },
      { id: 'local_Pool2', clients: [client('strict')], mfa: 'ON', users: [user('ana', 'ana@example.com')] },
    ],
  })
}

function pagesOf({ url }: RunningEmulator): Record<string, (page: Page) => Promise<unknown>> {
  const at = (path: string, more: Record<string, string> = {}): string => {
    const parameters = { response_type: 'code', client_id: 'web', redirect_uri: CALLBACK, ...more }
    return `${url}${path}?${new URLSearchParams(parameters)}`
  }
  const signIn = async (page: Page, username: string, { clientId = 'web', password = PASSWORD } = {}) => {
    await page.goto(at('login', { client_id: clientId }))
    await page.getByLabel('User name').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button').click()
  }
  const signUp = async (page: Page) => {
    await page.goto(at('signup'))
    await page.getByLabel('User name').fill(crypto.randomUUID())
    await page.getByLabel('E-mail address').fill(`${crypto.randomUUID()}@example.com`)
    await page.getByLabel('Name', { exact: true }).fill('Bia')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button').click()
    await page.getByRole('button', { name: 'Send another code' }).waitFor()
  }
  const forget = async (page: Page) => {
    await page.goto(at('forgotPassword'))
    await page.getByLabel('User name').fill('app')
    await page.getByRole('button').click()
    await page.getByLabel('New password').waitFor()
  }
  return {
    'the sign-in': (page) => page.goto(at('login')),
    'the sign-in with an identity provider': (page) => page.goto(at('login', { client_id: 'federated' })),
    'the test provider': (page) =>
      page.goto(at('oauth2/authorize', { client_id: 'federated', identity_provider: 'School' })),
    'the sign-in in Portuguese': (page) => page.goto(at('login', { lang: 'pt-BR' })),
    'a sign-in that failed': async (page) => {
      await signIn(page, 'nobody', { password: 'Errada-1' })
      await page.getByRole('alert').waitFor()
    },
    'the code by SMS': (page) => signIn(page, 'sms'),
    'the code of an app': (page) => signIn(page, 'app'),
    'the choice of a second factor': (page) => signIn(page, 'both'),
    'the new password': (page) => signIn(page, 'new'),
    'the choice of a set-up': (page) => signIn(page, 'ana', { clientId: 'strict' }),
    'the set-up of an app': async (page) => {
      await signIn(page, 'ana', { clientId: 'strict' })
      await page.getByRole('button').click()
      await page.getByText('Key for the app').waitFor()
    },
    'the sign-up': (page) => page.goto(at('signup')),
    'the confirmation': signUp,
    'the forgotten password': (page) => page.goto(at('forgotPassword')),
    'the reset': forget,
    'the error page': (page) => page.goto(at('login', { redirect_uri: 'http://evil.test/' })),
  }
}
