import { HttpResponse, http as route } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { createHttp } from './http.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const BASE = 'https://api.test/v1'

/** Answers every call with the given statuses in turn and keeps the requests. */
function record(...statuses: number[]): Request[] {
  const requests: Request[] = []
  server.use(
    route.all(`${BASE}/*`, ({ request }) => {
      requests.push(request)
      return new HttpResponse(null, { status: statuses[requests.length - 1] ?? 200 })
    }),
  )
  return requests
}

function tokens() {
  const asked: boolean[] = []
  const accessToken = async ({ forceRefresh }: { forceRefresh: boolean }) => {
    asked.push(forceRefresh)
    return forceRefresh ? 'fresh' : 'stored'
  }
  return { asked, accessToken }
}

test('every request carries the access token', async () => {
  const requests = record()
  const http = createHttp({ baseUrl: BASE, ...tokens(), readCookies: () => '' })
  await http('/questions')
  await http('/stats', { method: 'PUT', body: '{}' })
  expect(requests.map((request) => request.headers.get('Authorization'))).toEqual(['Bearer stored', 'Bearer stored'])
})

test('a 401 is tried once more with a refreshed token', async () => {
  const requests = record(401, 200)
  const { asked, accessToken } = tokens()
  const response = await createHttp({ baseUrl: BASE, accessToken, readCookies: () => '' })('/stats')
  expect(response.status).toBe(200)
  expect(asked).toEqual([false, true])
  expect(requests.map((request) => request.headers.get('Authorization'))).toEqual(['Bearer stored', 'Bearer fresh'])
})

test('a request that outlives its page says so to the browser and when it asks for the token', async () => {
  const needs: boolean[] = []
  const sent: (boolean | undefined)[] = []
  const http = createHttp({
    baseUrl: BASE,
    readCookies: () => '',
    accessToken: async ({ isPageLeaving }) => {
      needs.push(isPageLeaving)
      return 'stored'
    },
    fetch: async (_input, init) => {
      sent.push(init?.keepalive)
      return new Response()
    },
  })
  await http('/stats', { method: 'PUT', keepalive: true })
  await http('/stats')
  expect(needs).toEqual([true, false])
  expect(sent).toEqual([true, undefined])
})

test('a second 401 is the answer', async () => {
  const requests = record(401, 401)
  const response = await createHttp({ baseUrl: BASE, ...tokens(), readCookies: () => '' })('/stats')
  expect(response.status).toBe(401)
  expect(requests).toHaveLength(2)
})

/** Node's fetch refuses relative addresses, so the relative case goes through one that resolves them as a page does. */
async function headersOf(baseUrl: string, method: 'GET' | 'PUT', cookies: string): Promise<Headers> {
  const sent: Headers[] = []
  const http = createHttp({
    baseUrl,
    ...tokens(),
    readCookies: () => cookies,
    fetch: async (_input, init) => {
      sent.push(new Headers(init?.headers))
      return new Response()
    },
  })
  await http('/stats', { method })
  return sent[0] ?? new Headers()
}

test.each([
  ['a PUT to a relative address', '/api', 'PUT', 'other=1; XSRF-TOKEN=a%2Fb; last=2', 'a/b'],
  ['a GET to a relative address', '/api', 'GET', 'XSRF-TOKEN=abc', null],
  ['a PUT to an absolute address', 'https://api.test', 'PUT', 'XSRF-TOKEN=abc', null],
  ['a PUT to a protocol-relative address', '//api.test', 'PUT', 'XSRF-TOKEN=abc', null],
  ['a PUT without the cookie', '/api', 'PUT', 'NOT-XSRF-TOKEN=abc', null],
] as const)('the cross-site request forgery header of %s', async (_case, baseUrl, method, cookies, expected) => {
  expect((await headersOf(baseUrl, method, cookies)).get('X-XSRF-TOKEN')).toBe(expected)
})

test('no reply is an ApiError that keeps its cause', async () => {
  server.use(route.get(`${BASE}/stats`, () => HttpResponse.error()))
  const http = createHttp({ baseUrl: BASE, ...tokens(), readCookies: () => '' })
  await expect(http('/stats')).rejects.toMatchObject({
    name: 'ApiError',
    code: 'Unreachable',
    cause: expect.any(TypeError),
  })
})

test('a reply that does not come in time counts as no reply', async () => {
  server.use(route.get(`${BASE}/stats`, () => new Promise<never>(() => {})))
  const http = createHttp({ baseUrl: BASE, ...tokens(), readCookies: () => '', timeoutMs: 20 })
  await expect(http('/stats')).rejects.toMatchObject({ code: 'Unreachable' })
})

test('without a user nothing is requested', async () => {
  const requests = record()
  const http = createHttp({
    baseUrl: BASE,
    readCookies: () => '',
    accessToken: () => Promise.reject(new Error('No user logged in')),
  })
  await expect(http('/stats')).rejects.toThrow('No user logged in')
  expect(requests).toEqual([])
})
