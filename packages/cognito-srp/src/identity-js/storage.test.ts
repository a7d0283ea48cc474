import { afterEach, expect, test, vi } from 'vitest'

import { ItemStorage } from '../../test/identity-js.ts'
import { CognitoUser, CognitoUserPool, CookieStorage, type ICookieStorageData } from './index.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const IDS = { UserPoolId: 'local_Pool1', ClientId: 'web' }

test('without localStorage, all pools and users of a program share one storage in memory', () => {
  const { storage } = new CognitoUserPool(IDS)
  storage.setItem('key', 'value')
  const Pool = new CognitoUserPool(IDS)
  expect(new CognitoUser({ Username: 'ana', Pool }).storage.getItem('key')).toBe('value')
  storage.removeItem('key')
  expect(Pool.storage.getItem('key')).toBeNull()
  storage.setItem('key', 'value')
  storage.clear()
  expect(Pool.storage.getItem('key')).toBeNull()
})

test('localStorage is the default if it is writable', () => {
  const localStorage = new ItemStorage()
  vi.stubGlobal('window', { localStorage })
  expect(new CognitoUserPool(IDS).storage).toBe(localStorage)
  expect([...localStorage.items]).toEqual([])
  localStorage.setItem = () => {
    throw new Error('The quota has been exceeded.')
  }
  expect(new CognitoUserPool(IDS).storage).not.toBe(localStorage)
})

test('a user without a Storage option does not use the pool’s storage', () => {
  const Storage = new ItemStorage()
  const Pool = new CognitoUserPool({ ...IDS, Storage })
  expect(Pool.storage).toBe(Storage)
  expect(new CognitoUser({ Username: 'ana', Pool }).storage).not.toBe(Storage)
})

/** Replaces `document.cookie` with a fake cookie jar. */
function stubCookies(): { written: string[]; jar: Map<string, string> } {
  const [written, jar]: [string[], Map<string, string>] = [[], new Map()]
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      const [, name = '', value = '', expires = ''] = /^([^=]+)=([^;]*); expires=([^;]+)/.exec(text) ?? []
      if (Date.parse(expires) <= Date.now()) jar.delete(name)
      else if (value.length < 100) jar.set(name, value)
    },
  })
  return { written, jar }
}

test('cookies are set, read and removed with the configured attributes', () => {
  const { written, jar } = stubCookies()
  const storage = new CookieStorage({ domain: 'example.com', path: '/app', expires: 1, sameSite: 'strict' })
  expect(storage.setItem('a.b', 'c d')).toBe('c d')
  expect(storage.getItem('a.b')).toBe('c d')
  expect(written[0]).toMatch(/^a\.b=c%20d; expires=.*; path=\/app; domain=example\.com; samesite=strict; secure$/)
  storage.removeItem('a.b')
  expect([storage.getItem('a.b'), jar.size]).toEqual([null, 0])
  new CookieStorage({ secure: false }).setItem('k', 'v')
  expect(written.at(-1)).not.toContain('secure')
  new CookieStorage().setItem('k', 'w')
  expect(written.at(-1)).toMatch(/; path=\/; samesite=lax; secure$/)
  expect(storage.clear()).toEqual({})
  expect(jar.size).toBe(0)
})

test('setItem returns null if the browser drops the cookie, and removeItem does not throw if the cookie stays', () => {
  const { jar } = stubCookies()
  const storage = new CookieStorage()
  expect(storage.setItem('key', 'x'.repeat(5000))).toBeNull()
  jar.set('stays', 'here')
  jar.delete = () => false
  storage.removeItem('stays')
  expect(storage.getItem('stays')).toBe('here')
})

test('without document, a CookieStorage is empty and its methods do not throw', () => {
  const storage = new CookieStorage()
  expect(storage.setItem('key', 'value')).toBeNull()
  expect(storage.getItem('key')).toBeNull()
  storage.removeItem('key')
  expect(storage.clear()).toEqual({})
})

test.each<[ICookieStorageData, string]>([
  [{ sameSite: 'other' as never }, 'The sameSite value of cookieStorage must be "lax", "strict" or "none".'],
  [{ sameSite: undefined as never }, 'The sameSite value of cookieStorage must be "lax", "strict" or "none".'],
  [{ sameSite: 'none', secure: false }, 'sameSite = None requires the Secure attribute in latest browser versions.'],
])('cookies with the attributes %j are rejected', (data, message) => {
  expect(() => new CookieStorage(data)).toThrow(new Error(message))
})

test('a CookieStorage exposes its cookie attributes', () => {
  stubCookies()
  expect(new CookieStorage()).toMatchObject({ path: '/', expires: 365, secure: true, sameSite: null })
  expect(new CookieStorage({ sameSite: 'none' })).toMatchObject({ sameSite: 'none', secure: true })
})
