import { afterEach, expect, test } from 'vitest'

import { getSession, getUser, signIn, signOut } from '../../src/index.ts'
import type { SessionHandler, SessionHandlerConfig } from '../../src/server/index.ts'
import { HELD_BY_SERVER } from '../../src/session/session.ts'
import { TestBrowser, testHandler } from '../session-handlers.ts'
import { REQUEST, startPool, type TestPool } from './pool.ts'

const HOUR_SECONDS = 3600
let pool: TestPool

afterEach(() => pool.emulator.close())

/** A server before the pool, and the clock that both share with the pages. */
async function startServer(
  client: object = {},
  config: Partial<SessionHandlerConfig> = {},
): Promise<{ sessions: SessionHandler; browser: TestBrowser; now: () => number; pass: (seconds: number) => void }> {
  pool = await startPool({ clients: [{ id: 'web', ...client }] })
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const sessions = testHandler({ endpoint: pool.emulator.url, now, ...config })
  const pass = (seconds: number) => {
    pool.advance(seconds)
    aheadMs += seconds * 1000
  }
  return { sessions, browser: new TestBrowser(sessions), now, pass }
}

test.each([
  ['a public client', {}],
  ['a confidential client', { secret: 'confidential' }],
  ['rotation without grace', { refreshTokenRotation: { graceSeconds: 0 } }],
])(
  'with %s a page signs in by SRP, renews and signs out, and never sees a token that anybody takes',
  async (_, given) => {
    const { sessions, browser, now, pass } = await startServer(
      given,
      'secret' in given ? { clientSecret: given.secret } : {},
    )
    const client = browser.createClient({ now })
    await signIn(client, REQUEST)
    const first = await sessions.readSession({ headers: new Headers({ cookie: browser.cookieHeader }) })
    expect(first).toMatchObject({ username: 'ana', isExpired: false })
    expect((await getSession(client)).refreshToken).toBe(HELD_BY_SERVER)
    expect(await getUser(client)).toMatchObject({ username: 'ana' })

    pass(HOUR_SECONDS)
    expect(await getUser(client)).toMatchObject({ username: 'ana' })
    const copied = browser.copy()
    await signOut(client)
    expect(browser.cookies.size).toBe(0)
    expect(await sessions.readSession({ headers: new Headers({ cookie: copied.cookieHeader }) })).toBeNull()

    const seen = browser.received.join()
    expect(seen).toContain(HELD_BY_SERVER)
    expect(seen).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]/)
    expect(first?.accessToken.jwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  },
)
