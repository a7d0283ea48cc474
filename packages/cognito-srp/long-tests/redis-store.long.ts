// Tests two session handlers that share the Redis store from docs/server-sessions.md. The pool rotates refresh tokens without a
// grace period. The store's code runs unchanged, with a stub of the `redis` package that sends each command with redis-cli. Run:
// npm run prove -- redis
import { resolve } from 'node:path'
import { startRedis } from '@cognito-srp/testing/redis'

import { readSnippets, runProgram } from '../../../test/snippets.ts'
import { signIn } from '../src/index.ts'
import type { SessionStore } from '../src/server/index.ts'
import { REQUEST, startPool } from '../test/emulator/pool.ts'
import { REFRESH, TestBrowser, testHandler } from '../test/session-handlers.ts'

const PAGE = resolve(import.meta.dirname, '../docs/server-sessions.md')
const HOUR_SECONDS = 3600
const COUNT = 20

const redis = await startRedis()
const pool = await startPool({ clients: [{ id: 'web', refreshTokenRotation: { graceSeconds: 0 } }] })
let aheadMs = 0
const now = () => Date.now() + aheadMs
try {
  const store = await storeOfPage()
  await shareRenewals(store)
  await shareSignOuts(store)
  await lookIntoRedis()
  await surviveLoss(store)
} finally {
  await pool.emulator.close()
  await redis.stop()
}

/** Runs the code block "Several processes" from docs/server-sessions.md and returns the `store` that the code block defines. */
async function storeOfPage(): Promise<SessionStore> {
  const client = {
    get: async (key: string) => (await redis.send('GET', key)) || null,
    set: (key: string, value: string, { PX }: { PX: number }) => redis.send('SET', key, value, 'PX', String(PX)),
  }
  const block = readSnippets(PAGE).find(({ name }) => name === 'Several processes')
  if (!block) throw new Error(`${PAGE} has no block under "Several processes".`)
  const stores: SessionStore[] = []
  const modules = { redis: { createClient: () => ({ connect: async () => client }) } }
  await runProgram(
    { ...block, after: 'keep(store)' },
    { modules, globals: { keep: (one: SessionStore) => stores.push(one) } },
  )
  const [store] = stores
  if (!store) throw new Error(`The block "Several processes" of ${PAGE} does not define a store.`)
  return store
}

/** Creates a handler, as one server process would. */
function startHandler(store: SessionStore) {
  return testHandler({ endpoint: pool.emulator.url, store, now })
}

async function signInAt(browser: TestBrowser): Promise<void> {
  await signIn(browser.createClient({ now }), REQUEST)
}

/**
 * After the tokens have expired, sends parallel refresh requests with one browser's cookies to two session handlers. Then
 * advances the clocks by 30 seconds and sends another refresh request with the replaced cookies.
 */
async function shareRenewals(store: SessionStore): Promise<void> {
  const handlers = [startHandler(store), startHandler(store)]
  const browser = new TestBrowser(startHandler(store))
  await signInAt(browser)
  pool.advance(HOUR_SECONDS)
  aheadMs += HOUR_SECONDS * 1000
  const ask = (_: unknown, index: number) => {
    const handler = handlers[index % handlers.length] ?? startHandler(store)
    return new TestBrowser(handler, { cookies: browser.cookies }).call(REFRESH)
  }
  const answers = await Promise.all(Array.from({ length: COUNT }, ask))
  const served = answers.filter(({ status }) => status === 200)
  const tokens = new Set(served.map(({ text }) => JSON.parse(text).AuthenticationResult.AccessToken))
  pool.advance(30)
  aheadMs += 30_000
  const late = await ask(undefined, 1)
  report(
    served.length === COUNT && tokens.size === 1 && late.status === 200,
    `${served.length} of ${COUNT} requests at expiry, to two processes, got ${tokens.size} access token; a late one ${late.status}`,
  )
}

async function shareSignOuts(store: SessionStore): Promise<void> {
  const [one, other] = [startHandler(store), startHandler(store)]
  const browser = new TestBrowser(one)
  await signInAt(browser)
  const copied = browser.copy()
  const before = await other.readSession(copied.source)
  const { isRevoked } = await one.endSession(browser.source)
  const after = await other.readSession(copied.source)
  report(
    before !== null && isRevoked && after === null,
    `a copied cookie at the other process: ${before?.username} before the sign-out, ${after?.username ?? 'signed out'} after it`,
  )
}

/** Checks that each Redis key expires within a day and that no value contains a readable token. */
async function lookIntoRedis(): Promise<void> {
  const keys = (await redis.send('KEYS', '*')).split('\n').filter(Boolean)
  const values = await Promise.all(keys.map((key) => redis.send('GET', key)))
  const lifetimes = await Promise.all(keys.map(async (key) => Number(await redis.send('PTTL', key))))
  const expiring = lifetimes.filter((ms) => ms > 0 && ms <= 24 * HOUR_SECONDS * 1000).length
  const readable = values.filter((value) => value.includes('eyJ')).length
  report(
    keys.length > 2 && expiring === keys.length && readable === 0,
    `${expiring} of ${keys.length} keys expire within a day; ${readable} values contain a readable token`,
  )
}

async function surviveLoss(store: SessionStore): Promise<void> {
  const faults: unknown[] = []
  const handler = testHandler({ endpoint: pool.emulator.url, store, now, onFault: (fault) => faults.push(fault) })
  const browser = new TestBrowser(handler)
  await signInAt(browser)
  await redis.stop()
  const asked = await browser.call('GetUser')
  const kept = browser.cookies.size
  const signedOut = await browser.call('RevokeToken')
  report(
    asked.status === 500 && kept > 0 && signedOut.status === 200 && browser.cookies.size === 0 && faults.length > 0,
    `without Redis a call gets status ${asked.status} and keeps ${kept} cookie, a sign-out gets ${signedOut.status} and keeps ${browser.cookies.size}; ${faults.length} errors reported`,
  )
}

function report(isWell: boolean, what: string): void {
  console.log(`redis store: ${what}${isWell ? '' : ' — FAILED'}`)
  if (!isWell) process.exitCode = 1
}
