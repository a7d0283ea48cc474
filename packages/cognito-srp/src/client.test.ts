import { inspect } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'

import { rejection, testClient } from '../test/clients.ts'
import { createCognitoClient, platformFetch, type CognitoConfig } from './client.ts'
import { ConfigurationError, NetworkError } from './errors.ts'
import { callService } from './service/transport.ts'
import { memoryStorage } from './storage/token-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['no pool id', { userPoolId: '', clientId: 'web' }],
  ['no client id', { userPoolId: 'local_Pool1', clientId: '' }],
])('a client with %s is rejected', (_case, config) => {
  expect(() => createCognitoClient(config)).toThrow('Both UserPoolId and ClientId are required.')
})

test.each([
  ['undefined', undefined],
  ['options with a numeric client id', { userPoolId: 'local_Pool1', clientId: 7 }],
])('passing %s to createCognitoClient throws a ConfigurationError', (_case, config) => {
  expect(() => createCognitoClient(config as unknown as CognitoConfig)).toThrow(ConfigurationError)
})

test.each([
  ['no underscore', 'sa-east-1'],
  ['nothing before the underscore', '_Pool1'],
  ['a hyphen in the last part', 'sa-east-1_Pool-1'],
  ['a space', 'sa-east-1_Pool 1'],
  ['a trailing line break', 'sa-east-1_Pool1\n'],
  ['56 characters', `sa-east-1_${'a'.repeat(46)}`],
])('a pool id with %s is rejected', (_case, userPoolId) => {
  const create = () => createCognitoClient({ userPoolId, clientId: 'web' })
  expect(create).toThrow('Invalid UserPoolId format.')
  expect(create).toThrow(ConfigurationError)
  expect(create).toThrow(expect.objectContaining({ code: 'ConfigurationError' }))
})

test('a pool id of 55 characters whose region contains three hyphens is accepted', () => {
  const userPoolId = `us-gov-west-1_${'A'.repeat(41)}`
  expect(createCognitoClient({ userPoolId, clientId: 'web' })).toMatchObject({ poolName: 'A'.repeat(41) })
})

test('the default endpoint is the service in the pool’s region', () => {
  const ids = { userPoolId: 'sa-east-1_AbC123', clientId: 'web' }
  expect(createCognitoClient(ids).endpoint).toBe('https://cognito-idp.sa-east-1.amazonaws.com/')
  expect(createCognitoClient({ ...ids, endpoint: '/cognito-idp/' }).endpoint).toBe('/cognito-idp/')
})

test.each([
  'https://id.example/pool',
  'http://localhost:9229',
  'HTTP://[::1]:9229/',
  'https://münchen.example?x=1#y',
  '/',
  '/auth/',
  '/auth?pool=1',
])('the endpoint %s is accepted', (endpoint) => {
  expect(createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', endpoint }).endpoint).toBe(endpoint)
})

test('an empty endpoint is ignored', () => {
  const { endpoint } = createCognitoClient({ userPoolId: 'sa-east-1_Pool1', clientId: 'web', endpoint: '' })
  expect(endpoint).toBe('https://cognito-idp.sa-east-1.amazonaws.com/')
})

test.each<[string, unknown]>([
  ['a relative path', 'auth/'],
  ['only a space', ' '],
  ['a leading space', ' https://id.example/'],
  ['a space in the path', 'https://id.example/a b'],
  ['a trailing line break', 'https://id.example/\n'],
  ['no host', 'https://'],
  ['a port without a host', 'http://:9229/'],
  ['a port that is not a number', 'http://localhost:port/'],
  ['no slashes after the scheme', 'https:id.example'],
  ['the scheme ftp', 'ftp://id.example/'],
  ['the scheme javascript', 'javascript:alert(1)'],
  ['a password', 'https://ana:senha@id.example/'],
  ['two leading slashes before another host', '//evil.example/'],
  ['a leading slash and backslash, which name another host', '/\\evil.example/'],
  ['a number as its value', 7],
  ['a URL object as its value', new URL('https://id.example/')],
])('an endpoint with %s is rejected', (_case, endpoint) => {
  const create = () => createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', endpoint: endpoint as string })
  expect(create).toThrow(new ConfigurationError('endpoint must be an http(s) address or an absolute path.'))
})

test('createCognitoClient throws a ConfigurationError for invalid durations, validity periods and refresh flows', () => {
  const ids = { userPoolId: 'local_Pool1', clientId: 'web' }
  for (const durationMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31]) {
    for (const config of [
      { timeoutMs: durationMs },
      { lockTimeoutMs: durationMs },
      { refreshRetry: { delayCapMs: durationMs } },
    ]) {
      expect(() => createCognitoClient({ ...ids, ...config })).toThrow(ConfigurationError)
    }
  }
  for (const authSessionValidityMinutes of [0, 2.9, 15.1, Number.NaN]) {
    expect(() => createCognitoClient({ ...ids, authSessionValidityMinutes })).toThrow(ConfigurationError)
  }
  expect(createCognitoClient({ ...ids, authSessionValidityMinutes: 15 }).authSessionValidityMinutes).toBe(15)
  expect(createCognitoClient({ ...ids, timeoutMs: 2 ** 31 - 1 }).timeoutMs).toBe(2_147_483_647)
  // A JavaScript caller can pass any string.
  const refreshFlow = 'REFRESH_TOKEN' as 'REFRESH_TOKEN_AUTH'
  expect(() => createCognitoClient({ ...ids, refreshFlow })).toThrow(/GetTokensFromRefreshToken, REFRESH_TOKEN_AUTH/)
})

test.each(['stroage', 'UserPoolId', 'refreshDelay'])(
  'createCognitoClient throws an error that names the unknown option %s',
  (option) => {
    const config = { userPoolId: 'local_Pool1', clientId: 'web', [option]: undefined }
    const error = new ConfigurationError(`${option} is not an option of createCognitoClient.`)
    expect(() => createCognitoClient(config)).toThrow(error)
  },
)

test('spreading a client into the options creates a client with its own state', () => {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web' })
  expect(createCognitoClient({ ...client }).state).not.toBe(client.state)
})

test('an unknown option is reported before a missing id, because the unknown option may be a misspelt id', () => {
  const config = { UserPoolId: 'local_Pool1', clientId: 'web' } as unknown as CognitoConfig
  expect(() => createCognitoClient(config)).toThrow('UserPoolId is not an option of createCognitoClient.')
})

test('createCognitoClient accepts every option', () => {
  const config: Required<CognitoConfig> = {
    userPoolId: 'local_Pool1',
    clientId: 'web',
    clientSecret: 'secret',
    endpoint: '/auth/',
    storage: memoryStorage(),
    accounts: 'many',
    fetch: platformFetch,
    now: () => 0,
    randomBytes: () => new Uint8Array(),
    timeoutMs: 1,
    retry: {},
    refreshFlow: 'REFRESH_TOKEN_AUTH',
    refreshMarginSeconds: 1,
    deviceName: 'Notebook',
    authSessionValidityMinutes: 3,
    headers: {},
    userContextData: () => undefined,
    analyticsMetadata: { analyticsEndpointId: 'id' },
    lock: (_name, work) => work(),
    lockTimeoutMs: 20_000,
    refreshRetry: false,
    clientMetadata: () => undefined,
  }
  const { refreshRetry, ...rest } = config
  expect(refreshRetry).toBe(false)
  expect(createCognitoClient(config)).toMatchObject({ ...rest, refreshDelayCapMs: 0 })
})

test('printing a client does not reveal the client secret', () => {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', clientSecret: 'app-secret' })
  expect(client.clientSecret).toBe('app-secret')
  expect(JSON.stringify(client)).not.toContain('app-secret')
  expect(inspect(client, { depth: null })).toContain('local_Pool1')
  expect(inspect(client, { depth: null })).not.toContain('app-secret')
})

test.each([
  ['20 seconds by default', {}, 20_000],
  ['the configured 30 seconds', { lockTimeoutMs: 30_000 }, 30_000],
  ['at least 100 ms longer than the refresh timeout of 8 seconds', { lockTimeoutMs: 100 }, 8100],
  ['at least 100 ms longer than a request timeout below 8 seconds', { lockTimeoutMs: 100, timeoutMs: 2000 }, 2100],
])('the lock timeout is %s', (_case, config, lockTimeoutMs) => {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', ...config })
  expect(client.lockTimeoutMs).toBe(lockTimeoutMs)
})

test('creating a client does not use the network, storage, clock or randomness', () => {
  const touched = vi.fn(() => {
    throw new Error('touched')
  })
  createCognitoClient({
    userPoolId: 'local_Pool1',
    clientId: 'web',
    fetch: touched,
    randomBytes: touched,
    now: touched,
    storage: { getItem: touched, setItem: touched, removeItem: touched },
  })
  expect(touched).not.toHaveBeenCalled()
})

test('the client looks up the global fetch at each call, so that a later replacement is used', async () => {
  const replaced = vi.fn(async () => new Response('{}'))
  vi.stubGlobal('fetch', replaced)
  const request = { method: 'POST', headers: {}, body: '{}', signal: new AbortController().signal } as const
  await platformFetch('https://id.example/', request)
  expect(replaced).toHaveBeenCalledWith('https://id.example/', request)
})

const CANNOT_FETCH = 'This platform cannot fetch'
const ADVICE = 'Set `fetch`, or an http(s) `endpoint`.'

test('on a platform without fetch, a call rejects with a ConfigurationError that names the option fetch', async () => {
  const { client } = testClient({ fetch: undefined, endpoint: 'https://id.example/' })
  vi.stubGlobal('fetch', undefined)
  const error = await rejection(callService(client, 'GetUser', {}))
  expect(error).toBeInstanceOf(ConfigurationError)
  expect(error).toMatchObject({ message: `${CANNOT_FETCH} https://id.example/. ${ADVICE}`, operation: 'GetUser' })
})

test('outside a page, a call to an endpoint that is a path rejects with a ConfigurationError', async () => {
  const { client } = testClient({ fetch: undefined, endpoint: '/auth/' })
  expect(await rejection(callService(client, 'GetUser', {}))).toMatchObject({
    name: 'ConfigurationError',
    message: `${CANNOT_FETCH} /auth/. ${ADVICE}`,
    cause: expect.any(TypeError),
  })
})

test.each([
  ['the endpoint is a URL', 'https://id.example/', undefined],
  ['a page resolves the path', '/auth/', new URL('https://app.example/')],
])('a failed connection causes a NetworkError if %s', async (_case, endpoint, location) => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed')
  })
  vi.stubGlobal('location', location)
  const { client } = testClient({ fetch: undefined, endpoint })
  expect(await rejection(callService(client, 'GetUser', {}))).toBeInstanceOf(NetworkError)
})
