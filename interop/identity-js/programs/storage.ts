import { AuthenticationDetails, CognitoUser, CognitoUserPool, CookieStorage } from '@cognito-srp/client/identity-js'
import { JSDOM } from 'jsdom'

import { ask, observe, PASSWORD, poolData, Recorder, reduce, say } from './observe.ts'
import { ON_PURPOSE } from './on-purpose.ts'

// Runs use case 26 of the amazon-cognito-identity-js README, and tests the default storage. The program covers cookies
// and localStorage in a page, memory outside a page, and a storage that fails.

const details = new AuthenticationDetails({ Username: 'ana', Password: PASSWORD })

// Outside a page, all users of a program share one storage in memory.
const Pool = new CognitoUserPool(poolData('Plain'))
const ana = new CognitoUser({ Username: 'ana', Pool })
await observe('memory: sign in', (callbacks) => ana.authenticateUser(details, callbacks))
const other = new CognitoUser({ Username: 'ana', Pool: new CognitoUserPool(poolData('Plain')) })
await ask('memory: getSession of another object', (callback) => other.getSession(callback))
say('memory: getCurrentUser', () => new CognitoUserPool(poolData('Plain')).getCurrentUser()?.getUsername())
say('memory: signOut', () => other.signOut())
say('memory: getCurrentUser', () => Pool.getCurrentUser())

// A pool with a `Storage` option, and a user without one.
const Storage = new Recorder()
const mixed = new CognitoUserPool({ ...poolData('Plain'), Storage })
const without = new CognitoUser({ Username: 'ana', Pool: mixed })
await observe('mixed: sign in', (callbacks) => without.authenticateUser(details, callbacks))
Storage.print('mixed: stored')
say('mixed: getCurrentUser', () => mixed.getCurrentUser())

// In a page.
const { window } = new JSDOM('', { url: 'https://shop.example.com/app/' })
Object.assign(globalThis, { window, document: window.document })
Object.defineProperty(globalThis, 'localStorage', { value: window.localStorage, configurable: true })
const pagePool = new CognitoUserPool(poolData('Plain'))
const pageUser = new CognitoUser({ Username: 'ana', Pool: pagePool })
window.localStorage.setItem('theirs', 'stays')
await observe('page: sign in', (callbacks) => pageUser.authenticateUser(details, callbacks))
say('page: keys', () => Object.keys(window.localStorage).sort())
await ask('page: getSession', (callback) => pagePool.getCurrentUser()?.getSession(callback))
say('page: signOut', () => pageUser.signOut())
say('page: keys', () => Object.keys(window.localStorage).sort())

/** Names of the readable cookies, without their values, which are tokens. */
const cookies = () =>
  window.document.cookie
    .split('; ')
    .map((cookie) => reduce(decodeURIComponent(cookie.split('=')[0] ?? '')))
    .sort()

const OPTIONS = {
  'by default': {},
  'of the domain': { domain: '.example.com', path: '/', expires: 1, sameSite: 'strict' },
  'for an hour': { secure: false, expires: 1 / 24, sameSite: 'lax' },
} as const
for (const [name, options] of Object.entries(OPTIONS)) {
  const jar = new CookieStorage(options)
  say(`cookies ${name}: setItem`, () => jar.setItem('a key', 'a value; with = signs, ä and "quotes"'))
  say(`cookies ${name}: getItem`, () => [jar.getItem('a key'), jar.getItem('none')])
  say(`${ON_PURPOSE}cookies ${name}: raw`, () => window.document.cookie)
  say(`cookies ${name}: removeItem`, () => jar.removeItem('a key'))
  say(`cookies ${name}: readable`, cookies)
  const cookiePool = new CognitoUserPool({ ...poolData('Plain'), Storage: jar })
  const user = new CognitoUser({ Username: 'ana', Pool: cookiePool, Storage: jar })
  await observe(`cookies ${name}: sign in`, (callbacks) => user.authenticateUser(details, callbacks))
  say(`cookies ${name}: readable`, cookies)
  await ask(`cookies ${name}: getSession`, (callback) => cookiePool.getCurrentUser()?.getSession(callback))
  say(`cookies ${name}: signOut`, () => user.signOut())
  say(`cookies ${name}: readable`, cookies)
}
const wide = new CookieStorage()
window.document.cookie = 'theirs=1; Path=/'
wide.setItem('ours', '2')
say('cookies: clear', () => wide.clear())
say('cookies: readable', cookies)

// A storage that fails.
const failing = (method: string) =>
  Object.assign(new Recorder(), {
    [method]: () => {
      throw new Error('The storage is full.')
    },
  })
for (const method of ['getItem', 'setItem', 'removeItem']) {
  const Storage = failing(method)
  const failingPool = new CognitoUserPool({ ...poolData('Plain'), Storage })
  say(`${method} fails: getCurrentUser`, () => failingPool.getCurrentUser())
  const user = new CognitoUser({ Username: 'ana', Pool: failingPool, Storage })
  say(`${method} fails: getSession`, () => user.getSession(() => console.log('told')))
  const which = method === 'getItem' ? ON_PURPOSE : ''
  await observe(`${which}${method} fails: sign in`, (callbacks) => user.authenticateUser(details, callbacks))
  say(`${method} fails: signOut`, () => user.signOut())
}
