import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { xsrfCookie } from './xsrf.ts'

const pool = await createSigningPool()
const token = await pool.accessToken('ana')
const body = { id: 'ana', questionsStats: {} }

const REPEATED = { Cookie: 'XSRF-TOKEN=mine', 'X-XSRF-TOKEN': 'mine' }

function put(headers: Record<string, string>) {
  return send(createTestApi(pool, { allowedOrigins: ['https://revisa.example.com'] }), {
    method: 'PUT',
    path: '/stats',
    token,
    body,
    headers,
  })
}

test.each(['/questions', '/stats', '/healthz'])(
  'GET %s sets a SameSite=Strict XSRF cookie that scripts can read',
  async (path) => {
    const cookie = (await send(createTestApi(pool), { path, token })).headers.get('Set-Cookie')
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{22}; Path=\/; SameSite=Strict$/)
  },
)

test('with secureCookies the XSRF cookie is Secure and bound to this host', async () => {
  const api = createTestApi(pool, { secureCookies: true })
  const cookie = (await send(api, { path: '/healthz' })).headers.get('Set-Cookie')
  expect(cookie).toMatch(/^__Host-XSRF-TOKEN=[\w-]{22}; Path=\/; Secure; SameSite=Strict$/)
  const known = await send(api, { path: '/healthz', headers: { Cookie: '__Host-XSRF-TOKEN=mine' } })
  expect(known.headers.get('Set-Cookie')).toBeNull()
})

test("the API sets a new XSRF cookie if the request's cookie is malformed or, with secureCookies, has no __Host- prefix", async () => {
  for (const [secureCookies, Cookie] of [
    [false, 'XSRF-TOKEN=%zz'],
    [false, 'XSRF-TOKEN='],
    [true, 'XSRF-TOKEN=mine'],
  ] as const) {
    const answer = await send(createTestApi(pool, { secureCookies }), { path: '/healthz', headers: { Cookie } })
    expect(answer.headers.get('Set-Cookie')).toMatch(/XSRF-TOKEN=[\w-]{22};/)
  }
})

test('a browser with an XSRF cookie keeps it, and each browser without an XSRF cookie gets its own', async () => {
  const api = createTestApi(pool)
  const known = await send(api, { path: '/healthz', headers: { Cookie: 'a=b; XSRF-TOKEN=mine' } })
  expect(known.headers.get('Set-Cookie')).toBeNull()
  const cookies = await Promise.all(
    [1, 2].map(async () => (await send(api, { path: '/healthz' })).headers.get('Set-Cookie')),
  )
  expect(new Set(cookies).size).toBe(2)
})

test('xsrfCookie sets the cookie on a site that serves pages', async () => {
  const site = new Hono().use(xsrfCookie()).get('/', (c) => c.html('<p>Olá</p>'))
  expect((await site.request('/')).headers.get('Set-Cookie')).toMatch(/^XSRF-TOKEN=/)
})

test.each([
  ['without cookie and header', 201, {}],
  ['with only a header', 201, { 'X-XSRF-TOKEN': 'mine' }],
  ['with a cookie and its value', 201, { Cookie: 'XSRF-TOKEN=mine', 'X-XSRF-TOKEN': 'mine' }],
  ['with only a cookie', 403, { Cookie: 'XSRF-TOKEN=mine' }],
  ['with a cookie and another value', 403, { Cookie: 'XSRF-TOKEN=mine', 'X-XSRF-TOKEN': 'yours' }],
  ['with a cookie and an empty header', 403, { Cookie: 'XSRF-TOKEN=mine', 'X-XSRF-TOKEN': '' }],
  ['with the __Host- cookie and its value', 201, { Cookie: '__Host-XSRF-TOKEN=mine', 'X-XSRF-TOKEN': 'mine' }],
  ['with only the __Host- cookie', 403, { Cookie: '__Host-XSRF-TOKEN=mine' }],
  ['with one of several cookies', 201, { Cookie: 'XSRF-TOKEN=other; XSRF-TOKEN=mine', 'X-XSRF-TOKEN': 'mine' }],
  ['with an encoded cookie', 201, { Cookie: 'XSRF-TOKEN=a%3D%2F', 'X-XSRF-TOKEN': 'a=/' }],
  ['with a malformed cookie', 201, { Cookie: 'XSRF-TOKEN=%zz' }],
  ['with an empty cookie', 201, { Cookie: 'XSRF-TOKEN=' }],
  ["from the API's own origin", 201, { Origin: 'http://localhost' }],
  ["from the API's own origin over TLS that a proxy terminates", 201, { Origin: 'https://localhost' }],
  [
    "from the API's own origin with a cookie that another port set",
    201,
    { Origin: 'http://localhost', Cookie: 'XSRF-TOKEN=x' },
  ],
  ['from an allowed origin', 201, { Origin: 'https://revisa.example.com' }],
  ['from another origin', 403, { Origin: 'https://evil.example' }],
  ['from another port', 403, { Origin: 'http://localhost:8080' }],
  ['from another scheme of an allowed origin', 403, { Origin: 'http://revisa.example.com' }],
  ['from an origin that names the server in its path', 403, { Origin: 'https://evil.example/localhost' }],
  ['from an opaque origin', 403, { Origin: 'null' }],
  ['from another origin with cookie and header', 403, { ...REPEATED, Origin: 'https://evil.example' }],
])('a PUT %s returns %i', async (_case, status, headers) => {
  expect((await put(headers)).status).toBe(status)
})

test.each(['PUT', 'DELETE'])('a %s with cookies but no bearer token is rejected', async (method) => {
  const headers = { ...REPEATED, Cookie: `${REPEATED.Cookie}; token=${token}; Authorization=Bearer ${token}` }
  const answer = await send(createTestApi(pool), { method, path: '/stats', body, headers })
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'token-missing' }])
})

test('a rejected PUT writes nothing, and its error names the header', async () => {
  const api = createTestApi(pool)
  const headers = { Cookie: 'XSRF-TOKEN=mine' }
  const refused = await send(api, { method: 'PUT', path: '/stats', token, body, headers })
  expect(await refused.json()).toMatchObject({ status: 403, code: 'xsrf-token', where: 'header X-XSRF-TOKEN' })
  expect((await send(api, { path: '/stats', token })).status).toBe(404)
})

test('a PUT from a foreign origin gets the code foreign-origin, and a DELETE is checked like a PUT', async () => {
  const headers = { Origin: 'https://evil.example' }
  const refused = await put(headers)
  expect(await refused.json()).toMatchObject({ status: 403, code: 'foreign-origin', where: 'header Origin' })
  const deletion = { method: 'DELETE', path: '/stats', token }
  expect((await send(createTestApi(pool), { ...deletion, headers })).status).toBe(403)
  expect((await send(createTestApi(pool), { ...deletion, headers: { Cookie: 'XSRF-TOKEN=mine' } })).status).toBe(403)
  expect((await send(createTestApi(pool), { ...deletion, headers: REPEATED })).status).toBe(204)
})
