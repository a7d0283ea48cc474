import type { Question } from '@cognito-srp/contract'
import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { Hono } from 'hono'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../test/api-client.ts'
import { createQuizApi } from './app.ts'
import { importBank } from './questions/import-bank.ts'
import { openSqliteStore } from './store/sqlite-store.ts'

const pool = await createSigningPool()
const token = await pool.accessToken('ana')

test('/healthz answers without a token when the store can be reached', async () => {
  const answer = await send(createTestApi(pool), { path: '/healthz' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ status: 'ok' })
})

test('/healthz fails with the store', async () => {
  const store = openSqliteStore(':memory:')
  const api = createTestApi(pool, { store })
  await store.close()
  expect((await send(api, { path: '/healthz' })).status).toBe(500)
})

test('HEAD answers like GET without a body', async () => {
  const answer = await send(createTestApi(pool), { method: 'HEAD', path: '/questions', token })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('ETag')).toMatch(/^"/)
  expect(await answer.text()).toBe('')
})

test('mounted under a path the API answers there, error responses included', async () => {
  const site = new Hono().route('/api', createTestApi(pool)).get('*', (c) => c.html('page'))
  expect((await site.request('/api/healthz')).status).toBe(200)
  const refused = await site.request('/api/questions')
  expect(refused.status).toBe(401)
  expect(refused.headers.get('Content-Type')).toBe('application/problem+json')
  expect((await site.request('/api/nowhere')).status).toBe(404)
  expect(await (await site.request('/quiz')).text()).toBe('page')
})

test.each([
  ['an empty issuer', { issuer: '' }, 'issuer'],
  ['no client', { clientIds: [] }, 'clientIds'],
])('%s is refused at once', (_case, options, name) => {
  const store = openSqliteStore(':memory:')
  const good = { store, issuer: pool.issuer, clientIds: ['web'], jwks: pool.jwks }
  expect(() => createQuizApi({ ...good, ...options })).toThrow(new RegExp(`^${name} must`))
})

// GET /questions

const QUESTIONS: Question[] = [
  {
    id: 'bio-1',
    question: 'Qual organela produz ATP?',
    alternatives: ['Mitocôndria', 'Núcleo'],
    correct: 0,
    theme: '',
    explanation: 'Nela acontece a respiração celular.\n\nO núcleo guarda o DNA.',
  },
  { id: 'mat-1', question: 'Quanto é 2 + 2?', alternatives: ['3', '', '4'], correct: 2, theme: 'Matemática' },
]

async function startBank() {
  const store = openSqliteStore(':memory:')
  await importBank(store, QUESTIONS)
  const api = createTestApi(pool, { store })
  return { store, get: (headers = {}) => send(api, { path: '/questions', token, headers }) }
}

test('answers the bank in its order, as imported', async () => {
  const { get } = await startBank()
  const answer = await get()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(await answer.json()).toEqual(QUESTIONS)
})

test('answers an empty list while no bank was imported', async () => {
  const answer = await send(createTestApi(pool), { path: '/questions', token })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual([])
})

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['br', '*', brotliDecompressSync],
  ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
  ['gzip', 'br;q=0, *;q=0.1', gunzipSync],
  [null, 'deflate', (body: Buffer) => body],
  [null, 'br;q=0, gzip;q=0', (body: Buffer) => body],
  [null, '', (body: Buffer) => body],
])('answers in the coding %s to Accept-Encoding: %s', async (coding, accepted, decode) => {
  const { get } = await startBank()
  const answer = await get({ 'Accept-Encoding': accepted })
  expect(answer.headers.get('Content-Encoding')).toBe(coding)
  expect(answer.headers.get('Vary')).toContain('Accept-Encoding')
  const text = decode(Buffer.from(await answer.arrayBuffer())).toString()
  expect(JSON.parse(text)).toEqual(QUESTIONS)
})

test('each coding has a strong ETag of its own that answers 304', async () => {
  const { get } = await startBank()
  const etags = new Set<string>()
  for (const coding of ['br', 'gzip', 'identity']) {
    const etag = (await get({ 'Accept-Encoding': coding })).headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await get({ 'Accept-Encoding': coding, 'If-None-Match': `"other", ${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('ETag')).toBe(etag)
    etags.add(etag)
  }
  expect(etags.size).toBe(3)
})

test('an import shows at once, under a new ETag; importing the same again keeps the ETag', async () => {
  const { store, get } = await startBank()
  const etag = (await get()).headers.get('ETag') ?? ''
  await importBank(store, QUESTIONS)
  expect((await get({ 'If-None-Match': etag })).status).toBe(304)

  await importBank(store, [{ id: 'new-1', question: 'E agora?', alternatives: ['a', 'b'], correct: 1, theme: 'T' }])
  const answer = await get({ 'If-None-Match': etag })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toHaveLength(3)
  expect(answer.headers.get('ETag')).not.toBe(etag)
})

test('a store that fails once does not fail for good', async () => {
  const store = openSqliteStore(':memory:')
  await importBank(store, QUESTIONS)
  let failures = 1
  const readBank = () => (failures-- > 0 ? Promise.reject(new Error('disk on fire')) : store.readBank())
  const api = createTestApi(pool, { store: { ...store, readBank } })
  expect((await send(api, { path: '/questions', token })).status).toBe(500)
  expect((await send(api, { path: '/questions', token })).status).toBe(200)
})

// GET and PUT /stats

const ANSWERED = { q1: { tries: 2, correct: 1 } }

function startStats() {
  const api = createTestApi(pool)
  return {
    get: (headers = {}) => send(api, { path: '/stats', token, headers }),
    put: (body: unknown, headers = {}) => send(api, { method: 'PUT', path: '/stats', token, body, headers }),
    delete: (headers = {}) => send(api, { method: 'DELETE', path: '/stats', token, headers }),
  }
}

function etagOf(response: Response): string {
  const etag = response.headers.get('ETag')
  if (etag === null) throw new Error('The answer has no ETag.')
  return etag
}

test('a user without statistics gets 404', async () => {
  const answer = await startStats().get()
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'stats-not-found', where: 'path' })
})

test('creating statistics answers 201 with what is stored, readable as JSON', async () => {
  const answer = await startStats().put({ id: 'ana', questionsStats: {} })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ id: 'ana', questionsStats: {}, marks: {} })
})

test('replacing statistics answers 200, readable as plain text', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: {} })
  const answer = await api.put({ id: 'ana', questionsStats: ANSWERED })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('{"id":"ana","questionsStats":{"q1":{"tries":2,"correct":1}},"marks":{}}')
})

test('GET answers what the last PUT stored, with empty marks at first', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: ANSWERED })
  const answer = await api.get()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(await answer.json()).toEqual({ id: 'ana', questionsStats: ANSWERED, marks: {} })
})

test('marks that a client sends are kept, also when a later body has none', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: {}, marks: { 'device-1': 7 } })
  expect(await (await api.put({ id: 'ana', questionsStats: ANSWERED })).json()).toMatchObject({
    marks: { 'device-1': 7 },
  })
  expect(await (await api.get()).json()).toEqual({ id: 'ana', questionsStats: ANSWERED, marks: { 'device-1': 7 } })
})

test('counts that hold nothing include nobody: marks do not outlive them', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: ANSWERED, marks: { 'device-1': 7 } })
  expect(await (await api.put({ id: 'ana', questionsStats: {} })).json()).toMatchObject({ marks: {} })
})

test('marks that a client sends replace those that are stored', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: {}, marks: { 'device-1': 7, 'device-2': 1 } })
  await api.put({ id: 'ana', questionsStats: {}, marks: { 'device-1': 3 } })
  expect(await (await api.get()).json()).toMatchObject({ marks: { 'device-1': 3 } })
})

test('the ETag of GET is the one that the PUT answered, strong, and changes with every write', async () => {
  const api = startStats()
  const first = etagOf(await api.put({ id: 'ana', questionsStats: {} }))
  expect(etagOf(await api.get())).toBe(first)
  expect(first).toMatch(/^"[^"]+"$/)
  expect(etagOf(await api.put({ id: 'ana', questionsStats: {} }))).not.toBe(first)
})

test('GET with the current ETag in If-None-Match answers 304 without a body', async () => {
  const api = startStats()
  const etag = etagOf(await api.put({ id: 'ana', questionsStats: ANSWERED }))
  const answer = await api.get({ 'If-None-Match': etag })
  expect(answer.status).toBe(304)
  expect(await answer.text()).toBe('')
  expect(etagOf(answer)).toBe(etag)
})

test('If-Match lets the current version be replaced and refuses a stale one with 412', async () => {
  const api = startStats()
  const stale = etagOf(await api.put({ id: 'ana', questionsStats: {} }))
  const written = await api.put({ id: 'ana', questionsStats: ANSWERED }, { 'If-Match': stale })
  expect(written.status).toBe(200)

  const refused = await api.put({ id: 'ana', questionsStats: {} }, { 'If-Match': stale })
  expect(refused.status).toBe(412)
  expect(await refused.json()).toMatchObject({ code: 'precondition-failed', where: 'header If-Match' })
  expect(etagOf(refused)).toBe(etagOf(written))
  expect(await (await api.get()).json()).toMatchObject({ questionsStats: ANSWERED })
})

test('If-Match on statistics that do not exist answers 412 and creates nothing', async () => {
  const api = startStats()
  expect((await api.put({ id: 'ana', questionsStats: {} }, { 'If-Match': '*' })).status).toBe(412)
  expect((await api.get()).status).toBe(404)
})

test('If-None-Match: * creates statistics and refuses to replace them', async () => {
  const api = startStats()
  const creation = { 'If-None-Match': '*' }
  expect((await api.put({ id: 'ana', questionsStats: ANSWERED }, creation)).status).toBe(201)
  const refused = await api.put({ id: 'ana', questionsStats: {} }, creation)
  expect(refused.status).toBe(412)
  expect(await refused.json()).toMatchObject({ where: 'header If-None-Match' })
  expect(await (await api.get()).json()).toMatchObject({ questionsStats: ANSWERED })
})

test('a weak tag never satisfies If-Match', async () => {
  const api = startStats()
  const etag = etagOf(await api.put({ id: 'ana', questionsStats: {} }))
  expect((await api.put({ id: 'ana', questionsStats: {} }, { 'If-Match': `W/${etag}` })).status).toBe(412)
})

test('DELETE answers 204 without a body, and the statistics are gone', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: ANSWERED, marks: { 'device-1': 7 } })
  const answer = await api.delete()
  expect(answer.status).toBe(204)
  expect(await answer.text()).toBe('')
  expect((await api.get()).status).toBe(404)
  expect((await api.delete()).status).toBe(204)
  expect(await (await api.put({ id: 'ana', questionsStats: {} })).json()).toMatchObject({ marks: {} })
})

test('DELETE honours If-Match', async () => {
  const api = startStats()
  expect((await api.delete({ 'If-Match': '*' })).status).toBe(412)
  const stale = etagOf(await api.put({ id: 'ana', questionsStats: {} }))
  const current = etagOf(await api.put({ id: 'ana', questionsStats: ANSWERED }))
  const refused = await api.delete({ 'If-Match': stale })
  expect(refused.status).toBe(412)
  expect(etagOf(refused)).toBe(current)
  expect((await api.delete({ 'If-Match': current })).status).toBe(204)
})

test("DELETE removes the caller's statistics alone, and counts as a write", async () => {
  const api = createTestApi(pool, { writesPerMinute: 2 })
  const other = await pool.accessToken('bruno')
  await send(api, { method: 'PUT', path: '/stats', token, body: { id: 'ana', questionsStats: ANSWERED } })
  expect((await send(api, { method: 'DELETE', path: '/stats', token: other })).status).toBe(204)
  expect((await send(api, { path: '/stats', token })).status).toBe(200)
  expect((await send(api, { method: 'DELETE', path: '/stats', token })).status).toBe(204)
  expect((await send(api, { method: 'DELETE', path: '/stats', token })).status).toBe(429)
  expect((await send(api, { method: 'DELETE', path: '/stats' })).status).toBe(401)
})

test('each user sees only their own statistics', async () => {
  const api = createTestApi(pool)
  const other = await pool.accessToken('bruno')
  await send(api, { method: 'PUT', path: '/stats', token, body: { id: 'ana', questionsStats: ANSWERED } })
  expect((await send(api, { path: '/stats', token: other })).status).toBe(404)
})

test("a PUT with another user's id leaves the statistics of both users as they were", async () => {
  const api = createTestApi(pool)
  const users = { ana: token, bruno: await pool.accessToken('bruno') }
  for (const [id, own] of Object.entries(users)) {
    await send(api, { method: 'PUT', path: '/stats', token: own, body: { id, questionsStats: ANSWERED } })
  }
  await send(api, { method: 'PUT', path: '/stats', token, body: { id: 'bruno', questionsStats: {} } })
  for (const [id, own] of Object.entries(users)) {
    const answer = await send(api, { path: '/stats', token: own })
    expect(await answer.json()).toEqual({ id, questionsStats: ANSWERED, marks: {} })
  }
})

test('a user name of any Unicode comes back as it is', async () => {
  const api = createTestApi(pool)
  const name = 'joão "ç" 🎓\\'
  const token = await pool.accessToken(name)
  await send(api, { method: 'PUT', path: '/stats', token, body: { id: name, questionsStats: {} } })
  expect(await (await send(api, { path: '/stats', token })).json()).toMatchObject({ id: name })
})
