import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { rejection, signInWith, testClient, type MapStorage } from '../../test/clients.ts'
import { ScriptedPool } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { StorageError } from '../errors.ts'
import { onAuthChange } from '../session/events.ts'
import { getSession } from '../session/get-session.ts'
import type { AuthEvent } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { cookieStorage } from './cookie-storage.ts'

const COOKIE_MAX_BYTES = 4096

/**
 * Fake cookie jar that behaves like a browser's. An assignment sets one cookie, and cookies that are too large are dropped (RFC
 * 6265).
 */
function cookieJar() {
  const cookies = new Map<string, string>()
  const assignments: string[] = []
  return {
    assignments,
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(assignment: string) {
      assignments.push(assignment)
      const [pair = '', ...attributes] = assignment.split('; ')
      const separator = pair.indexOf('=')
      const expires = attributes.find((attribute) => attribute.startsWith('expires='))?.slice('expires='.length) ?? ''
      if (pair.length > COOKIE_MAX_BYTES) return
      if (Date.parse(expires) <= Date.now()) cookies.delete(pair.slice(0, separator))
      else cookies.set(pair.slice(0, separator), pair.slice(separator + 1))
    },
  }
}

let jar: ReturnType<typeof cookieJar>
beforeEach(() => {
  jar = cookieJar()
  vi.stubGlobal('document', jar)
})
afterEach(() => vi.unstubAllGlobals())

test.each(['plain', 'ana@example.com', 'a+b|c^d#e$f&g`h', 'josé (ão) 🎓', 'a=b;c,d %41'])(
  'an item with the name and value %s is written, read and removed',
  (text) => {
    const storage = cookieStorage()
    storage.setItem('other', 'x')
    storage.setItem(text, text)
    expect(storage.getItem(text)).toBe(text)
    storage.removeItem(text)
    expect(storage.getItem(text)).toBeNull()
    expect(storage.getItem('other')).toBe('x')
  },
)

test('names are encoded as in js-cookie, so that existing cookies are found after a migration', () => {
  // js-cookie 2 writes this cookie if the user name is a+b@c.d (x).
  jar.cookie =
    'CognitoIdentityServiceProvider.web.a+b%40c.d%20%28x%29.idToken=token; expires=Fri, 01 Jan 2100 00:00:00 GMT'
  expect(cookieStorage().getItem('CognitoIdentityServiceProvider.web.a+b@c.d (x).idToken')).toBe('token')
})

test('reading an item ignores a cookie whose name only starts with the item’s name', () => {
  const storage = cookieStorage()
  storage.setItem('tokens', 'long')
  expect(storage.getItem('token')).toBeNull()
})

test('cookies have safe attributes by default, and every attribute can be configured', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  try {
    cookieStorage().setItem('a', '1')
    const options = { domain: 'example.com', path: '/app', expiresDays: 1, secure: false, sameSite: 'strict' } as const
    cookieStorage(options).setItem('b', '2')
  } finally {
    vi.useRealTimers()
  }
  expect(jar.assignments).toEqual([
    'a=1; expires=Fri, 01 Jan 2027 00:00:00 GMT; path=/; samesite=lax; secure',
    'b=2; expires=Fri, 02 Jan 2026 00:00:00 GMT; path=/app; domain=example.com; samesite=strict',
  ])
})

test('storing a value that the browser silently drops throws a StorageError', () => {
  const storage = cookieStorage()
  storage.setItem('fits', 'x'.repeat(4000))
  const keep = () => storage.setItem('large', 'x'.repeat(5000))
  expect(keep).toThrow(StorageError)
  expect(keep).toThrow(expect.objectContaining({ code: 'StorageError' }))
})

test('cookies can contain a session, and a session that is too long is not stored', async () => {
  const storage = cookieStorage() as MapStorage
  const { client } = testClient({ storage, pool: new ScriptedPool() })
  expect(await rejection(signInWith(client, tokens({ refreshToken: 'r'.repeat(5000) })))).toBeInstanceOf(StorageError)
  expect(await rejection(getSession(client))).toMatchObject({ code: 'SessionError' })
  await signInWith(client, tokens({ refreshToken: 'refresh-1' }))
  expect(await getSession(client)).toMatchObject({ username: 'ana', refreshToken: 'refresh-1' })
  for (const key of Object.keys(storedItems(tokens()))) expect(storage.getItem(key)).not.toBeNull()
})

test.each([
  ['http:', 'localhost', false],
  ['http:', 'app.localhost', false],
  ['http:', '127.0.0.1', false],
  ['http:', '[::1]', false],
  ['https:', 'localhost', true],
  ['http:', 'localhost.example.com', true],
  ['http:', 'example.com', true],
  ['http:', '127.0.0.1.example.com', true],
])('on %s//%s, the default of the option secure is %s', (protocol, hostname, isSecure) => {
  vi.stubGlobal('location', { protocol, hostname })
  cookieStorage().setItem('a', '1')
  cookieStorage({ secure: !isSecure }).setItem('b', '1')
  cookieStorage({ sameSite: 'none' }).setItem('c', '1')
  expect(jar.assignments.map((assignment) => assignment.endsWith('; secure'))).toEqual([isSecure, !isSecure, true])
})

/**
 * Plants a cookie from another host of the domain, before or after our own cookies. The page cannot remove the planted cookie.
 */
function plant(key: string, value: string, isFirst = false): void {
  vi.stubGlobal('document', {
    get cookie() {
      const planted = `${key}=${value}`
      return [planted, jar.cookie].sort(() => (isFirst ? 0 : -1)).join('; ')
    },
    set cookie(assignment: string) {
      jar.cookie = assignment
    },
  })
}

test.each([
  ['before', true],
  ['after', false],
])('reading throws if a planted cookie comes %s the client’s cookie with the same name', (_case, isFirst) => {
  const storage = cookieStorage()
  storage.setItem('key', 'ours')
  plant('key', 'theirs', isFirst)
  expect(() => storage.getItem('key')).toThrow(StorageError)
  expect(() => storage.getItem('key')).toThrow('Two cookies have the same name but different values')
  expect(() => storage.setItem('key', 'ours')).toThrow('another host or path has set a cookie with the same name')
  expect(() => storage.removeItem('key')).toThrow('cannot be removed')
  expect(() => storage.removeItem('key')).toThrow(StorageError)
})

test('two cookies with the same name and value count as one cookie', () => {
  const storage = cookieStorage()
  storage.setItem('key', 'ours')
  plant('key', 'ours')
  expect(storage.getItem('key')).toBe('ours')
})

test('a sign-out with a planted cookie rejects, but removes the session', async () => {
  const storage = cookieStorage() as MapStorage
  const { client } = testClient({ storage, pool: new ScriptedPool() })
  await signInWith(client, tokens())
  plant('CognitoIdentityServiceProvider.web.ana.refreshToken', 'planted')
  expect(await rejection(signOut(client))).toBeInstanceOf(StorageError)
  expect(jar.cookie).toBe('')
})

test('a sign-out signs all users out if the current user is ambiguous', async () => {
  const storage = cookieStorage() as MapStorage
  const { client } = testClient({ storage, pool: new ScriptedPool(), accounts: 'many' })
  for (const username of ['ana', 'bia']) await signInWith(client, tokens({ username }))
  const heard: AuthEvent[] = []
  const stop = onAuthChange(client, (event) => heard.push(event))
  plant('CognitoIdentityServiceProvider.web.LastAuthUser', 'eve')
  expect(await rejection(getSession(client))).toBeInstanceOf(StorageError)
  expect(await rejection(signOut(client))).toMatchObject({ message: expect.stringContaining('Two cookies') })
  expect(jar.cookie).toBe('')
  const reason = 'requested'
  expect(heard).toEqual(['ana', 'bia'].map((username) => ({ type: 'signedOut', username, reason })))
  stop()
})

test('a sign-in removes the previous user’s cookies even if other programs have malformed cookies', async () => {
  jar.cookie = 'flag; expires=Fri, 01 Jan 2100 00:00:00 GMT'
  jar.cookie = '100%=of another program; expires=Fri, 01 Jan 2100 00:00:00 GMT'
  const storage = cookieStorage() as MapStorage
  const { client } = testClient({ storage, pool: new ScriptedPool() })
  await signInWith(client, tokens({ username: 'ana@é' }))
  await signInWith(client, tokens())
  expect(jar.cookie).not.toContain('ana%40')
  expect(await getSession(client)).toMatchObject({ username: 'ana' })
  expect(cookieStorage().keys?.()).toContain('100%')
})

test('with the option domain, writing or removing an item removes the host’s earlier cookie', () => {
  const ofHost = new Map([
    ['a', 'old'],
    ['b', 'old'],
  ])
  const attributes: string[] = []
  vi.stubGlobal('document', {
    get cookie() {
      return [...[...ofHost].map((pair) => pair.join('=')), jar.cookie].join('; ')
    },
    set cookie(assignment: string) {
      attributes.push(assignment.replace(/expires=[^;]*; /, ''))
      if (assignment.includes('domain=')) jar.cookie = assignment
      else ofHost.delete(assignment.slice(0, 1))
    },
  })
  const storage = cookieStorage({ domain: 'example.com' })
  storage.setItem('a', 'new')
  expect(storage.getItem('a')).toBe('new')
  storage.removeItem('b')
  expect(storage.getItem('b')).toBeNull()
  storage.setItem('c', 'new')
  expect(attributes).toEqual([
    'a=new; path=/; domain=example.com; samesite=lax; secure',
    'a=; path=/; samesite=lax; secure',
    'b=; path=/; domain=example.com; samesite=lax; secure',
    'b=; path=/; samesite=lax; secure',
    'c=new; path=/; domain=example.com; samesite=lax; secure',
  ])
})
