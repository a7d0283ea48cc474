import { expect, test } from 'vitest'

import { SECRET, testHandler, testServer } from '../../test/session-handlers.ts'
import { ConfigurationError } from '../errors.ts'
import { createSessionHandler, memoryStore, type CookieSettings, type SessionHandlerConfig } from './index.ts'

const INVALID: [options: object, sentence: string][] = [
  [{ userPoolId: '' }, 'Both UserPoolId and ClientId are required.'],
  [{ userPoolId: 'pool' }, 'Invalid UserPoolId format.'],
  [{ secret: undefined }, 'at least 32 random characters'],
  [{ secret: 'x'.repeat(31) }, 'at least 32 random characters'],
  [{ secret: [] }, 'at least 32 random characters'],
  [{ secret: ['x'.repeat(32), 'short'] }, 'at least 32 random characters'],
  [{ secret: 7 }, 'at least 32 random characters'],
  [{ clientSecret: '' }, 'clientSecret is empty'],
  [{ endpoint: '/cognito-idp/' }, 'endpoint must be an http(s) address'],
  [{ endpoint: 'ftp://x' }, 'endpoint must be an http(s) address'],
  [{ path: 'auth' }, 'path must be'],
  [{ path: '//evil.example/' }, 'path must be'],
  [{ path: '/auth?x' }, 'path must be'],
  [{ path: 7 }, 'path must be'],
  [{ origins: ['https://app.example/'] }, 'origins must be'],
  [{ origins: ['https://*.example'] }, 'origins must be'],
  [{ origins: ['*'] }, 'origins must be'],
  [{ origins: 'https://app.example' }, 'origins must be'],
  [{ origins: ['null'] }, 'origins must be'],
  [{ origins: ['https://'] }, 'origins must be'],
  [
    { operations: ['GetUser', 'AdminGetUser'] },
    'operations must not contain AdminGetUser, which is not an operation of the client.',
  ],
  [{ operations: 'GetUser' }, 'operations must be a list.'],
  [{ operations: null }, 'operations must be a list.'],
  [{ store: {} }, 'store must have get and set.'],
  [{ store: { get: () => null } }, 'store must have get and set.'],
  [{ cookie: null }, 'cookie must be an object.'],
  [{ cookie: { name: null } }, 'cookie.name must be'],
  [{ cookie: { name: 'a b' } }, 'cookie.name must be'],
  [{ cookie: { name: '' } }, 'cookie.name must be'],
  [{ cookie: { maxAgeSeconds: 0 } }, 'cookie.maxAgeSeconds must be'],
  [{ cookie: { maxAgeSeconds: 1.5 } }, 'cookie.maxAgeSeconds must be'],
  [{ cookie: { maxAge: 60 } }, 'maxAge is not an option of cookie.'],
  [{ storage: undefined }, 'storage is not an option of createSessionHandler.'],
  [{ userPoolId: '', UserPoolId: 'local_Pool1' }, 'UserPoolId is not an option of createSessionHandler.'],
  [{ timeoutMs: 0 }, 'timeoutMs'],
  [{ refreshFlow: 'X' }, 'refreshFlow must be one of'],
]

test.each(INVALID)('createSessionHandler rejects the options %O with "%s"', (config, sentence) => {
  const make = () => testHandler(config)
  expect(make).toThrow(ConfigurationError)
  expect(make).toThrow(sentence)
})

test('createSessionHandler accepts every option', () => {
  const config: Required<SessionHandlerConfig> = {
    userPoolId: 'local_Pool1',
    clientId: 'web',
    clientSecret: 'client-secret',
    secret: 'x'.repeat(32),
    path: '/auth/',
    origins: ['https://app.example'],
    endpoint: 'https://pool.example/',
    store: memoryStore(),
    operations: ['GetUser'],
    allowPasswords: true,
    cookie: { name: 'session', insecure: true, maxAgeSeconds: 60 } satisfies Required<CookieSettings>,
    refreshFlow: 'REFRESH_TOKEN_AUTH',
    refreshMarginSeconds: 60,
    timeoutMs: 1000,
    fetch: globalThis.fetch,
    now: () => 0,
    onFault: () => undefined,
  }
  expect(() => createSessionHandler(config)).not.toThrow()
})

test('createSessionHandler without options throws a ConfigurationError', () => {
  expect(() => createSessionHandler(undefined as never)).toThrow(ConfigurationError)
})

test('no error message for invalid options contains a secret', () => {
  for (const [options] of INVALID) {
    const config = { secret: SECRET, clientSecret: 'client-secret', ...options }
    const given: unknown[] = [config.secret, config.clientSecret].flat()
    const secrets = given.filter((secret): secret is string => typeof secret === 'string' && secret !== '')
    expect(secrets).not.toEqual([])
    for (const secret of secrets) {
      const error = { message: expect.not.stringContaining(secret) as string }
      expect(() => testHandler(config), JSON.stringify(options)).toThrow(expect.objectContaining(error))
    }
  }
})

test('without an endpoint option, requests go to the service in the pool’s region', async () => {
  const { pool, browser } = testServer({ userPoolId: 'sa-east-1_AbCdEf123' })
  pool.on('SignUp', { json: {} })
  await browser.call('SignUp', { Username: 'ana' })
  expect(pool.requests[0]?.url).toBe('https://cognito-idp.sa-east-1.amazonaws.com/')
})
