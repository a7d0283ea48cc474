import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Session } from '../src/index.ts'
import { openPage, refreshesPerExpiry, signInAt, type Page } from '../test/browser/pages.ts'
import { startSite } from '../test/browser/site.ts'

/** Globals that these tests add to a page. */
declare global {
  var renewing: Promise<Session>
  var lastStatus: number
}

const EXPIRIES = 50
const TOKEN_LIFETIME_SECONDS = 3600
/** Maximum duration of a renewal if another tab never releases the lock. */
const LOCK_PASSED_MS = 21_000
/** Maximum duration of a call that does not wait for the network. */
const AT_ONCE_MS = 300
/** Name of the lock, which must be the same in all versions of the library. */
const LOCK = 'cognito-srp.web.ana'

/** Site whose pool rotates refresh tokens without a grace period, so the pool rejects the second use of a refresh token. */
const site = await startSite({ clients: [{ id: 'web', refreshTokenRotation: { graceSeconds: 0 } }] })
let expiry = EXPIRIES
try {
  const [one, other] = [await openPage(site), await openPage(site)]
  await signInAt(one)
  const counts = await refreshesPerExpiry(site, [one, other], EXPIRIES)
  const others = counts.filter((count) => count !== 1).length
  report(others === 0, `${counts.length} expiries survived, ${others} of them without exactly one refresh`)
  await passHeldLock(one, other)
  await thawHolder(one, other)
  await answerAtOnce(one)
} finally {
  await site.close()
}

/** Renews the session while a third tab never releases the lock. */
async function passHeldLock(one: Page, other: Page): Promise<void> {
  const holder = await openPage(site)
  await holder.evaluate((lock) => void navigator.locks.request(lock, () => new Promise(() => {})), LOCK)
  await expire(one, other)
  const [first, second] = await Promise.all([renew(one), renew(other)])
  const isOneRefresh = first.refreshToken === second.refreshToken && first.refreshToken !== undefined
  const soonerMs = Math.min(first.tookMs, second.tookMs)
  report(
    isOneRefresh && soonerMs <= LOCK_PASSED_MS && (await areSignedIn(one, other)),
    `with a lock that is never released: a refresh after ${soonerMs} ms, both tabs after ${Math.max(first.tookMs, second.tookMs)} ms`,
  )
  await holder.close()
}

/**
 * Freezes one tab while it holds the lock, before its request is sent, so that the other tab takes over and spends the shared
 * refresh token. After the frozen tab resumes, its request completes before any of its timers run.
 */
async function thawHolder(one: Page, other: Page): Promise<void> {
  const gate = createServer().listen(0, '127.0.0.1')
  await once(gate, 'listening')
  await expire(one, other)
  const frozen = once(gate, 'request') as Promise<[unknown, ServerResponse]>
  const started = one.evaluate(
    (gateUrl) => {
      const { fetch } = globalThis
      globalThis.fetch = async (input, request) => {
        globalThis.fetch = fetch
        const send = (
          method: string,
          url: string,
          { headers = {}, body }: { headers?: object; body?: string } = {},
        ) => {
          const exchange = new XMLHttpRequest()
          exchange.open(method, url, false) // blocks this tab, including its timers, until the response arrives
          for (const [name, value] of Object.entries(headers)) exchange.setRequestHeader(name, String(value))
          exchange.send(body ?? null)
          return exchange
        }
        send('GET', gateUrl)
        const { status, responseText } = send('POST', input as string, request as { headers: object; body: string })
        globalThis.lastStatus = status
        return new Response(responseText, { status })
      }
      globalThis.renewing = cognito.getSession(client)
    },
    `http://localhost:${(gate.address() as AddressInfo).port}/`,
  ) // resolves when the tab resumes, if it froze before
  const [, thaw] = await frozen
  const { refreshToken, tookMs } = await renew(other)
  thaw.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  await started
  const thawed = await one.evaluate(async () => ({ ...(await globalThis.renewing), status: globalThis.lastStatus }))
  report(
    thawed.status === 400 && thawed.refreshToken === refreshToken && (await areSignedIn(one, other)),
    `a tab with the lock was frozen for ${tookMs} ms: its spent token got status ${thawed.status}, and no tab was signed out`,
  )
  gate.closeAllConnections()
  gate.close()
}

/** Gets a session while requests never complete, and then while the browser is offline. */
async function answerAtOnce(one: Page): Promise<void> {
  const aheadMs = (expiry + 1) * TOKEN_LIFETIME_SECONDS * 1000
  const [tookMs, offlineMs, code] = await one.evaluate(async (aheadMs) => {
    globalThis.fetch = () => new Promise(() => {})
    globalThis.aheadMs = aheadMs - 20_000
    const startedMs = performance.now()
    await cognito.getSession(client)
    const answeredMs = performance.now()
    globalThis.aheadMs = aheadMs
    Object.defineProperty(navigator, 'onLine', { value: false })
    const code = await cognito.getSession(client).then(
      () => 'none',
      (error: { code: string }) => error.code,
    )
    return [answeredMs - startedMs, performance.now() - answeredMs, code] as const
  }, aheadMs)
  report(
    tookMs < AT_ONCE_MS && offlineMs < AT_ONCE_MS && code === 'NetworkError',
    `while requests never complete, a session of 20 s: ${tookMs.toFixed(0)} ms; an expired session, offline: ${code} after ${offlineMs.toFixed(0)} ms`,
  )
}

async function expire(...pages: Page[]): Promise<void> {
  expiry += 1
  site.emulator.clock.advance(TOKEN_LIFETIME_SECONDS)
  const aheadMs = expiry * TOKEN_LIFETIME_SECONDS * 1000
  for (const page of pages) await page.evaluate((aheadMs) => void (globalThis.aheadMs = aheadMs), aheadMs)
}

async function renew(page: Page): Promise<{ refreshToken: string | undefined; tookMs: number }> {
  const startedMs = Date.now()
  const refreshToken = await page.evaluate(async () => (await cognito.getSession(client)).refreshToken)
  return { refreshToken, tookMs: Date.now() - startedMs }
}

async function areSignedIn(...pages: Page[]): Promise<boolean> {
  const heard = await Promise.all(pages.map((page) => page.evaluate(() => globalThis.events)))
  const names = await Promise.all(pages.map((page) => page.evaluate(() => cognito.currentUsername(client))))
  return names.every((name) => name === 'ana') && !heard.flat().some(({ type }) => type === 'signedOut')
}

function report(isWell: boolean, what: string): void {
  console.log(`two tabs: ${what}${isWell ? '' : ' — FAILED'}`)
  if (!isWell) process.exitCode = 1
}
