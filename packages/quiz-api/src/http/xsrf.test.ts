import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { createTestPool } from '../../test/test-pool.ts'
import { xsrfCookie } from './xsrf.ts'

const pool = await createTestPool()
const token = await pool.accessToken('ana')
const body = { id: 'ana', questionsStats: {} }

function put(headers: Record<string, string>) {
  return send(createTestApi(pool), { method: 'PUT', path: '/stats', token, body, headers })
}

test.each(['/questions', '/stats', '/healthz'])(
  'GET %s gives a browser its token, readable and SameSite=Strict',
  async (path) => {
    const cookie = (await send(createTestApi(pool), { path, token })).headers.get('Set-Cookie')
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{22}; Path=\/; SameSite=Strict$/)
  },
)

test('the token is Secure where clients come over TLS', async () => {
  const api = createTestApi(pool, { secureCookies: true })
  expect((await send(api, { path: '/healthz' })).headers.get('Set-Cookie')).toContain('; Secure')
})

test('a browser that has a token keeps it, another gets one of its own', async () => {
  const api = createTestApi(pool)
  const known = await send(api, { path: '/healthz', headers: { Cookie: 'a=b; XSRF-TOKEN=mine' } })
  expect(known.headers.get('Set-Cookie')).toBeNull()
  const cookies = await Promise.all(
    [1, 2].map(async () => (await send(api, { path: '/healthz' })).headers.get('Set-Cookie')),
  )
  expect(new Set(cookies).size).toBe(2)
})

test('the page can give the token too', async () => {
  const site = new Hono().use(xsrfCookie()).get('/', (c) => c.html('<p>Olá</p>'))
  expect((await site.request('/')).headers.get('Set-Cookie')).toMatch(/^XSRF-TOKEN=/)
})

test.each([
  ['without cookie and header', {}, 201],
  ['with a header alone', { 'X-XSRF-TOKEN': 'mine' }, 201],
  ['with a cookie and its value', { Cookie: 'XSRF-TOKEN=mine', 'X-XSRF-TOKEN': 'mine' }, 201],
  ['with a cookie alone', { Cookie: 'XSRF-TOKEN=mine' }, 403],
  ['with a cookie and another value', { Cookie: 'XSRF-TOKEN=mine', 'X-XSRF-TOKEN': 'yours' }, 403],
  ['with a cookie and an empty header', { Cookie: 'XSRF-TOKEN=mine', 'X-XSRF-TOKEN': '' }, 403],
])('a PUT %s answers as the rule says', async (_case, headers, status) => {
  expect((await put(headers)).status).toBe(status)
})

test('a refused PUT says which header and writes nothing', async () => {
  const api = createTestApi(pool)
  const headers = { Cookie: 'XSRF-TOKEN=mine' }
  const refused = await send(api, { method: 'PUT', path: '/stats', token, body, headers })
  expect(await refused.json()).toMatchObject({ status: 403, code: 'xsrf-token', where: 'header X-XSRF-TOKEN' })
  expect((await send(api, { path: '/stats', token })).status).toBe(404)
})
