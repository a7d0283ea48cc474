import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'

const pool = await createSigningPool()
const token = await pool.accessToken('ana')
const APP = 'https://revisa.example.com'
const OTHER = 'https://evil.example'

const open = () => createTestApi(pool, { allowedOrigins: ['https://other.example.com', APP] })

function preflight(api: ReturnType<typeof open>, origin: string, path = '/stats') {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'authorization,content-type,if-match',
  }
  return send(api, { method: 'OPTIONS', path, headers })
}

const listOf = (value: string | null) => value?.split(/, ?/) ?? []

test.each(['/stats', '/questions'])(
  'a preflight for %s from an allowed origin succeeds without a token',
  async (path) => {
    const { status, headers } = await preflight(open(), APP, path)
    expect(status).toBe(204)
    expect(headers.get('Access-Control-Allow-Origin')).toBe(APP)
    expect(listOf(headers.get('Access-Control-Allow-Methods'))).toEqual(['GET', 'HEAD', 'PUT', 'DELETE'])
    expect(listOf(headers.get('Access-Control-Allow-Headers'))).toEqual(
      expect.arrayContaining(['Authorization', 'Content-Type', 'If-Match', 'If-None-Match']),
    )
    expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0)
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
  },
)

test('responses to an allowed origin, including error responses, expose the ETag', async () => {
  for (const path of ['/questions', '/stats', '/nowhere']) {
    const { headers } = await send(open(), { path, token, headers: { Origin: APP } })
    expect(headers.get('Access-Control-Allow-Origin')).toBe(APP)
    expect(listOf(headers.get('Access-Control-Expose-Headers'))).toEqual([
      'ETag',
      'Retry-After',
      'WWW-Authenticate',
      'X-Request-Id',
    ])
    expect(listOf(headers.get('Vary'))).toContain('Origin')
  }
  const bank = await send(open(), { path: '/questions', token, headers: { Origin: APP } })
  expect(listOf(bank.headers.get('Vary'))).toEqual(['Accept-Encoding', 'Authorization', 'Origin'])
  const refused = await send(open(), { path: '/stats', headers: { Origin: APP } })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(APP)
})

test('an allowed origin can send a conditional write without cookies', async () => {
  const api = open()
  const write = (headers: Record<string, string>) =>
    send(api, {
      method: 'PUT',
      path: '/stats',
      token,
      body: { id: 'ana', questionsStats: {} },
      headers: { Origin: APP, ...headers },
    })
  const created = await write({ 'If-None-Match': '*' })
  expect(created.status).toBe(201)
  expect((await write({ 'If-Match': created.headers.get('ETag') ?? '' })).status).toBe(200)
  expect((await write({ 'If-Match': '"stale"' })).status).toBe(412)
})

test('a response to an origin that is not allowed has no Access-Control-Allow-Origin header', async () => {
  expect((await preflight(open(), OTHER)).headers.get('Access-Control-Allow-Origin')).toBeNull()
  const answer = await send(open(), { path: '/questions', token, headers: { Origin: OTHER } })
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('without allowed origins the API rejects preflights', async () => {
  const answer = await preflight(createTestApi(pool), APP)
  expect(answer.status).toBe(405)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test.each(['*', 'revisa.example.com', `${APP}/`, `${APP}:443`, 'null', ''])(
  'createQuizApi rejects %j as an allowed origin',
  (origin) => {
    expect(() => createTestApi(pool, { allowedOrigins: [APP, origin] })).toThrow(TypeError)
  },
)
