import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { rejection, signInWith, testClient, type MapStorage } from '../../test/clients.ts'
import { ScriptedPool } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { StorageError } from '../errors.ts'
import { getSession } from '../session/get-session.ts'
import { cookieStorage } from './cookie-storage.ts'

const COOKIE_MAX_BYTES = 4096

/** The cookies of a page as browsers treat them: one assignment sets one cookie, too large ones vanish (RFC 6265). */
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
  'an item named and valued %s is kept, found and removed',
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

test('names are encoded as js-cookie does, so that cookies of a migrating site are found', () => {
  // js-cookie 2: Cookies.set('…LastAuthUser', …) with user name a+b@c.d (x)
  jar.cookie =
    'CognitoIdentityServiceProvider.web.a+b%40c.d%20%28x%29.idToken=token; expires=Fri, 01 Jan 2100 00:00:00 GMT'
  expect(cookieStorage().getItem('CognitoIdentityServiceProvider.web.a+b@c.d (x).idToken')).toBe('token')
})

test('a name that begins like another is another', () => {
  const storage = cookieStorage()
  storage.setItem('tokens', 'long')
  expect(storage.getItem('token')).toBeNull()
})

test('the attributes are the safe ones unless others are chosen', () => {
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

test('a value that the browser drops without a word is a storage error', () => {
  const storage = cookieStorage()
  storage.setItem('fits', 'x'.repeat(4000))
  const keep = () => storage.setItem('large', 'x'.repeat(5000))
  expect(keep).toThrow(StorageError)
  expect(keep).toThrow(expect.objectContaining({ code: 'StorageError' }))
})

test('a session lives in cookies, and one that does not fit is no session', async () => {
  const storage = cookieStorage() as MapStorage
  const { client } = testClient({ storage, pool: new ScriptedPool() })
  expect(await rejection(signInWith(client, tokens({ refreshToken: 'r'.repeat(5000) })))).toBeInstanceOf(StorageError)
  expect(await rejection(getSession(client))).toMatchObject({ code: 'SessionError' })
  await signInWith(client, tokens({ refreshToken: 'refresh-1' }))
  expect(await getSession(client)).toMatchObject({ username: 'ana', refreshToken: 'refresh-1' })
  for (const key of Object.keys(storedItems(tokens()))) expect(storage.getItem(key)).not.toBeNull()
})
