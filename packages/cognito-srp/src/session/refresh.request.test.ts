import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { testClient } from '../../test/clients.ts'
import { type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { getSession } from './get-session.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const REFRESH = 'GetTokensFromRefreshToken'
const ended = tokens({ iat: NOW_SECONDS - 3600 })
const renewed = tokens({ refreshToken: 'refresh-2' })
const renewal: ScriptedAnswer = { json: { AuthenticationResult: renewed } }
const DEVICE = { [`${PREFIX}.ana.deviceKey`]: 'device-1' }

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test.each([
  ['GetTokensFromRefreshToken', REFRESH, { ClientId: 'web', RefreshToken: 'refresh-1', DeviceKey: 'device-1' }],
  [
    'REFRESH_TOKEN_AUTH',
    'InitiateAuth',
    {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      ClientId: 'web',
      AuthParameters: { REFRESH_TOKEN: 'refresh-1', DEVICE_KEY: 'device-1' },
    },
  ],
] as const)(
  'the flow %s sends the refresh token and the device key as the service expects',
  async (refreshFlow, operation, payload) => {
    const { client, pool } = testClient({ items: { ...storedItems(ended), ...DEVICE }, refreshFlow })
    pool.on(operation, renewal)
    await getSession(client)
    expect(pool.operations).toEqual([operation])
    expect(pool.payload(operation)).toEqual(payload)
  },
)

test('a refresh sends the client secret or a secret hash as the flow requires, and the hash covers the real user name', async () => {
  const items = storedItems(ended, { username: 'ana@example.com' })
  const secret = { items, clientSecret: 'secret' }
  const plain = testClient(secret)
  plain.pool.on(REFRESH, renewal)
  await getSession(plain.client)
  expect(plain.pool.payload(REFRESH)).toMatchObject({ ClientSecret: 'secret' })
  const hashed = testClient({ ...secret, refreshFlow: 'REFRESH_TOKEN_AUTH' })
  hashed.pool.on('InitiateAuth', renewal)
  await getSession(hashed.client)
  // This hash was computed with: printf '%s' 'anaweb' | openssl dgst -sha256 -hmac secret -binary | base64
  const SECRET_HASH = 'QJ592q/Mqb9uW5DU20ca+djNF3foA9JmrrhqANt3Uw4='
  expect(hashed.pool.payload('InitiateAuth')).toMatchObject({ AuthParameters: { SECRET_HASH } })
})

test.each([
  ['GetTokensFromRefreshToken', REFRESH],
  ['REFRESH_TOKEN_AUTH', 'InitiateAuth'],
] as const)(
  'in the flow %s, the triggers get the metadata of the call, or else the metadata of the client',
  async (flow, operation) => {
    const config = { refreshFlow: flow, clientMetadata: () => ({ from: 'client' }) }
    const { client, pool } = testClient({ items: storedItems(ended), ...config })
    pool.on(operation, renewal)
    await getSession(client)
    await getSession(client, { forceRefresh: true, clientMetadata: { from: 'call' } })
    expect(pool.payload(operation)).toMatchObject({ ClientMetadata: { from: 'client' } })
    expect(pool.payload(operation, 1)).toMatchObject({ ClientMetadata: { from: 'call' } })
  },
)
