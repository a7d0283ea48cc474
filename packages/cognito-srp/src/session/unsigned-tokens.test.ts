import { expect, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { NOW_SECONDS, storedItems, tokens, type TokenOptions } from '../../test/tokens.ts'
import type { RefreshFlow } from '../service/token-requests.ts'
import { ConfigurationError } from '../errors.ts'
import { adoptSession } from './accounts.ts'
import type { TokensToAdopt } from './session.ts'
import { onAuthChange } from './events.ts'
import { currentUsername, getAccessToken, getSession } from './get-session.ts'
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'

// These tests use sessions whose tokens stay on a server (@cognito-srp/client/server). The page gets tokens without signatures,
// and the same placeholder for every refresh token.

const REFRESH = 'GetTokensFromRefreshToken'

/** Tokens in the form that the server returns to the page. */
function shown(options: TokenOptions = {}) {
  const { IdToken, AccessToken } = tokens(options)
  const withoutSignature = (jwt: string) => jwt.slice(0, jwt.lastIndexOf('.') + 1)
  return {
    IdToken: withoutSignature(IdToken),
    AccessToken: withoutSignature(AccessToken),
    RefreshToken: PLACEHOLDER_TOKEN,
  }
}

const ended = shown({ iat: NOW_SECONDS - 3600 })
const renewed = shown()

test('a page without stored items adopts the session from the server', async () => {
  const { client, pool } = testClient()
  const session = { idToken: renewed.IdToken, accessToken: renewed.AccessToken, refreshToken: renewed.RefreshToken }
  expect(await adoptSession(client, session)).toMatchObject({ username: 'ana', refreshToken: PLACEHOLDER_TOKEN })
  expect(await getSession(client)).toMatchObject({ username: 'ana', idToken: { claims: { sub: 'sub-of-ana' } } })
  expect(await getAccessToken(client)).toMatch(/^[\w-]+\.[\w-]+\.$/)
  expect(pool.requests).toEqual([])
})

const signed = tokens()

test.each<[string, Partial<TokensToAdopt>]>([
  ['an id token with its signature', { idToken: signed.IdToken }],
  ['an access token with its signature', { accessToken: signed.AccessToken }],
  ['a refresh token instead of the placeholder', { refreshToken: 'refresh-1' }],
])('a page whose endpoint is a path does not adopt %s', async (_case, usable) => {
  const { client, storage } = testClient({ endpoint: '/auth/' })
  const shownTokens = { idToken: renewed.IdToken, accessToken: renewed.AccessToken, refreshToken: PLACEHOLDER_TOKEN }
  const error = await rejection(adoptSession(client, { ...shownTokens, ...usable }))
  expect(error).toBeInstanceOf(ConfigurationError)
  expect(error).toMatchObject({ message: expect.stringContaining('createSession of @cognito-srp/client/server') })
  expect(storage.items.size).toBe(0)
  expect(await adoptSession(client, shownTokens)).toMatchObject({ username: 'ana' })
})

test('a page adopts an expired session and renews it', async () => {
  const { client, pool } = testClient()
  await adoptSession(client, {
    idToken: ended.IdToken,
    accessToken: ended.AccessToken,
    refreshToken: PLACEHOLDER_TOKEN,
  })
  pool.on(REFRESH, { json: { AuthenticationResult: renewed } })
  expect(await getAccessToken(client)).toBe(renewed.AccessToken)
})

test.each<[RefreshFlow, string, object]>([
  ['GetTokensFromRefreshToken', REFRESH, { RefreshToken: PLACEHOLDER_TOKEN }],
  ['REFRESH_TOKEN_AUTH', 'InitiateAuth', { AuthParameters: { REFRESH_TOKEN: PLACEHOLDER_TOKEN } }],
])(
  'a refresh by %s sends the access token so that the server renews the right user’s session',
  async (refreshFlow, operation, payload) => {
    const { client, pool } = testClient({ items: storedItems(ended), refreshFlow })
    pool.on(operation, { json: { AuthenticationResult: renewed } })
    expect(await getAccessToken(client)).toBe(renewed.AccessToken)
    expect(pool.payload(operation)).toMatchObject({ ...payload, AccessToken: ended.AccessToken })
  },
)

test('a refresh of locally stored tokens sends no access token', async () => {
  const { client, pool } = testClient({ items: storedItems(tokens({ iat: NOW_SECONDS - 3600 })) })
  pool.on(REFRESH, { json: { AuthenticationResult: tokens() } })
  await getSession(client)
  expect(Object.keys(pool.payload(REFRESH))).not.toContain('AccessToken')
})

test('a refresh that the server rejects signs the user out of the page', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  const heard: unknown[] = []
  const stop = onAuthChange(client, (event) => heard.push(event))
  pool.on(REFRESH, failure('NotAuthorizedException', 'Refresh Token has been revoked'))
  expect(await rejection(getSession(client))).toMatchObject({ reason: 'token-revoked' })
  expect(await currentUsername(client)).toBeNull()
  expect(heard).toEqual([{ type: 'signedOut', username: 'ana', reason: 'refused' }])
  expect(storage.items.size).toBe(0)
  stop()
})

test('a rejected refresh does not end a session that started in another tab meanwhile', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  const anew = storedItems(shown({ originJti: 'origin-2' }))
  pool.on(REFRESH, () => {
    for (const [key, value] of Object.entries(anew)) storage.setItem(key, value)
    return failure('NotAuthorizedException', 'Refresh Token has been revoked')
  })
  expect(await getSession(client)).toMatchObject({ accessToken: { claims: { origin_jti: 'origin-2' } } })
  expect(Object.fromEntries(storage.items)).toMatchObject(anew)
})

test('a refresh does not overwrite a session that started in another tab meanwhile', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  const anew = storedItems(shown({ originJti: 'origin-2' }))
  pool.on(REFRESH, () => {
    for (const [key, value] of Object.entries(anew)) storage.setItem(key, value)
    return { json: { AuthenticationResult: renewed } }
  })
  expect(await getSession(client)).toMatchObject({ accessToken: { claims: { origin_jti: 'origin-2' } } })
  expect(Object.fromEntries(storage.items)).toMatchObject(anew)
})
