import { afterEach, expect, test, vi } from 'vitest'

import { signInWith, testClient, type MapStorage } from '../../test/clients.ts'
import { ScriptedPool } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { StorageError } from '../errors.ts'
import { getSession } from '../session/get-session.ts'
import { signOut } from '../session/sign-out.ts'
import { cookieStorage } from './cookie-storage.ts'

afterEach(() => vi.unstubAllGlobals())

/** Fake cookie jar of a page at one address, with the domain and path of each cookie (RFC 6265 §5.1.3 and §5.1.4). */
function jarAt(address: string) {
  const { hostname, pathname } = new URL(address)
  vi.stubGlobal('location', new URL(address))
  const cookies = new Map<string, { name: string; value: string; domain: string; path: string }>()
  const isSeen = ({ domain, path }: { domain: string; path: string }) =>
    (domain === '' || hostname === domain || hostname.endsWith(`.${domain}`)) &&
    (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies.values()]
        .filter(isSeen)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
    },
    set cookie(assignment: string) {
      const [pair = '', ...attributes] = assignment.split('; ')
      const named = Object.fromEntries(attributes.map((attribute) => attribute.split('=')))
      const [[name = '', value = ''], { domain = '', path = '/', expires = '' }] = [pair.split('='), named]
      const place = `${name};${domain};${path}`
      if (Date.parse(expires) <= Date.now()) cookies.delete(place)
      else if (domain !== 'com') cookies.set(place, { name, value, domain, path })
    },
  })
  return cookies
}

const PLACES = [
  'domain=example.com; path=/',
  'domain=app.example.com; path=/',
  'domain=example.com; path=/quiz',
  'domain=example.com; path=/quiz/',
  'path=/quiz/start',
]

test.each(PLACES)('writing or removing an item removes a cookie that was planted with %s', (place) => {
  for (const options of [{}, { domain: 'example.com' }]) {
    const cookies = jarAt('https://app.example.com/quiz/start')
    const storage = cookieStorage(options)
    document.cookie = `key=planted; ${place}`
    expect(storage.getItem('key')).toBe('planted')
    storage.setItem('key', 'ours')
    expect([storage.getItem('key'), cookies.size]).toEqual(['ours', 1])
    document.cookie = `key=planted; ${place}`
    storage.removeItem('key')
    expect([storage.getItem('key'), cookies.size]).toEqual([null, 0])
  }
})

test('a sign-out removes a planted session, and a sign-in replaces a planted session', async () => {
  const cookies = jarAt('https://app.example.com/quiz/start')
  const { client } = testClient({ storage: cookieStorage() as MapStorage, pool: new ScriptedPool() })
  const plantAll = () => {
    for (const [key, value] of Object.entries(storedItems(tokens({ username: 'eve' }), { username: 'eve' }))) {
      for (const place of PLACES) document.cookie = `${key}=${value}; ${place}`
    }
  }
  plantAll()
  expect(await getSession(client)).toMatchObject({ username: 'eve' }) // it cannot be distinguished from our own
  await signOut(client)
  expect(cookies.size).toBe(0)
  plantAll()
  await signInWith(client, tokens())
  expect(await getSession(client)).toMatchObject({ username: 'ana' })
  await signOut(client)
  expect(cookies.size).toBe(0)
})

test('a cookie that the browser does not keep does not replace another cookie', () => {
  jarAt('https://app.example.com/')
  const storage = cookieStorage({ domain: 'com' })
  document.cookie = 'key=before; path=/'
  expect(() => storage.setItem('key', 'ours')).toThrow('did not store')
  expect(storage.getItem('key')).toBe('before')
})

test('the search for planted cookies is limited on a page with a very long path', () => {
  const cookies = jarAt(`https://${'a.'.repeat(20)}example.com/${'b/'.repeat(5000)}`)
  document.cookie = `key=planted; domain=example.com; path=/${'b/'.repeat(50)}`
  expect(() => cookieStorage().removeItem('key')).toThrow(StorageError)
  expect(cookies.size).toBe(1)
})
