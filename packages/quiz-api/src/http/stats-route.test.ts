import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { createTestPool } from '../../test/test-pool.ts'

const pool = await createTestPool()
const token = await pool.accessToken('ana')
const ANSWERED = { q1: { tries: 2, correct: 1 } }

function startApi() {
  const api = createTestApi(pool)
  return {
    get: (headers = {}) => send(api, { path: '/stats', token, headers }),
    put: (body: unknown, headers = {}) => send(api, { method: 'PUT', path: '/stats', token, body, headers }),
  }
}

function etagOf(response: Response): string {
  const etag = response.headers.get('ETag')
  if (etag === null) throw new Error('The answer has no ETag.')
  return etag
}

test('a user without statistics gets 404', async () => {
  const answer = await startApi().get()
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'stats-not-found', where: 'path' })
})

test('creating statistics answers 201 with what is stored, readable as JSON', async () => {
  const answer = await startApi().put({ id: 'ana', questionsStats: {} })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ id: 'ana', questionsStats: {}, marks: {} })
})

test('replacing statistics answers 200, readable as plain text', async () => {
  const api = startApi()
  await api.put({ id: 'ana', questionsStats: {} })
  const answer = await api.put({ id: 'ana', questionsStats: ANSWERED })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('{"id":"ana","questionsStats":{"q1":{"tries":2,"correct":1}},"marks":{}}')
})

test('GET answers what the last PUT stored, with empty marks at first', async () => {
  const api = startApi()
  await api.put({ id: 'ana', questionsStats: ANSWERED })
  const answer = await api.get()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(await answer.json()).toEqual({ id: 'ana', questionsStats: ANSWERED, marks: {} })
})

test('marks that a client sends are kept, also when a later body has none', async () => {
  const api = startApi()
  await api.put({ id: 'ana', questionsStats: {}, marks: { 'device-1': 7 } })
  expect(await (await api.put({ id: 'ana', questionsStats: ANSWERED })).json()).toMatchObject({
    marks: { 'device-1': 7 },
  })
  expect(await (await api.get()).json()).toEqual({ id: 'ana', questionsStats: ANSWERED, marks: { 'device-1': 7 } })
})

test('marks that a client sends replace those that are stored', async () => {
  const api = startApi()
  await api.put({ id: 'ana', questionsStats: {}, marks: { 'device-1': 7, 'device-2': 1 } })
  await api.put({ id: 'ana', questionsStats: {}, marks: { 'device-1': 3 } })
  expect(await (await api.get()).json()).toMatchObject({ marks: { 'device-1': 3 } })
})

test('the ETag of GET is the one that the PUT answered, strong, and changes with every write', async () => {
  const api = startApi()
  const first = etagOf(await api.put({ id: 'ana', questionsStats: {} }))
  expect(etagOf(await api.get())).toBe(first)
  expect(first).toMatch(/^"[^"]+"$/)
  expect(etagOf(await api.put({ id: 'ana', questionsStats: {} }))).not.toBe(first)
})

test('GET with the current ETag in If-None-Match answers 304 without a body', async () => {
  const api = startApi()
  const etag = etagOf(await api.put({ id: 'ana', questionsStats: ANSWERED }))
  const answer = await api.get({ 'If-None-Match': etag })
  expect(answer.status).toBe(304)
  expect(await answer.text()).toBe('')
  expect(etagOf(answer)).toBe(etag)
})

test('If-Match lets the current version be replaced and refuses a stale one with 412', async () => {
  const api = startApi()
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
  const api = startApi()
  expect((await api.put({ id: 'ana', questionsStats: {} }, { 'If-Match': '*' })).status).toBe(412)
  expect((await api.get()).status).toBe(404)
})

test('If-None-Match: * creates statistics and refuses to replace them', async () => {
  const api = startApi()
  const creation = { 'If-None-Match': '*' }
  expect((await api.put({ id: 'ana', questionsStats: ANSWERED }, creation)).status).toBe(201)
  const refused = await api.put({ id: 'ana', questionsStats: {} }, creation)
  expect(refused.status).toBe(412)
  expect(await refused.json()).toMatchObject({ where: 'header If-None-Match' })
  expect(await (await api.get()).json()).toMatchObject({ questionsStats: ANSWERED })
})

test('a weak tag never satisfies If-Match', async () => {
  const api = startApi()
  const etag = etagOf(await api.put({ id: 'ana', questionsStats: {} }))
  expect((await api.put({ id: 'ana', questionsStats: {} }, { 'If-Match': `W/${etag}` })).status).toBe(412)
})

test('each user sees only their own statistics', async () => {
  const api = createTestApi(pool)
  const other = await pool.accessToken('bruno')
  await send(api, { method: 'PUT', path: '/stats', token, body: { id: 'ana', questionsStats: ANSWERED } })
  expect((await send(api, { path: '/stats', token: other })).status).toBe(404)
})

test('a user name of any Unicode comes back as it is', async () => {
  const api = createTestApi(pool)
  const name = 'joão "ç" 🎓\\'
  const token = await pool.accessToken(name)
  await send(api, { method: 'PUT', path: '/stats', token, body: { id: name, questionsStats: {} } })
  expect(await (await send(api, { path: '/stats', token })).json()).toMatchObject({ id: name })
})
