import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { afterEach, expect, test, vi } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'

const pool = await createSigningPool()
const token = await pool.accessToken('ana')

const ANSWERED = { q1: { tries: 2, correct: 1 } }

afterEach(() => {
  vi.useRealTimers()
})

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

test('GET returns 404 for a user without statistics', async () => {
  const answer = await startStats().get()
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'stats-not-found', where: 'path' })
})

test('a PUT that creates statistics returns 201 and the stored statistics as JSON', async () => {
  const answer = await startStats().put({ id: 'ana', questionsStats: {} })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ id: 'ana', questionsStats: {}, marks: {} })
})

test('a PUT that replaces statistics returns 200 and the stored statistics', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: {} })
  const answer = await api.put({ id: 'ana', questionsStats: ANSWERED })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('{"id":"ana","questionsStats":{"q1":{"tries":2,"correct":1}},"marks":{}}')
})

test('GET returns the statistics of the last PUT, with empty marks until a client sends marks', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: ANSWERED })
  const answer = await api.get()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(await answer.json()).toEqual({ id: 'ana', questionsStats: ANSWERED, marks: {} })
})

test('a PUT without marks keeps the stored marks', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: {}, marks: { 'device-1': 7 } })
  expect(await (await api.put({ id: 'ana', questionsStats: ANSWERED })).json()).toMatchObject({
    marks: { 'device-1': 7 },
  })
  expect(await (await api.get()).json()).toEqual({ id: 'ana', questionsStats: ANSWERED, marks: { 'device-1': 7 } })
})

test('a PUT with empty counts and no marks removes the stored marks', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: ANSWERED, marks: { 'device-1': 7 } })
  expect(await (await api.put({ id: 'ana', questionsStats: {} })).json()).toMatchObject({ marks: {} })
})

test('a PUT with marks replaces the stored marks', async () => {
  const api = startStats()
  await api.put({ id: 'ana', questionsStats: {}, marks: { 'device-1': 7, 'device-2': 1 } })
  await api.put({ id: 'ana', questionsStats: {}, marks: { 'device-1': 3 } })
  expect(await (await api.get()).json()).toMatchObject({ marks: { 'device-1': 3 } })
})

test('the ETag is strong, is the same for PUT and GET, and changes with every write', async () => {
  const api = startStats()
  const first = etagOf(await api.put({ id: 'ana', questionsStats: {} }))
  expect(etagOf(await api.get())).toBe(first)
  expect(first).toMatch(/^"[^"]+"$/)
  expect(etagOf(await api.put({ id: 'ana', questionsStats: {} }))).not.toBe(first)
})

test('GET with the current ETag in If-None-Match returns 304 without a body', async () => {
  const api = startStats()
  const etag = etagOf(await api.put({ id: 'ana', questionsStats: ANSWERED }))
  const answer = await api.get({ 'If-None-Match': etag })
  expect(answer.status).toBe(304)
  expect(await answer.text()).toBe('')
  expect(etagOf(answer)).toBe(etag)
})

test('PUT with If-Match replaces the current version and returns 412 for a stale version', async () => {
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

test('PUT with If-Match returns 412 and creates nothing if there are no statistics', async () => {
  const api = startStats()
  expect((await api.put({ id: 'ana', questionsStats: {} }, { 'If-Match': '*' })).status).toBe(412)
  expect((await api.get()).status).toBe(404)
})

test('PUT with If-None-Match: * creates statistics but does not replace them', async () => {
  const api = startStats()
  const creation = { 'If-None-Match': '*' }
  expect((await api.put({ id: 'ana', questionsStats: ANSWERED }, creation)).status).toBe(201)
  const refused = await api.put({ id: 'ana', questionsStats: {} }, creation)
  expect(refused.status).toBe(412)
  expect(await refused.json()).toMatchObject({ where: 'header If-None-Match' })
  expect(await (await api.get()).json()).toMatchObject({ questionsStats: ANSWERED })
})

test('a weak tag does not satisfy If-Match', async () => {
  const api = startStats()
  const etag = etagOf(await api.put({ id: 'ana', questionsStats: {} }))
  expect((await api.put({ id: 'ana', questionsStats: {} }, { 'If-Match': `W/${etag}` })).status).toBe(412)
})

test('DELETE returns 204 without a body and removes the statistics', async () => {
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

test("DELETE removes only the caller's statistics and counts as a write", async () => {
  const api = createTestApi(pool, { writesPerMinute: 2 })
  const other = await pool.accessToken('bruno')
  await send(api, { method: 'PUT', path: '/stats', token, body: { id: 'ana', questionsStats: ANSWERED } })
  expect((await send(api, { method: 'DELETE', path: '/stats', token: other })).status).toBe(204)
  expect((await send(api, { path: '/stats', token })).status).toBe(200)
  expect((await send(api, { method: 'DELETE', path: '/stats', token })).status).toBe(204)
  expect((await send(api, { method: 'DELETE', path: '/stats', token })).status).toBe(429)
  expect((await send(api, { method: 'DELETE', path: '/stats' })).status).toBe(401)
})

test("GET returns only the caller's own statistics", async () => {
  const api = createTestApi(pool)
  const other = await pool.accessToken('bruno')
  await send(api, { method: 'PUT', path: '/stats', token, body: { id: 'ana', questionsStats: ANSWERED } })
  expect((await send(api, { path: '/stats', token: other })).status).toBe(404)
})

test("a PUT with another user's id does not change the statistics of either user", async () => {
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

test('a user name with accents, quotation marks, an emoji and a backslash is returned unchanged', async () => {
  const api = createTestApi(pool)
  const name = 'joão "ç" 🎓\\'
  const token = await pool.accessToken(name)
  await send(api, { method: 'PUT', path: '/stats', token, body: { id: name, questionsStats: {} } })
  expect(await (await send(api, { path: '/stats', token })).json()).toMatchObject({ id: name })
})

/** Starts an API in which ana has statistics of more than 64 KiB. `reads` counts the reads of statistics. */
async function startLargeStats() {
  const store = openSqliteStore(':memory:')
  const reads = vi.spyOn(store, 'readStats')
  const api = createTestApi(pool, { store })
  const tallies = Array.from({ length: 5_000 }, (_, n) => [`question-${n}`, { tries: 2, correct: 1 }])
  const body = { id: 'ana', questionsStats: Object.fromEntries(tallies) }
  expect((await send(api, { method: 'PUT', path: '/stats', token, body })).status).toBe(201)
  const get = (signal: AbortSignal | null = null) =>
    api.request('/stats', { headers: { Authorization: `Bearer ${token}` }, signal })
  return { get, reads }
}

test('a GET that waits after a large response reads the statistics only when the pause is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { get, reads } = await startLargeStats()
  await vi.runAllTimersAsync()
  const [first, second] = [get(), get()]
  expect((await first).status).toBe(200)
  expect(reads).toHaveBeenCalledTimes(1)
  await vi.runAllTimersAsync()
  expect((await second).status).toBe(200)
  expect(reads).toHaveBeenCalledTimes(2)
})

test('a GET whose client disconnects while the GET waits does not read the statistics', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { get, reads } = await startLargeStats()
  await vi.runAllTimersAsync()
  const client = new AbortController()
  const [first, second] = [get(), get(client.signal)]
  expect((await first).status).toBe(200)
  client.abort()
  await vi.runAllTimersAsync()
  expect((await second).status).toBe(499)
  expect(reads).toHaveBeenCalledTimes(1)
})
