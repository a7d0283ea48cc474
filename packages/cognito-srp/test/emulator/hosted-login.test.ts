import { CLIENT_ID } from '@cognito-srp/testing/user-pools'
import { afterEach, expect, test, vi } from 'vitest'

import { CALLBACK, createPageVisitor } from '../../../cognito-emulator/test/page-visitor.ts'
import { getSession, getUser } from '../../src/index.ts'
import { createHostedLogin } from '../../src/oauth/index.ts'
import { rejection } from '../clients.ts'
import { HostedPage, leave, requestOf } from '../hosted-page.ts'
import { REQUEST, startPool, type TestPool } from './pool.ts'

let pool: TestPool | undefined

afterEach(async () => {
  vi.unstubAllGlobals()
  await pool?.emulator.close()
  pool = undefined
})

const SIGN_OUT_URI = 'http://localhost:5173/bye'

/** Opens a page of an app with a hosted login, and creates a browser that can visit the hosted pages. */
async function openApp() {
  pool = await startPool({
    clients: [{ id: CLIENT_ID, callbackUrls: [CALLBACK], logoutUrls: [SIGN_OUT_URI] }],
  })
  const { emulator } = pool
  const page = new HostedPage('http://localhost:5173/').show()
  const client = pool.createClient()
  const hosted = createHostedLogin(client, {
    domain: emulator.url,
    redirectUri: CALLBACK,
    signOutUri: SIGN_OUT_URI,
    scopes: ['openid', 'email', 'aws.cognito.signin.user.admin'],
  })
  const visitor = createPageVisitor(emulator)
  const visit = () => visitor.open((page.left.at(-1) ?? '').replace(emulator.url, '/'))
  return { client, hosted, page, visitor, visit }
}

test('a user signs in on the hosted pages, calls the pool, renews the tokens and signs out of the hosted pages', async () => {
  const { client, hosted, page, visitor, visit } = await openApp()
  await leave({ hosted, page }, { loginHint: REQUEST.username, maxAgeSeconds: 60 })
  await visit()
  const address = (await visitor.submit(REQUEST)).headers.get('location') ?? ''
  page.open(address)
  expect(await hosted.complete(address)).toMatchObject({ session: { username: REQUEST.username }, returnTo: '/' })
  expect(page.address).toBe(CALLBACK)
  expect(await getUser(client)).toMatchObject({ username: REQUEST.username })
  const before = (await getSession(client)).accessToken.jwt
  expect((await getSession(client, { forceRefresh: true })).accessToken.jwt).not.toBe(before)

  await hosted.signOut({ scope: 'revoke' })
  expect((await visit()).headers.get('location')).toBe(SIGN_OUT_URI)
  await leave({ hosted, page }, { prompt: 'none' })
  const refused = (await visit()).headers.get('location') ?? ''
  expect(await rejection(hosted.complete(refused))).toMatchObject({ reason: 'pool-error', error: 'login_required' })
})

test('complete rejects with code-rejected if the callback contains the code of another sign-in', async () => {
  const { hosted, page, visitor, visit } = await openApp()
  await leave({ hosted, page })
  await visit()
  const other = new URL((await visitor.submit(REQUEST)).headers.get('location') ?? '').searchParams.get('code') ?? ''
  await leave({ hosted, page })
  const state = requestOf(page).get('state') ?? ''
  const injected = `${CALLBACK}?${new URLSearchParams({ code: other, state })}`
  expect(await rejection(hosted.complete(injected))).toMatchObject({ reason: 'code-rejected', error: 'invalid_grant' })
})
