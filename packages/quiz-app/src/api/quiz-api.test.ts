import type { UserStats } from '@cognito-srp/contract'
import { HttpResponse, http as route } from 'msw'
import { expect, test, vi } from 'vitest'

import { BASE, createApiServer, record, startApi } from '../../test/api-server.ts'
import { createApiOver } from '../../test/gateway.ts'
import { question } from '../../test/question.ts'
import type { SkippedQuestion } from './parse-questions.ts'

const STATS: UserStats = { id: 'ana', questionsStats: { q1: { tries: 1, correct: 1 } } }

const server = createApiServer()

const authorizations = (requests: Request[]) => requests.map((request) => request.headers.get('Authorization'))

test('reads and writes send the access token', async () => {
  const requests = record(server, 200, 404)
  const { api } = startApi()
  await api.getQuestions()
  await api.getStats()
  await api.createStats(STATS)
  await api.putStats(STATS)
  expect(requests.map(({ method, url }) => `${method} ${url.slice(BASE.length)}`)).toEqual([
    'GET /questions',
    'GET /stats',
    'PUT /stats',
    'PUT /stats',
  ])
  expect(new Set(authorizations(requests))).toEqual(new Set(['Bearer stored']))
})

test('after status 401, a request is sent once more with a refreshed token', async () => {
  const requests = record(server, 401, 200)
  const { api, asked } = startApi()
  expect(await api.getQuestions()).toEqual({ questions: [], skipped: 0 })
  expect(asked).toEqual([false, true])
  expect(authorizations(requests)).toEqual(['Bearer stored', 'Bearer fresh'])
})

test('after a second response with status 401, the call rejects with this status', async () => {
  const requests = record(server, 401, 401)
  await expect(startApi().api.getStats()).rejects.toMatchObject({ code: 'HttpStatus', status: 401 })
  expect(requests).toHaveLength(2)
})

test('putStats with keepalive sends a keepalive request and requests the token with isPageLeaving', async () => {
  const needs: boolean[] = []
  const sent: (boolean | undefined)[] = []
  const { api } = startApi({
    accessToken: async ({ isPageLeaving }) => {
      needs.push(isPageLeaving)
      return 'stored'
    },
    fetch: async (_input, init) => {
      sent.push(init?.keepalive)
      return new Response()
    },
  })
  await api.putStats(STATS, { keepalive: true })
  await api.putStats(STATS)
  expect(needs).toEqual([true, false])
  expect(sent).toEqual([true, false])
})

/** Returns the headers of one request. Node's fetch rejects relative addresses, so this fetch only records the headers. */
async function headersOf(baseUrl: string, method: 'GET' | 'PUT', cookies: string): Promise<Headers> {
  const sent: Headers[] = []
  const { api } = startApi({
    baseUrl,
    readCookies: () => cookies,
    fetch: async (_input, init) => {
      sent.push(new Headers(init?.headers))
      return new Response(null, { status: method === 'GET' ? 404 : 200 })
    },
  })
  await (method === 'GET' ? api.getStats() : api.putStats(STATS))
  expect(sent).toHaveLength(1)
  return sent[0] ?? new Headers()
}

test.each([
  [
    'a PUT to a relative address has the XSRF token of the cookie',
    '/api',
    'PUT',
    'other=1; XSRF-TOKEN=a%2Fb; last=2',
    'a/b',
  ],
  ['a GET to a relative address has no XSRF token', '/api', 'GET', 'XSRF-TOKEN=abc', null],
  ['a PUT to an absolute address has no XSRF token', 'https://api.test', 'PUT', 'XSRF-TOKEN=abc', null],
  ['a PUT to a protocol-relative address has no XSRF token', '//api.test', 'PUT', 'XSRF-TOKEN=abc', null],
  ['a PUT without the cookie has no XSRF token', '/api', 'PUT', 'NOT-XSRF-TOKEN=abc', null],
] as const)('%s', async (_case, baseUrl, method, cookies, expected) => {
  expect((await headersOf(baseUrl, method, cookies)).get('X-XSRF-TOKEN')).toBe(expected)
})

test('a call that gets no reply rejects with an ApiError that contains the cause', async () => {
  let requests = 0
  server.use(
    route.get(`${BASE}/stats`, () => {
      requests += 1
      return HttpResponse.error()
    }),
  )
  await expect(startApi().api.getStats()).rejects.toMatchObject({
    name: 'ApiError',
    code: 'Unreachable',
    cause: expect.any(TypeError),
  })
  expect(requests).toBe(1) // a request to an unreachable address would fail in the same way
})

test('a call that times out rejects like a call that gets no reply', async () => {
  server.use(route.get(`${BASE}/stats`, () => new Promise<never>(() => {})))
  await expect(startApi({ timeoutMs: 20 }).api.getStats()).rejects.toMatchObject({
    code: 'Unreachable',
    cause: { name: 'TimeoutError' },
  })
})

test('an aborted call rejects without waiting for the reply', async () => {
  server.use(route.get(`${BASE}/stats`, () => new Promise<never>(() => {})))
  const leaving = new AbortController()
  setTimeout(() => leaving.abort(), 20)
  await expect(startApi().api.getStats(leaving.signal)).rejects.toMatchObject({
    code: 'Unreachable',
    cause: { name: 'AbortError' },
  })
})

test('without a signed-in user, no request is sent', async () => {
  const requests = record(server)
  const { api } = startApi({ accessToken: () => Promise.reject(new Error('No user logged in')) })
  await expect(api.getStats()).rejects.toThrow('No user logged in')
  expect(requests).toEqual([])
})

/** Creates the API with one fixed response to all requests, and records the requests. */
function apiAnswering(response: Response) {
  const requests: Request[] = []
  const api = createApiOver(async (request) => {
    requests.push(request)
    return response.clone()
  })
  return { api, requests }
}

test('getQuestions returns the bank with its ETag', async () => {
  const { api, requests } = apiAnswering(Response.json([question('a')], { headers: { ETag: '"v1"' } }))
  expect(await api.getQuestions()).toEqual({ questions: [question('a')], skipped: 0, etag: '"v1"' })
  expect(requests[0]?.url).toBe('https://app.test/api/questions')
  expect(requests[0]?.headers.has('If-None-Match')).toBe(false)
})

test('getQuestions sends the known ETag and returns "unchanged" for a response with status 304', async () => {
  const { api, requests } = apiAnswering(new Response(null, { status: 304 }))
  expect(await api.getQuestions({ etag: '"v1"' })).toBe('unchanged')
  expect(requests[0]?.headers.get('If-None-Match')).toBe('"v1"')
})

test('getQuestions reports and counts malformed questions', async () => {
  const reported: SkippedQuestion[] = []
  const { api } = startApi({
    fetch: async () => Response.json([question('a'), { id: 'b' }]),
    onSkipped: (skipped) => reported.push(...skipped),
  })
  expect(await api.getQuestions()).toEqual({ questions: [question('a')], skipped: 1 })
  expect(reported.map(({ index }) => index)).toEqual([1])
})

test.each([
  ['a body that is not a list', Response.json({ questions: [] }), 'MalformedReply'],
  ['HTML', new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'MalformedReply'],
  ['a server error', new Response('oops', { status: 500 }), 'HttpStatus'],
])('getQuestions rejects if the response is %s', async (_case, response, code) => {
  await expect(apiAnswering(response).api.getQuestions()).rejects.toMatchObject({ name: 'ApiError', code })
})

test('getStats returns null if the server has no statistics', async () => {
  expect(await apiAnswering(new Response(null, { status: 404 })).api.getStats()).toBeNull()
})

test.each([
  [500, 'HttpStatus'],
  [200, 'MalformedReply'],
])('getStats rejects a response with status %i and without statistics', async (status, code) => {
  await expect(apiAnswering(Response.json({}, { status })).api.getStats()).rejects.toMatchObject({ code })
})

test.each([
  ['without marks', STATS],
  ['with marks', { ...STATS, marks: { phone: 3 } }],
])('getStats returns well-formed statistics %s', async (_case, document) => {
  expect(await apiAnswering(Response.json(document)).api.getStats()).toEqual({ document })
})

test.each([
  ['statistics with a list of entries', { id: 'ana', questionsStats: [{ tries: 1, correct: 0 }] }],
  ['statistics without an id', { questionsStats: {} }],
  ['a list', []],
])('getStats rejects %s', async (_case, body) => {
  await expect(apiAnswering(Response.json(body)).api.getStats()).rejects.toMatchObject({ code: 'MalformedReply' })
})

test('getStats reports repaired and skipped entries as the gateway sent them', async () => {
  const odd = { text: { tries: '3', correct: 1 }, nothing: null }
  const onMalformedEntries = vi.fn()
  const reply = { ...STATS, questionsStats: { ...STATS.questionsStats, ...odd } }
  const { api } = startApi({ fetch: async () => Response.json(reply), onMalformedEntries })
  const questionsStats = { ...STATS.questionsStats, text: { tries: 3, correct: 1 } }
  expect(await api.getStats()).toEqual({ document: { ...STATS, questionsStats } })
  expect(onMalformedEntries.mock.calls).toEqual([[odd]])
})

test('getStats does not report well-formed entries', async () => {
  const onMalformedEntries = vi.fn()
  await startApi({ fetch: async () => Response.json(STATS), onMalformedEntries }).api.getStats()
  expect(onMalformedEntries).not.toHaveBeenCalled()
})

test('createStats sends the document as JSON with an If-None-Match condition', async () => {
  const { api, requests } = apiAnswering(Response.json({ ...STATS, marks: {} }, { headers: { ETag: '"1"' } }))
  expect(await api.createStats(STATS)).toEqual({ document: { ...STATS, marks: {} }, etag: '"1"' })
  expect(requests[0]?.method).toBe('PUT')
  expect(requests[0]?.headers.get('If-None-Match')).toBe('*')
  expect(requests[0]?.headers.get('Content-Type')).toBe('application/json')
  expect(await requests[0]?.json()).toEqual(STATS)
})

test.each([
  ['an empty JSON object', () => Response.json({})],
  ['a JSON object that has another id', () => Response.json({ id: 'request-1' })],
  ['a text body', () => new Response('Created', { status: 201 })],
  ['an empty body', () => new Response('')],
  ['status 204', () => new Response(null, { status: 204 })],
])('a write accepts a response with %s', async (_case, reply) => {
  const { api } = apiAnswering(reply())
  expect(await api.createStats(STATS)).toEqual({ document: STATS })
  expect(await api.putStats(STATS)).toEqual({})
})

test.each(['getStats', 'getQuestions', 'createStats', 'putStats'] as const)(
  'a truncated reply to %s counts as a missing reply',
  async (call) => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) })
    const api = createApiOver(async () => new Response(body))
    const calling = call === 'createStats' || call === 'putStats' ? api[call](STATS) : api[call]()
    await expect(calling).rejects.toMatchObject({ code: 'Unreachable', cause: expect.any(TypeError) })
  },
)

test('putStats sends the ETag of the replaced version in If-Match and accepts a text response', async () => {
  const { api, requests } = apiAnswering(new Response('ok', { headers: { ETag: '"2"' } }))
  expect(await api.putStats(STATS, { etag: '"1"' })).toEqual({ etag: '"2"' })
  expect(requests[0]?.headers.get('If-Match')).toBe('"1"')
  expect(await requests[0]?.json()).toEqual(STATS)
})

test('a write returns the result "conflict" if the server has another version', async () => {
  const { api } = apiAnswering(new Response(null, { status: 412 }))
  expect(await api.putStats(STATS, { etag: '"1"' })).toBe('conflict')
  expect(await api.createStats(STATS)).toBe('conflict')
})

test('a failed write rejects with the status of the response', async () => {
  const { api } = apiAnswering(new Response('oops', { status: 500 }))
  await expect(api.putStats(STATS)).rejects.toMatchObject({ code: 'HttpStatus', status: 500 })
})
