import { expect, test } from 'vitest'

import { rejection } from '../../test/clients.ts'
import { CALLBACK, HOSTED, hostedServer } from '../../test/hosted-servers.ts'
import { ORIGIN, testHandler } from '../../test/session-handlers.ts'
import type { AuthorizationOptions } from '../hosted/authorization-request.ts'
import { createHostedRoutes } from './index.ts'

test.each([
  ['an unknown option', { nonce: 'x' }],
  ['a fraction as maxAgeSeconds', { maxAgeSeconds: 1.5 }],
  ['a negative maxAgeSeconds', { maxAgeSeconds: -1 }],
  ['another site as returnTo', { returnTo: '//evil.example' }],
])('login with %s rejects with a ConfigurationError', async (_case, options) => {
  const { hosted } = hostedServer()
  const login = hosted.login(new Request(`${ORIGIN}/login`), options as AuthorizationOptions)
  expect(await rejection(login)).toMatchObject({ name: 'ConfigurationError' })
})

test.each([
  ['POST', '/login', 'GET'],
  ['POST', '/callback', 'GET'],
  ['GET', '/logout', 'POST'],
])('the routes reject %s %s with status 405', async (method, path, allow) => {
  const { status, headers } = await hostedServer().browser.send(path, { method })
  expect([status, headers.get('allow')]).toEqual([405, allow])
})

test.each<[string, object]>([
  ['an unknown option', { redirectURL: CALLBACK }],
  ['no oauth', { oauth: undefined }],
  ['another module as oauth', { oauth: {} }],
  ['no signOutUri', { signOutUri: undefined }],
  ['a domain with a path', { domain: 'https://auth.example/x' }],
  ['a redirectUri over plain HTTP', { redirectUri: 'http://app.example/callback' }],
  ['scopes without openid', { scopes: ['email'] }],
  ['an errorPath on another site', { errorPath: '//evil.example' }],
])('createHostedRoutes with %s throws a ConfigurationError', (_case, config) => {
  const sessions = testHandler()
  expect(() => createHostedRoutes(sessions, { ...HOSTED, ...config })).toThrow(
    expect.objectContaining({ name: 'ConfigurationError' }) as Error,
  )
})

test('createHostedRoutes rejects an object that createSessionHandler did not create', () => {
  expect(() => createHostedRoutes({ ...testHandler() }, HOSTED)).toThrow(/createSessionHandler/)
})
