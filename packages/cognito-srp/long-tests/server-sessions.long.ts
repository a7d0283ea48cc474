// Tests server sessions in a real browser: signing in, refreshing and signing out, attacks on the session, and searches for
// secrets. A page signs in with SRP through the session handler. The pool requires a second factor, remembers devices and rotates
// refresh tokens. The app client has a secret. Each test prints its counts. Run: npm run prove -- server-sessions. To use a
// browser other than Chromium, set BROWSER_ENGINE to Firefox or WebKit.
import { nextTotpCode, totpCode } from '@cognito-srp/testing/totp'
import { ANA, TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { ENGINES } from '@cognito-srp/testing/engines/engines'

import type { CognitoClient, Session, TokenStorage } from '../src/index.ts'
import { ENGINE_NAME } from '../test/browser/site.ts'
import { openPage, type Page } from '../test/browser/pages.ts'
import { tryForeignPages } from './server-sessions/foreign-pages.ts'
import { BIA, COOKIE_SECRET, startSessionSite, TOKEN_LIFETIME_SECONDS } from './server-sessions/site.ts'
import { lookForSecrets, plantSecrets } from './server-sessions/search.ts'
import { tryLeavingAtOnce, tryServerSignOut, tryUnreachableSignOut } from './server-sessions/sign-outs.ts'
import { tryCopiedCookies, tryForgedCookies, tryLateRequests } from './server-sessions/thief.ts'

/** Global variables that the page or these tests define. */
declare global {
  var createClient: (storage?: TokenStorage) => CognitoClient
  var memory: CognitoClient
  var many: CognitoClient[]
}

const REFRESH = 'GetTokensFromRefreshToken'
const engine = await ENGINES[ENGINE_NAME]()
const site = await startSessionSite(engine)
try {
  const page = await openPage(site)
  await signInTwice(page)
  await refreshOnceForTwenty(page)
  await readWithoutWriting(page)
  await rotateSecret(page)
  await tryLateRequests(site, page, report)
  await tryForgedCookies(site, page, report)
  await tryForeignPages(site, page, report)
  await startWithoutTrace()
  await keepTwoPeopleApart()
  await changePassword(page)
  await lookForSecrets(site, page, report)
  await tryUnreachableSignOut(site, page, report)
  await tryLeavingAtOnce(site, page, report)
  await tryServerSignOut(site, page, report)
  await tryCopiedCookies(site, page, report)
  await plantSecrets(site, page, report)
} finally {
  await site.close()
  await engine.close()
}

/** Signs in with SRP and a code from an authenticator app. Then signs in again with SRP and the remembered device. */
async function signInTwice(page: Page): Promise<void> {
  const challenge = await page.evaluate(
    async ({ username, password }) => {
      const step = await cognito.signIn(client, { username, password })
      sessionStorage.setItem('challenge', JSON.stringify(step))
      return step.name
    },
    { username: ANA.username, password: ANA.password },
  )
  const device = await page.evaluate(
    async (code) => {
      const challenge = cognito.parseChallenge(JSON.parse(sessionStorage.getItem('challenge') ?? ''))
      sessionStorage.removeItem('challenge')
      if (challenge.name !== 'SOFTWARE_TOKEN_MFA') return challenge.name
      const step = await cognito.respondToChallenge(client, challenge, { code })
      return step.name === 'SIGNED_IN' ? step.device : step.name
    },
    await totpCode(TOTP_SECRET, site.nowMs()),
  )
  const email = await emailOf(page)
  await page.evaluate(() => cognito.signOut(client))
  const again = await page.evaluate(
    async ({ username, password }) => (await cognito.signIn(client, { username, password })).name,
    { username: ANA.username, password: ANA.password },
  )
  const shown = await page.evaluate(async () => {
    const { accessToken, idToken, refreshToken } = await cognito.getSession(client)
    return [accessToken.jwt, idToken.jwt, refreshToken]
  })
  const areEmpty = shown.slice(0, 2).every((jwt) => jwt?.endsWith('.'))
  report(
    challenge === 'SOFTWARE_TOKEN_MFA' &&
      device === 'confirmed' &&
      email === ANA.attributes.email &&
      again === 'SIGNED_IN',
    `signed in by SRP with ${challenge}, device ${device}; again with the device: ${again}`,
  )
  report(areEmpty && shown[2] === 'held-by-the-server', `the page holds two tokens without signature and "${shown[2]}"`)
}

/** Sends requests from twenty independent clients in one browser after the tokens have expired. */
async function refreshOnceForTwenty(page: Page): Promise<void> {
  const count = 20
  await page.evaluate(async (count) => {
    const { session } = await (await fetch('/auth/session')).json()
    globalThis.many = []
    for (let index = 0; index < count; index += 1) {
      const one = createClient(cognito.memoryStorage())
      await cognito.adoptSession(one, session)
      globalThis.many.push(one)
    }
  }, count)
  const [before, asked] = [site.operations.filter((name) => name === REFRESH).length, site.exchanges.length]
  await expire(page)
  const tokens = await page.evaluate(async () => {
    const sessions = await Promise.all(globalThis.many.map((one) => cognito.getSession(one)))
    const names = await Promise.all(globalThis.many.map((one) => cognito.currentUsername(one)))
    return sessions.map(({ accessToken }, index) => `${names[index]} ${accessToken.jwt}`)
  })
  const refreshes = site.operations.filter((name) => name === REFRESH).length - before
  const requests = site.exchanges.slice(asked).filter(({ operation }) => operation === REFRESH).length
  const alive = tokens.filter((token) => token.startsWith(`${ANA.username} `)).length
  report(
    refreshes === 1 && requests === count && alive === count && new Set(tokens).size === 1,
    `${requests} requests at expiry made ${refreshes} refresh at the pool; ${alive} of ${count} signed in, with ${new Set(tokens).size} token`,
  )
}

/** Reads an expired session several times in code that cannot set cookies, and then renews the session in the page. */
async function readWithoutWriting(page: Page): Promise<void> {
  await expire(page)
  const [before, asked] = [site.operations.length, site.exchanges.length]
  const read = await page.evaluate(async () => {
    const answers = []
    for (let time = 0; time < 5; time += 1) answers.push(await (await fetch('/read-only')).json())
    return answers as ({ username: string; isExpired: boolean } | null)[]
  })
  const written = site.exchanges.slice(asked).flatMap(({ setCookies }) => setCookies).length
  const reached = site.operations.length - before
  const seen = read.filter((answer) => answer?.username === ANA.username && answer.isExpired).length
  const renewed = await emailOf(page)
  const [after] = await page.evaluate(async () => [await (await fetch('/read-only')).json()])
  report(
    seen === read.length &&
      written === 0 &&
      reached === 0 &&
      renewed === ANA.attributes.email &&
      after?.isExpired === false,
    `code that only reads saw an expired session ${seen} times, wrote ${written} cookies and sent the pool ${reached} requests; then the page renewed it`,
  )
}

async function rotateSecret(page: Page): Promise<void> {
  const newSecret = 'another-secret-of-enough-characters-for-cookies'
  const cookieBefore = lastCookie()
  site.restart({ secret: [newSecret, COOKIE_SECRET] })
  const read = await emailOf(page)
  await page.evaluate(async () => void (await cognito.getSession(client, { forceRefresh: true })))
  const newNow = await emailOf(page)
  site.restart({ secret: newSecret })
  const alone = await emailOf(page)
  const old = await site.handler().readSession({ headers: new Headers({ cookie: cookieBefore }) })
  site.restart({ secret: [COOKIE_SECRET, newSecret] })
  await page.evaluate(async () => void (await cognito.getSession(client, { forceRefresh: true })))
  site.restart()
  const back = await emailOf(page)
  report(
    [read, newNow, alone, back].every((email) => email === ANA.attributes.email) && old === null,
    `with a new secret in front, older cookies can be read; with the new secret alone, its own cookies can be read, and ${old === null ? 'no' : 'some'} older cookies`,
  )
}

/** Opens a page with empty storage. The page gets the session from the server. */
async function startWithoutTrace(): Promise<void> {
  const page = await openPage(site)
  const found = await page.evaluate(async () => {
    globalThis.memory = createClient(cognito.memoryStorage())
    const before = await cognito.currentUsername(globalThis.memory)
    const { session } = await (await fetch('/auth/session')).json()
    if (session) await cognito.adoptSession(globalThis.memory, session)
    return [before, (await cognito.getUser(globalThis.memory)).username]
  })
  await page.close()
  report(
    found[0] === null && found[1] === ANA.username,
    `a page with storage in memory adopts the session of "${found[1]}"`,
  )
}

/**
 * Signs in as one user in one tab and as another user in a second tab. The first tab receives no event about the second
 * sign-in.
 */
async function keepTwoPeopleApart(): Promise<void> {
  const other = await startSessionSite(engine)
  try {
    const [one, two] = [await openPage(other), await openPage(other)]
    await signInInMemory(other, one, ANA)
    await signInInMemory(other, two, BIA)
    const names = await one.evaluate(async () => {
      const attributes = await cognito.getUser(globalThis.memory).then(
        (user) => user.username,
        ({ code }: { code: string }) => code,
      )
      const session = await cognito.getSession(globalThis.memory, { forceRefresh: true }).then(
        (session: Session) => session.username,
        ({ code }: { code: string }) => code,
      )
      const rest = await cognito.currentUsername(globalThis.memory)
      await cognito.signOut(globalThis.memory)
      return [attributes, session, rest]
    })
    const stays = await two.evaluate(() =>
      cognito.getUser(globalThis.memory).then(
        (user) => user.username,
        ({ code }: { code: string }) => code,
      ),
    )
    report(
      names.every((name) => name === 'NotAuthorizedException' || name === null) && stays === BIA.username,
      `a tab of ${ANA.username} after ${BIA.username} signed in elsewhere got ${names.map((name) => name ?? 'nobody').join(', ')}, and its sign-out left ${stays} signed in`,
    )
  } finally {
    await other.close()
  }
}

async function signInInMemory(
  { nowMs }: Pick<typeof site, 'nowMs'>,
  page: Page,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const codes = [await totpCode(TOTP_SECRET, nowMs()), await nextTotpCode(TOTP_SECRET, nowMs())]
  await page.evaluate(
    async ({ username, password, codes }) => {
      globalThis.memory = createClient(cognito.memoryStorage())
      const challenge = await cognito.signIn(globalThis.memory, { username, password })
      if (challenge.name !== 'SOFTWARE_TOKEN_MFA') return
      for (const code of codes) {
        const step = await cognito.respondToChallenge(globalThis.memory, challenge, { code }).catch(() => undefined)
        if (step) return
      }
    },
    { username, password, codes },
  )
}

/** Calls `changePassword`, because ChangePassword is the only operation for signed-in users that sends a password. */
async function changePassword(page: Page): Promise<void> {
  const changed = await page.evaluate(async (previousPassword) => {
    await cognito.changePassword(client, { previousPassword, proposedPassword: 'Nova-Senha-789' })
    await cognito.changePassword(client, { previousPassword: 'Nova-Senha-789', proposedPassword: previousPassword })
    return (await cognito.getUser(client)).username
  }, ANA.password)
  report(changed === ANA.username, `a password was changed and changed back, as ${changed}`)
}

function emailOf(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => (await cognito.getUser(client)).userAttributes['email'])
}

function lastCookie(): string {
  return site.exchanges.findLast(({ cookie }) => cookie !== '')?.cookie ?? ''
}

async function expire(page: Page): Promise<void> {
  site.advance(TOKEN_LIFETIME_SECONDS)
  await page.evaluate((nowMs) => void (globalThis.aheadMs = nowMs - Date.now()), site.nowMs())
}

function report(isWell: boolean, what: string): void {
  console.log(`server sessions, ${ENGINE_NAME}: ${what}${isWell ? '' : ' — FAILED'}`)
  if (!isWell) process.exitCode = 1
}
