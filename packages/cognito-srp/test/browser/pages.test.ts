import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { allow } from '@cognito-srp/testing/user-pools'

import type * as Library from '../../src/index.ts'
import { openPage as openPageOf, refreshesPerExpiry, REQUEST, signInAt, type Page } from './pages.ts'
import { ENGINE_NAME, startSite, type Site } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite({
    clients: [{ id: 'web', explicitAuthFlows: allow('USER_SRP_AUTH'), refreshTokenRotation: { graceSeconds: 0 } }],
  })
}, 60_000)
afterAll(() => site.close())

const openPage = () => openPageOf(site)

function eventsOf(page: Page): Promise<Library.AuthEvent[]> {
  return page.evaluate(() => globalThis.events)
}

test('a page signs in at a relative endpoint and is still signed in after a reload', async () => {
  const page = await openPage()
  expect(await signInAt(page)).toBe('SIGNED_IN')
  await page.reload()
  expect(await page.evaluate(async () => (await cognito.getSession(client)).username)).toBe('ana')
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toContain(
    'CognitoIdentityServiceProvider.web.LastAuthUser',
  )
  await page.close()
})

test('another tab gets one event each for sign-in, refresh and sign-out', async () => {
  const [one, other] = [await openPage(), await openPage()]
  await signInAt(one)
  await one.evaluate(() => cognito.signOut(client))
  await vi.waitFor(async () => expect((await eventsOf(other)).at(-1)?.type).toBe('signedOut'))
  await other.evaluate(() => globalThis.events.splice(0))
  await signInAt(one)
  await one.evaluate(() => cognito.getSession(client, { forceRefresh: true }))
  await one.evaluate(() => cognito.signOut(client))
  const heard = (reason: string) => [
    { type: 'signedIn', username: 'ana' },
    { type: 'refreshed', username: 'ana' },
    { type: 'signedOut', username: 'ana', reason },
  ]
  await vi.waitFor(async () => expect(await eventsOf(other)).toHaveLength(3))
  expect(await other.evaluate(() => cognito.currentUsername(client))).toBeNull()
  await delay(200) // time for a duplicate event to arrive
  expect(await eventsOf(other)).toEqual(heard('elsewhere'))
  expect((await eventsOf(one)).slice(-3)).toEqual(heard('requested'))
  await Promise.all([one.close(), other.close()])
})

test('if refresh tokens rotate without a grace period, two tabs refresh once per expiry and stay signed in', async () => {
  const pages = [await openPage(), await openPage()]
  await signInAt(pages[0] as Page)
  expect(await refreshesPerExpiry(site, pages, 8)).toEqual(Array.from({ length: 8 }, () => 1))
  await Promise.all(pages.map((page) => page.close()))
})

test('a worker signs in with the right password but not with a wrong password', async () => {
  const page = await openPage()
  const ask = (request: object) =>
    page.evaluate(
      (request) =>
        new Promise((resolve) => {
          const worker = new Worker('/worker.js', { type: 'module' })
          worker.addEventListener('message', ({ data }) => resolve(data))
          worker.postMessage(request)
        }),
      request,
    )
  expect(await ask(REQUEST)).toBe('SIGNED_IN')
  expect(await ask({ ...REQUEST, password: 'wrong' })).toBe('NotAuthorizedException')
  await page.close()
})

test('a service worker signs in', async () => {
  const page = await openPage()
  const answer = await page.evaluate(async (request) => {
    await navigator.serviceWorker.register('/worker.js')
    const { active } = await navigator.serviceWorker.ready
    const { port1, port2 } = new MessageChannel()
    return new Promise((resolve) => {
      port1.addEventListener('message', ({ data }) => resolve(data))
      port1.start()
      active?.postMessage(request, [port2])
    })
  }, REQUEST)
  expect(answer).toBe('SIGNED_IN')
  await page.close()
})

test('cookies can store a session, and a cookie that the browser drops causes a StorageError', async () => {
  const page = await openPage()
  const result = await page.evaluate(async (request) => {
    const storage = cognito.cookieStorage({ path: '/' })
    const config = { userPoolId: 'local_Pool1', clientId: 'web', endpoint: '/cognito-idp/', storage }
    const cookieClient = cognito.createCognitoClient(config)
    await cognito.signIn(cookieClient, request)
    const large = await Promise.resolve()
      .then(() => storage.setItem('large', 'x'.repeat(5000)))
      .then(
        () => 'kept',
        (error: Library.StorageError) => error.code,
      )
    await storage.removeItem('large')
    const { username } = await cognito.getSession(cognito.createCognitoClient(config))
    await cognito.signOut(cookieClient)
    return { username, large, left: document.cookie }
  }, REQUEST)
  // WebKitGTK keeps cookies of any length.
  const large = ENGINE_NAME === 'WebKit' ? 'kept' : 'StorageError'
  expect(result).toEqual({ username: 'ana', large, left: '' })
  await page.close()
})
