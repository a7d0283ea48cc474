import type { UserPoolConfig } from '@cognito-srp/emulator'
import { totpCode } from '@cognito-srp/testing/totp'
import { ANA } from '@cognito-srp/testing/user-pools'
import { afterEach, expect, test } from 'vitest'

import {
  adoptSession,
  associateSoftwareToken,
  changePassword,
  confirmForgotPassword,
  confirmSignUp,
  currentUsername,
  forgotPassword,
  getSession,
  getUser,
  listDevices,
  resendConfirmationCode,
  respondToChallenge,
  signIn,
  signOut,
  signUp,
  updateUserAttributes,
  type CognitoClient,
  type Fetch,
} from '../../src/index.ts'
import type { SessionHandler, SessionHandlerConfig } from '../../src/server/index.ts'
import { PLACEHOLDER_TOKEN } from '../../src/service/token-requests.ts'
import { rejection } from '../clients.ts'
import { TestBrowser, testHandler } from '../session-handlers.ts'
import { PASSWORD, REQUEST, startPool, type TestPool } from './pool.ts'

const HOUR_SECONDS = 3600
const ROTATION = { refreshTokenRotation: { graceSeconds: 0 } }
const CONFIDENTIAL = { secret: 'confidential-secret' }

type Server = {
  sessions: SessionHandler
  browser: TestBrowser
  /** Operations requested from the service. */
  asked: string[]
  now: () => number
  pass: (seconds: number) => void
  /** Creates another server for the same site. The new server has its own memory store. */
  another: () => SessionHandler
  /** Creates a client for a new page in the browser. The client uses the server's clock. */
  openPage: (browser?: TestBrowser) => CognitoClient
}

let pool: TestPool

afterEach(() => pool.emulator.close())

/** Starts a server in front of an emulated pool. The server, the pool and the pages share one clock. */
async function startServer(client: object = {}, more: Partial<UserPoolConfig> = {}): Promise<Server> {
  pool = await startPool({ clients: [{ id: 'web', ...client }], ...more })
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const asked: string[] = []
  const fetch: Fetch = (url, request) => {
    asked.push((request.headers['X-Amz-Target'] ?? '').split('.')[1] ?? '')
    return globalThis.fetch(url, request)
  }
  const config: Partial<SessionHandlerConfig> = { endpoint: pool.emulator.url, now, fetch }
  if ('secret' in client) config.clientSecret = String(client.secret)
  const sessions = testHandler(config)
  const browser = new TestBrowser(sessions)
  return {
    sessions,
    browser,
    asked,
    now,
    pass(seconds) {
      pool.advance(seconds)
      aheadMs += seconds * 1000
    },
    another: () => testHandler(config),
    openPage: (other = browser) => other.createClient({ now }),
  }
}

/** Checks that the browser received the placeholder for the refresh token and no signed token. */
function expectNoSecret({ received }: TestBrowser): void {
  const seen = received.join('\n')
  expect(seen).toContain(PLACEHOLDER_TOKEN)
  expect(seen).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]/)
}

test.each([
  ['a public client', {}],
  ['a confidential client', CONFIDENTIAL],
  ['a confidential client whose refresh tokens rotate without a grace period', { ...CONFIDENTIAL, ...ROTATION }],
])('with %s, a page signs in with SRP, renews its tokens and signs out', async (_case, client) => {
  const { sessions, browser, pass, openPage, another } = await startServer(client)
  const page = openPage()
  await signIn(page, REQUEST)
  const first = await sessions.readSession(browser.source)
  expect(first).toMatchObject({ username: 'ana', isExpired: false })
  expect((await getSession(page)).refreshToken).toBe(PLACEHOLDER_TOKEN)
  expect(await getUser(page)).toMatchObject({ username: 'ana' })
  for (let expiry = 0; expiry < 3; expiry += 1) {
    pass(HOUR_SECONDS)
    expect(await getUser(page)).toMatchObject({ username: 'ana' })
  }
  const copied = browser.copy()
  await signOut(page)
  expect(browser.cookies.size).toBe(0)
  expect(await sessions.readSession(copied.source)).toBeNull()
  expectNoSecret(browser)

  // A server without the record of the sign-out can decrypt the copied cookies, but the service rejects the copied tokens.
  const thief = new TestBrowser(another(), { cookies: copied.cookies })
  for (const operation of ['GetTokensFromRefreshToken', 'GetUser']) {
    expect(await thief.call(operation)).toMatchObject({ status: 400, body: { __type: 'NotAuthorizedException' } })
  }
})

test('a page without stored tokens adopts the session from its cookies', async () => {
  const { browser, openPage, pass } = await startServer(ROTATION)
  await signIn(openPage(), REQUEST)
  pass(HOUR_SECONDS)
  const reloaded = openPage()
  const { body } = await browser.send('/auth/session')
  const tokens = body['session'] as { idToken: string; accessToken: string; refreshToken: string }
  await adoptSession(reloaded, tokens)
  expect(await getUser(reloaded)).toMatchObject({ username: 'ana' })
  expectNoSecret(browser)
})

test('twenty pages with expired tokens share one refresh, and readSession does not start a refresh', async () => {
  const { sessions, browser, asked, pass, openPage } = await startServer(ROTATION)
  const pages: CognitoClient[] = []
  await signIn(openPage(), REQUEST)
  const { body } = await browser.send('/auth/session')
  for (let index = 0; index < 20; index += 1) {
    const page = openPage(browser.copy())
    await adoptSession(page, body['session'] as never)
    pages.push(page)
  }
  pass(HOUR_SECONDS)
  const component = browser.source
  expect(await sessions.readSession(component)).toBeNull()
  const renewed = await Promise.all(pages.map((page) => getSession(page)))
  expect(asked.filter((name) => name === 'GetTokensFromRefreshToken')).toHaveLength(1)
  expect(new Set(renewed.map(({ accessToken }) => accessToken.jwt)).size).toBe(1)
  expect(await sessions.readSession(component)).toMatchObject({ isExpired: false })
  pass(HOUR_SECONDS)
  const [page] = pages
  if (page) expect(await getUser(page)).toMatchObject({ username: 'ana' })
})

test('a late request with replaced cookies does not sign the user out', async () => {
  const { browser, pass, openPage } = await startServer(ROTATION)
  const page = openPage()
  await signIn(page, REQUEST)
  const late = browser.copy()
  pass(HOUR_SECONDS)
  await getSession(page)
  pass(30)
  expect(await late.copy().call('GetTokensFromRefreshToken')).toMatchObject({ status: 200 })
  pass(31)
  const answers = [await late.call('GetTokensFromRefreshToken'), await late.send('/auth/session')]
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
  expect(await getUser(page)).toMatchObject({ username: 'ana' })
  pass(HOUR_SECONDS)
  expect(await getUser(page)).toMatchObject({ username: 'ana' })
})

test('a user of a confidential client can set up an authenticator app and sign in with its codes', async () => {
  const mfa: Partial<UserPoolConfig> = { mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'] }
  const { browser, openPage, pass } = await startServer({ ...CONFIDENTIAL, ...ROTATION }, mfa)
  const page = openPage()
  const setup = await signIn(page, REQUEST)
  if (setup.name !== 'MFA_SETUP') throw new Error(`Got ${setup.name}.`)
  const { secretCode, challenge } = await associateSoftwareToken(page, setup)
  await respondToChallenge(page, challenge, { userCode: await totpCode(secretCode) })
  await signOut(page)
  pass(60)
  const step = await signIn(page, REQUEST)
  if (step.name !== 'SOFTWARE_TOKEN_MFA') throw new Error(`Got ${step.name}.`)
  const code = await totpCode(secretCode, Date.now() + 60_000)
  expect(await respondToChallenge(page, step, { code })).toMatchObject({ name: 'SIGNED_IN' })
  expect(await getUser(page)).toMatchObject({ userMfaSettingList: ['SOFTWARE_TOKEN_MFA'] })
  expectNoSecret(browser)
})

test('a remembered device replaces the SMS code, and renewals by the page and by the server send its device key', async () => {
  const { sessions, browser, openPage, pass } = await startServer(
    { ...CONFIDENTIAL, ...ROTATION },
    {
      deviceTracking: 'always',
      mfa: 'ON',
      users: [{ ...ANA, attributes: { phone_number: '+5511999991234' }, smsMfa: true }],
    },
  )
  const page = openPage()
  const challenge = await signIn(page, REQUEST)
  if (challenge.name !== 'SMS_MFA') throw new Error(`Got ${challenge.name}.`)
  const first = await respondToChallenge(page, challenge, { code: pool.lastCode('ana') })
  expect(first).toMatchObject({ name: 'SIGNED_IN', device: 'confirmed' })
  for (let time = 0; time < 2; time += 1) {
    pass(HOUR_SECONDS)
    const { session, setCookies } = await sessions.renewSession(browser.source)
    expect(session).toMatchObject({ isExpired: false })
    browser.keep(setCookies)
    pass(HOUR_SECONDS)
    expect((await listDevices(page)).devices).toHaveLength(1)
    await signOut(page)
    expect(await signIn(page, REQUEST)).toMatchObject({ name: 'SIGNED_IN' })
  }
  expectNoSecret(browser)
})

test('a tab of the previous user gets an error and cannot end the new user’s session', async () => {
  const users = [ANA, { ...ANA, username: 'bia', attributes: { email: 'bia@example.com' } }]
  const { sessions, browser, openPage, pass } = await startServer(ROTATION, { users })
  const [first, second] = [openPage(), openPage()]
  await signIn(first, REQUEST)
  await signIn(second, { username: 'bia', password: PASSWORD })
  expect(await rejection(getUser(first))).toMatchObject({ code: 'NotAuthorizedException' })
  await signOut(first)
  expect(await getUser(second)).toMatchObject({ username: 'bia' })

  const third = openPage()
  await signIn(third, REQUEST)
  pass(HOUR_SECONDS)
  expect(await rejection(getSession(second))).toMatchObject({ code: 'NotAuthorizedException' })
  expect(await currentUsername(second)).toBeNull()
  expect(await getUser(third)).toMatchObject({ username: 'ana' })
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
})

test('an account can be created, confirmed, changed and recovered through a confidential client', async () => {
  const { openPage } = await startServer(CONFIDENTIAL, { users: [] })
  const page = openPage()
  const username = 'eva@example.com'
  await signUp(page, { username, password: PASSWORD, userAttributes: { email: username } })
  await resendConfirmationCode(page, { username })
  await confirmSignUp(page, { username, confirmationCode: pool.lastCode(username) })
  await signIn(page, { username, password: PASSWORD })
  await updateUserAttributes(page, { userAttributes: { name: 'Eva' } })
  expect((await getUser(page)).userAttributes).toMatchObject({ name: 'Eva' })
  await changePassword(page, { previousPassword: PASSWORD, proposedPassword: 'Nova-Senha-1' })
  await forgotPassword(page, { username })
  const confirmationCode = pool.lastCode(username)
  await confirmForgotPassword(page, { username, confirmationCode, password: 'Nova-Senha-2' })
  expect(await signIn(page, { username, password: 'Nova-Senha-2' })).toMatchObject({ name: 'SIGNED_IN' })
})
