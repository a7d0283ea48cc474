import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../test/api-client.ts'
import { createQuizApi } from './app.ts'
import { openSqliteStore } from './store/sqlite-store.ts'

const pool = await createSigningPool()
const token = await pool.accessToken('ana')

test('GET /healthz returns 200 without a token if the store can be reached', async () => {
  const answer = await send(createTestApi(pool), { path: '/healthz' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ status: 'ok' })
})

test('GET /healthz returns 500 if the store fails', async () => {
  const store = openSqliteStore(':memory:')
  const api = createTestApi(pool, { store })
  await store.close()
  expect((await send(api, { path: '/healthz' })).status).toBe(500)
})

test('HEAD returns the headers of GET without a body', async () => {
  const answer = await send(createTestApi(pool), { method: 'HEAD', path: '/questions', token })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('ETag')).toMatch(/^"/)
  expect(await answer.text()).toBe('')
})

test('an API mounted under a path serves its routes and error responses there', async () => {
  const site = new Hono().route('/api', createTestApi(pool)).get('*', (c) => c.html('page'))
  expect((await site.request('/api/healthz')).status).toBe(200)
  const refused = await site.request('/api/questions')
  expect(refused.status).toBe(401)
  expect(refused.headers.get('Content-Type')).toBe('application/problem+json')
  expect((await site.request('/api/nowhere')).status).toBe(404)
  expect(await (await site.request('/quiz')).text()).toBe('page')
})

test.each([
  ['creating an API with an empty issuer', { issuer: '' }, 'issuer'],
  ['creating an API without clients', { clientIds: [] }, 'clientIds'],
])('%s throws a TypeError', (_case, options, name) => {
  const store = openSqliteStore(':memory:')
  const good = { store, issuer: pool.issuer, clientIds: ['web'], jwks: pool.jwks }
  expect(() => createQuizApi({ ...good, ...options })).toThrow(new RegExp(`^${name} must`))
})
