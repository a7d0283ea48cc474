import { createSigningPool, type SigningPool } from '@cognito-srp/testing/signing-pool'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { listen } from '../../test/listen.ts'
import { authenticate, remoteJwks, type ApiEnv, type TokenRules } from './access-token.ts'
import type { LogEntry } from './request-log.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Serves a pool's keys over real HTTP, with a response that a test can change. */
async function publish(answer: () => Response) {
  let requests = 0
  const server = await listen(() => {
    requests += 1
    return answer()
  })
  return { url: `${server.url}/.well-known/jwks.json`, requests: () => requests, stop: () => server.stop() }
}

function startApi(pool: SigningPool, url: string) {
  const api = createTestApi(pool, { jwks: remoteJwks(url) })
  return async (token: string) => (await send(api, { path: '/questions', token })).status
}

test('the API fetches the keys once for many tokens', async () => {
  const pool = await createSigningPool()
  const keys = await publish(() => Response.json(pool.keySet))
  const statusOf = startApi(pool, keys.url)
  expect(keys.requests()).toBe(0)
  for (const name of ['ana', 'bruno', 'carla']) expect(await statusOf(await pool.accessToken(name))).toBe(200)
  expect(keys.requests()).toBe(1)
  await keys.stop()
})

test('the API fetches the keys again when a token names a new key', async () => {
  const old = await createSigningPool({ keyId: 'old' })
  const rotated = await createSigningPool({ keyId: 'new' })
  let published = old.keySet
  const keys = await publish(() => Response.json(published))
  const statusOf = startApi(old, keys.url)
  expect(await statusOf(await old.accessToken('ana'))).toBe(200)

  published = { keys: [...old.keySet.keys, ...rotated.keySet.keys] }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 }) // the pause between two fetches is over
  expect(await statusOf(await rotated.accessToken('ana'))).toBe(200)
  expect(keys.requests()).toBe(2)
  await keys.stop()
})

test('the API does not fetch the keys for every token with an invented key id', async () => {
  const pool = await createSigningPool()
  const keys = await publish(() => Response.json(pool.keySet))
  const statusOf = startApi(pool, keys.url)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await statusOf(await pool.accessToken('ana', {}, { kid: `invented-${attempt}` }))).toBe(401)
  }
  expect(keys.requests()).toBe(1)
  await keys.stop()
})

test.each([
  ['fails', () => new Response('Bad gateway', { status: 502 })],
  ['returns no JSON', () => new Response('<html>')],
  ['returns no keys', () => Response.json({ error: 'no' })],
])('if the pool %s, the API returns 503 instead of 401, logs the cause, and recovers', async (_case, failure) => {
  const pool = await createSigningPool()
  let isDown = true
  const keys = await publish(() => (isDown ? failure() : Response.json(pool.keySet)))
  const failures: LogEntry[] = []
  const log = (entry: LogEntry) => entry.event === 'failure' && failures.push(entry)
  const api = createTestApi(pool, { jwks: remoteJwks(keys.url), log })
  const token = await pool.accessToken('ana')
  const answer = await send(api, { path: '/questions', token })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('1')
  expect(await answer.json()).toMatchObject({ code: 'keys-unavailable', where: 'header Authorization' })
  expect(failures).toMatchObject([{ error: expect.stringMatching(/^JOSEError|^JWKSInvalid/) }])
  isDown = false
  expect((await send(api, { path: '/questions', token })).status).toBe(200)
  await keys.stop()
})

test('if the keys cannot be fetched, the API returns 503', async () => {
  const pool = await createSigningPool()
  const keys = await publish(() => Response.json(pool.keySet))
  await keys.stop()
  expect(await startApi(pool, keys.url)(await pool.accessToken('ana'))).toBe(503)
})

/** Creates one route that accepts tokens of `pool`, and records the users whose tokens were verified. */
async function startRoute(rules: Partial<TokenRules> = {}, maxTokens?: number) {
  const pool = await createSigningPool()
  const { issuer, clientId } = pool
  const verified: unknown[] = []
  const jwks: TokenRules['jwks'] = (header, token) => {
    const claims: unknown = JSON.parse(Buffer.from(String(token.payload), 'base64url').toString())
    verified.push((claims as { username: unknown }).username)
    return pool.jwks(header, token)
  }
  const checked = authenticate({ issuer, clientIds: [clientId], jwks, now: Date.now, ...rules }, maxTokens)
  const route = new Hono<ApiEnv>().onError((error, c) => c.text(error.name, 401)).get('/', checked, (c) => c.text('ok'))
  const statusOf = async (token: string) =>
    (await route.request('/', { headers: { Authorization: `Bearer ${token}` } })).status
  return { pool, statusOf, verified }
}

test('the API verifies an accepted token only once until it expires', async () => {
  const startMs = Math.floor(Date.now() / 1_000) * 1_000
  let nowMs = startMs
  const { pool, statusOf, verified } = await startRoute({ now: () => nowMs })
  const token = await pool.accessToken('ana', { exp: startMs / 1_000 + 60 })
  expect([await statusOf(token), await statusOf(token)]).toEqual([200, 200])
  nowMs = startMs + 59_999
  expect(await statusOf(token)).toBe(200)
  expect(verified).toEqual(['ana'])
  nowMs = startMs + 60_000
  expect(await statusOf(token)).toBe(401)
  expect(verified).toEqual(['ana', 'ana'])
})

test('the API accepts tokens from every issuer in the list, and rejects tokens from another issuer', async () => {
  const [original, updated] = ['https://cognito-idp.', 'https://issuer-cognito-idp.'].map(
    (host) => `${host}us-east-1.amazonaws.com/us-east-1_Pool1`,
  )
  const { pool, statusOf } = await startRoute({ issuer: [original ?? '', updated ?? ''] })
  const statuses = await Promise.all(
    [original, updated, pool.issuer].map(async (iss) => statusOf(await pool.accessToken('ana', { iss }))),
  )
  expect(statuses).toEqual([200, 200, 401])
})

test('the API verifies a rejected token on every request', async () => {
  const { pool, statusOf, verified } = await startRoute()
  const token = await pool.accessToken('ana', { token_use: 'id' })
  expect([await statusOf(token), await statusOf(token)]).toEqual([401, 401])
  expect(verified).toEqual(['ana', 'ana'])
})

test('a full token cache drops the least recently used token', async () => {
  const { pool, statusOf, verified } = await startRoute({}, 2)
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => pool.accessToken(name)))
  for (const token of [a, b, a, c, a, b]) expect(await statusOf(token ?? '')).toBe(200)
  expect(verified).toEqual(['a', 'b', 'c', 'b'])
})

test('another encoding of an accepted token is rejected, so it cannot bypass the cache', async () => {
  const { pool, statusOf } = await startRoute()
  const token = await pool.accessToken('ana')
  const next = String.fromCharCode(token.charCodeAt(token.length - 1) + 1) // differs in bits that no byte of the signature has
  const signatureOf = (text: string) => Buffer.from(text.split('.')[2] ?? '', 'base64url')
  const respelled = [`${token}=`, `${token}==`, `${token.slice(0, -1)}${next}`]
  for (const text of respelled) {
    expect(signatureOf(text)).toEqual(signatureOf(token))
    expect(await statusOf(text)).toBe(401)
  }
  expect(await statusOf(token)).toBe(200)
})
