import type { RequestListener } from 'node:http'
import { startEmulator, type RunningEmulator } from '@cognito-srp/emulator'
import { launchChromium } from '@cognito-srp/testing/chromium'
import { listen } from '@cognito-srp/testing/listen'
import type { Page } from 'playwright'

export const POOL_ID = 'local_Pool1'
export const ANA = { username: 'ana', password: 'Senha-123', attributes: { email: 'ana@example.com', name: 'Ana' } }
/** A federated user from School, the test identity provider. */
export const BIA = { sub: 'bia', email: 'bia@school.example', email_verified: true }
export const SERVER_SECRET = 'a-secret-of-the-server'

/** An emulator with its pages, an application, and a new browser page. */
export type World = {
  emulator: RunningEmulator
  issuer: URL
  /** Address of the application, whose responses each client's program defines. */
  appUrl: string
  page: Page
  close(): Promise<void>
}

/** Starts an emulator, an application and a browser. @param app creates the application's listener from its address */
export async function openWorld(
  app: (appUrl: string) => RequestListener,
  { https = false }: { https?: boolean } = {},
): Promise<World> {
  let listener: RequestListener | undefined
  const server = await listen((request, response) => listener?.(request, response))
  const appUrl = `http://localhost:${server.port}`
  listener = app(appUrl)
  const callbackUrls = [`${appUrl}/callback`, `${appUrl}/auth/callback/cognito`]
  const logoutUrls = [`${appUrl}/bye`]
  const emulator = await startEmulator({
    issuer: 'emulator',
    https,
    userPools: [
      {
        id: POOL_ID,
        clients: [
          { id: 'web', callbackUrls, logoutUrls },
          { id: 'server', secret: SERVER_SECRET, callbackUrls, logoutUrls, refreshTokenRotation: { graceSeconds: 0 } },
          { id: 'robot', secret: SERVER_SECRET, oauthFlows: ['client_credentials'], oauthScopes: ['bank/read'] },
        ],
        resourceServers: [{ identifier: 'bank', scopes: [{ name: 'read' }] }],
        identityProviders: [{ name: 'School', users: [BIA] }],
        users: [ANA],
      },
    ],
  })
  const browser = await launchChromium()
  return {
    emulator,
    issuer: new URL(`${emulator.url}${POOL_ID}`),
    appUrl,
    page: await (await browser.newContext({ ignoreHTTPSErrors: https })).newPage(),
    async close() {
      await browser.close()
      await emulator.close()
      await server.close()
    },
  }
}

/** Fills in and submits the emulator's sign-in page. */
export async function signInOnPage(page: Page): Promise<void> {
  await page.getByLabel('User name').fill(ANA.username)
  await page.getByLabel('Password').fill(ANA.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the test identity provider from the emulator's sign-in page, and signs Bia in. */
export async function signInAtProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with School' }).click()
  await continueAsBia(page)
}

/** Signs Bia in on the page of the test identity provider. */
export async function continueAsBia(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue as bia' }).click()
}
