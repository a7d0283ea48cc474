import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { siteHeaders, xsrfCookie } from './browser-protection.ts'

const pool = await createSigningPool()
const token = await pool.accessToken('ana')
const body = { id: 'ana', questionsStats: {} }

function policyOf(answer: Response): Record<string, string> {
  const directives = (answer.headers.get('Content-Security-Policy') ?? '').split('; ')
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/).slice(0, 2)))
}

async function page(options?: Parameters<typeof siteHeaders>[0]): Promise<Response> {
  return new Hono()
    .use(siteHeaders(options))
    .get('/', (c) => c.html('<p>Olá</p>'))
    .request('/')
}

test('pages load scripts and styles from the site alone and nothing inline', async () => {
  const answer = await page()
  const policy = policyOf(answer)
  expect(policy).toMatchObject({ 'default-src': "'self'", 'object-src': "'none'", 'frame-ancestors': "'none'" })
  expect(policy['connect-src']).toBe("'self'")
  expect(answer.headers.get('Content-Security-Policy')).not.toMatch(/unsafe|\*|http:/)
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(answer.headers.get('X-Frame-Options')).toBe('DENY')
  expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
})

test('further origins of the configuration may be talked to', async () => {
  const identity = 'https://cognito-idp.us-east-1.amazonaws.com'
  expect(policyOf(await page({ connectSources: [identity] }))['connect-src']).toBe(`'self' ${identity}`)
})

test('Strict-Transport-Security is sent over TLS only', async () => {
  expect((await page()).headers.get('Strict-Transport-Security')).toBeNull()
  expect((await page({ https: true })).headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/)
})

test.each(['/healthz', '/questions', '/nowhere'])(
  'nothing may be loaded from or framed by the answer of %s',
  async (path) => {
    const answer = await send(createTestApi(pool), { path })
    expect(policyOf(answer)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  },
)

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
