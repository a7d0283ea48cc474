import { createDecipheriv, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'

import { ORIGIN, SECRET, testHandler, testServer, TestBrowser, type TestServer } from '../../test/session-handlers.ts'
import { jwt, NOW_MS, NOW_SECONDS, tokens } from '../../test/tokens.ts'
import type { SessionHandler } from './handler.ts'
import { createSeal } from './seal.ts'

/** Returns the tokens of a user with many groups. With 300 groups, the tokens need three cookies. */
function largeTokens(groups: number, username = 'ana'): ReturnType<typeof tokens> {
  const claims = { sub: `sub-of-${username}`, iat: NOW_SECONDS, exp: NOW_SECONDS + 3600, origin_jti: 'origin-1' }
  const list = Array.from({ length: groups }, (_, index) => `group-${username}-${index}`)
  return {
    ...tokens({ username }),
    IdToken: jwt({ ...claims, token_use: 'id', 'cognito:username': username, 'cognito:groups': list }),
  }
}

async function signedIn(granted = largeTokens(300), server: TestServer = testServer()): Promise<TestServer> {
  await server.browser.signIn(granted)
  return server
}

const read = (sessions: SessionHandler, cookies: Iterable<[string, string]>) =>
  sessions.readSession(new TestBrowser(sessions, { cookies }).source)

test('each session cookie has the prefix __Host- and the attributes Secure, HttpOnly and SameSite=Lax', async () => {
  const { browser } = testServer()
  const { headers } = await browser.signIn(largeTokens(300))
  const lines = headers.getSetCookie()
  expect(lines.map((line) => line.split('=')[0])).toEqual(['__Host-session.0', '__Host-session.1', '__Host-session.2'])
  for (const line of lines) {
    expect(line).toMatch(/^[\w.-]+=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect((line.split(';')[0] ?? '').length).toBeLessThan(4096)
  }
})

test('insecure cookies have the configured name and age, but neither a __Host- prefix nor Secure', async () => {
  const cookie = { name: 'my_app', insecure: true, maxAgeSeconds: 60 }
  const { browser } = testServer({ cookie })
  const [line = ''] = (await browser.signIn()).headers.getSetCookie()
  expect(line).toMatch(/^my_app\.0=[\w.-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('OpenSSL decrypts the cookies as documented, and the encrypted bytes do not contain the refresh token', async () => {
  const { browser } = await signedIn(tokens({ refreshToken: 'refresh-secret' }))
  const [, keyId = '', text = ''] = (browser.cookies.get('__Host-session.0') ?? '').split('.')
  const derived = Buffer.from(hkdfSync('sha256', SECRET, '', 'cognito-srp server session 1', 38))
  expect(derived.subarray(32).toString('base64url')).toBe(keyId)
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', derived.subarray(0, 32), bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from('["cookie","__Host-session","local_Pool1","web"]'))
  decipher.setAuthTag(bytes.subarray(-16))
  const plain = decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  expect(JSON.parse(plain)).toMatchObject({ r: 'refresh-secret' })
  expect(bytes.includes('refresh-secret')).toBe(false)
})

test('the same tokens are encrypted differently each time', async () => {
  const { browser } = await signedIn()
  const first = browser.cookies.get('__Host-session.1')
  await browser.signIn(largeTokens(300))
  expect(browser.cookies.get('__Host-session.1')).not.toBe(first)
})

const swap = (cookies: Map<string, string>, a: string, b: string) =>
  new Map([...cookies, [a, cookies.get(b) ?? ''], [b, cookies.get(a) ?? '']])
const change = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
const [C0, C1, C2] = ['__Host-session.0', '__Host-session.1', '__Host-session.2'] as const

test.each<[string, (cookies: Map<string, string>) => Iterable<[string, string]>]>([
  ['whose first part is missing', (cookies) => [...cookies].slice(1)],
  ['whose middle part is missing', (cookies) => [...cookies].filter(([name]) => name !== C1)],
  ['whose last part is missing', (cookies) => [...cookies].slice(0, -1)],
  ['with two swapped values', (cookies) => swap(cookies, C1, C2)],
  ['whose first value is truncated', (cookies) => cookies.set(C0, (cookies.get(C0) ?? '').slice(0, -1))],
  ['whose last value is truncated', (cookies) => cookies.set(C2, (cookies.get(C2) ?? '').slice(0, -1))],
  ['whose last value is empty', (cookies) => cookies.set(C2, '')],
  ['with an additional character', (cookies) => cookies.set(C2, `${cookies.get(C2)}A`)],
  ['with a changed character', (cookies) => cookies.set(C1, change(cookies.get(C1) ?? '', 100))],
  ['with a changed IV', (cookies) => cookies.set(C0, change(cookies.get(C0) ?? '', 14))],
  ['with the id of an unknown key', (cookies) => cookies.set(C0, change(cookies.get(C0) ?? '', 4))],
  ['with a count that is too low', (cookies) => cookies.set(C0, (cookies.get(C0) ?? '').replace('3.', '2.'))],
  ['with a count that is too high', (cookies) => cookies.set(C0, (cookies.get(C0) ?? '').replace('3.', '4.'))],
  ['with a count of zero', (cookies) => cookies.set(C0, (cookies.get(C0) ?? '').replace('3.', '0.'))],
  ['with white space in a value', (cookies) => cookies.set(C1, ` ${cookies.get(C1)?.slice(0, 9)} x`)],
  ['in quotes', (cookies) => cookies.set(C1, `"${cookies.get(C1)}"`)],
  ['with a duplicate name', (cookies) => [...cookies, [C0, 'x'], ...cookies]],
  ['with lower-case names', (cookies) => [...cookies].map(([name, value]) => [name.toLowerCase(), value])],
  ['with an invented ciphertext', () => [[C0, '1.AAAAAAAA.' + 'A'.repeat(100)]]],
  ['with an empty ciphertext', () => [[C0, '1..']]],
])('cookies %s are not a session', async (_case, forge) => {
  const { browser, sessions } = await signedIn()
  expect(await read(sessions, browser.cookies)).toMatchObject({ username: 'ana' })
  const forged = [...forge(new Map(browser.cookies))]
  const headers = new Headers({ cookie: forged.map((pair) => pair.join('=')).join('; ') })
  expect(await sessions.readSession({ headers })).toBeNull()
  const renewed = await sessions.renewSession({ headers })
  expect(renewed).toMatchObject({ session: null, setCookies: [] })
})

test('two handlers with different cookie names keep two sessions in one browser', async () => {
  const [shop, desk] = [testServer({ cookie: { name: 'shop' } }), testServer({ cookie: { name: 'desk' } })]
  await shop.browser.signIn()
  const browser = new TestBrowser(desk.sessions, { cookies: shop.browser.cookies, pool: desk.pool })
  await browser.signIn(tokens({ username: 'bia', refreshToken: 'refresh-of-bia' }))
  expect([...browser.cookies.keys()]).toEqual(['__Host-shop.0', '__Host-desk.0'])
  browser.keep((await desk.sessions.endSession(browser.source)).setCookies)
  expect(await desk.sessions.readSession(browser.source)).toBeNull()
  expect(await shop.sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
})

test('an encrypted string cannot be decrypted if its last character is changed or a character is appended', async () => {
  const seal = createSeal([SECRET])
  for (const text of ['1', '12', '123']) {
    const sealed = await seal.seal(text, 'place')
    expect(await seal.open(sealed, 'place')).toBe(text)
    const ends = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')
    const others = ends.flatMap((letter) => [`${sealed}${letter}`, `${sealed.slice(0, -1)}${letter}`])
    const opened = others.filter((other) => other !== sealed).map((other) => seal.open(other, 'place'))
    expect(new Set(await Promise.all(opened))).toEqual(new Set([undefined]))
  }
})

test('readSession returns null for a mixture of cookies from two sign-ins', async () => {
  const server = await signedIn()
  const older = new Map(server.browser.cookies)
  await server.browser.signIn(largeTokens(300, 'bia'))
  for (const name of [C0, C1, C2]) {
    const mixed = new Map(server.browser.cookies).set(name, older.get(name) ?? '')
    expect(await read(server.sessions, mixed)).toBeNull()
  }
  expect(await read(server.sessions, server.browser.cookies)).toMatchObject({ username: 'bia' })
})

test('a sign-in with shorter tokens removes the leftover session cookies, and no other cookies', async () => {
  const { browser, sessions } = await signedIn()
  const leftOver = browser.cookies.get(C2) ?? ''
  await browser.signIn(tokens())
  expect([...browser.cookies.keys()]).toEqual([C0])
  browser.cookies.set(C2, leftOver).set(`${C0}0`, 'x').set('__Host-session.x', 'x').set('other', 'x')
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
  await browser.signIn(tokens())
  expect([...browser.cookies.keys()]).toEqual([C0, `${C0}0`, '__Host-session.x', 'other'])
})

test.each([
  ['another pool', { userPoolId: 'local_Pool2' }],
  ['another app client', { clientId: 'other' }],
  ['another cookie name', { cookie: { name: 'other' } }],
  ['another secret', { secret: 'another-secret-of-32-characters-or-more' }],
])('readSession returns null for cookies from a server with %s', async (_case, config) => {
  const { browser } = await signedIn(tokens())
  const cookies = [...browser.cookies].map(([name, value]): [string, string] => [
    'cookie' in config ? name.replace('session', config.cookie.name) : name,
    value,
  ])
  expect(await read(testHandler({ now: () => NOW_MS, ...config }), cookies)).toBeNull()
})

test('a server with a new and an old secret decrypts with either secret and encrypts with the new secret', async () => {
  const old = await signedIn(tokens())
  const changed = testServer({ secret: ['a-new-secret-of-at-least-32-characters', SECRET] })
  const browser = new TestBrowser(changed.sessions, { cookies: old.browser.cookies, pool: changed.pool })
  expect(await changed.sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
  changed.pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: tokens() } })
  expect(await browser.call('GetTokensFromRefreshToken')).toMatchObject({ status: 200 })
  expect(await changed.sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
  expect(await old.sessions.readSession(browser.source)).toBeNull()
})

test('if the tokens are too long for cookies, a sign-in fails and onFault gets the error', async () => {
  const faults: unknown[] = []
  const { browser } = testServer({ onFault: (fault) => faults.push(fault) })
  expect(await browser.signIn(largeTokens(1000))).toMatchObject({ status: 500 })
  expect(browser.cookies.size).toBe(0)
  expect(String(faults)).toContain('too long for cookies')
})

test('after a renewal, renewSession returns a Cookie header with the new cookies', async () => {
  const { browser, sessions, pool, clock } = await signedIn()
  browser.cookies.set('theme', 'dark=1')
  clock.nowMs += 3600_000
  const granted = tokens({ iat: NOW_SECONDS + 3600 })
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: granted } })
  const { session, setCookies, cookie } = await sessions.renewSession(browser.source)
  expect(session).toMatchObject({ isExpired: false, accessToken: { jwt: granted.AccessToken } })
  browser.keep(setCookies)
  expect([...browser.cookies.keys()].sort()).toEqual([C0, 'theme'])
  expect(cookie.split('; ').sort()).toEqual([`${C0}=${browser.cookies.get(C0)}`, 'theme=dark=1'])
  expect(await sessions.readSession({ headers: new Headers({ cookie }) })).toEqual(session)
  const request = new Request(ORIGIN, { headers: { cookie } })
  expect(await sessions.readSession(request)).toEqual(session)
})

test('if renewSession does not renew the session, it returns the Cookie header of the request', async () => {
  const { browser, sessions } = await signedIn(tokens())
  const cookie = `flag;  theme="a b"; ${browser.cookieHeader}`
  expect(await sessions.renewSession({ headers: new Headers({ cookie }) })).toMatchObject({ setCookies: [], cookie })
  expect(await sessions.renewSession({ headers: new Headers() })).toMatchObject({ session: null, cookie: '' })
})

test('readSession returns null for a cookie with a later format version', async () => {
  const { sessions } = testServer()
  const sealed = await createSeal([SECRET]).seal('{"version":2}', '["cookie","__Host-session","local_Pool1","web"]')
  expect(await read(sessions, [[C0, `1.${sealed}`]])).toBeNull()
})
