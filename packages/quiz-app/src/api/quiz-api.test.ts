import { expect, test } from 'vitest'

import { createApiOver } from '../../test/gateway.ts'
import { question } from '../../test/question.ts'
import { createHttp } from './http.ts'
import { createQuizApi } from './quiz-api.ts'
import type { SkippedQuestion } from './schemas.ts'

/** The calls over one canned reply, with the requests they made. */
function apiAnswering(response: Response) {
  const requests: Request[] = []
  const api = createApiOver(async (request) => {
    requests.push(request)
    return response.clone()
  })
  return { api, requests }
}

const STATS = { id: 'ana', questionsStats: { q1: { tries: 1, correct: 1 } } }

test('GET /questions gives the bank with its tag', async () => {
  const { api, requests } = apiAnswering(Response.json([question('a')], { headers: { ETag: '"v1"' } }))
  expect(await api.getQuestions()).toEqual({ questions: [question('a')], etag: '"v1"' })
  expect(requests[0]?.url).toBe('https://api.test/questions')
  expect(requests[0]?.headers.has('If-None-Match')).toBe(false)
})

test('a bank that did not change is not sent again', async () => {
  const { api, requests } = apiAnswering(new Response(null, { status: 304 }))
  expect(await api.getQuestions({ etag: '"v1"' })).toBe('unchanged')
  expect(requests[0]?.headers.get('If-None-Match')).toBe('"v1"')
})

test('malformed questions are reported', async () => {
  const reported: SkippedQuestion[] = []
  const http = createHttp({
    baseUrl: 'https://api.test',
    accessToken: async () => 'token',
    fetch: async () => Response.json([question('a'), { id: 'b' }]),
    readCookies: () => '',
  })
  const bank = await createQuizApi(http, (skipped) => reported.push(...skipped)).getQuestions()
  expect(bank).toEqual({ questions: [question('a')] })
  expect(reported.map(({ index }) => index)).toEqual([1])
})

test.each([
  ['a list that is none', Response.json({ questions: [] }), 'MalformedReply'],
  ['HTML', new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'MalformedReply'],
  ['a failure', new Response('oops', { status: 500 }), 'HttpStatus'],
])('GET /questions answered with %s is refused', async (_case, response, code) => {
  await expect(apiAnswering(response).api.getQuestions()).rejects.toMatchObject({ name: 'ApiError', code })
})

test('GET /stats is null when the server has none', async () => {
  expect(await apiAnswering(new Response(null, { status: 404 })).api.getStats()).toBeNull()
})

test.each([
  [500, 'HttpStatus'],
  [200, 'MalformedReply'],
])('GET /stats answered with %i and no statistics is refused', async (status, code) => {
  await expect(apiAnswering(Response.json({}, { status })).api.getStats()).rejects.toMatchObject({ code })
})

test('creation sends the document as JSON and only where nothing is', async () => {
  const { api, requests } = apiAnswering(Response.json({ ...STATS, marks: {} }, { headers: { ETag: '"1"' } }))
  expect(await api.createStats(STATS)).toEqual({ document: { ...STATS, marks: {} }, etag: '"1"' })
  expect(requests[0]?.method).toBe('PUT')
  expect(requests[0]?.headers.get('If-None-Match')).toBe('*')
  expect(requests[0]?.headers.get('Content-Type')).toBe('application/json')
  expect(await requests[0]?.json()).toEqual(STATS)
})

test('a gateway that answers creation with other JSON is taken at its word', async () => {
  expect(await apiAnswering(Response.json({})).api.createStats(STATS)).toEqual({ document: STATS })
})

test('a periodic write names the version it replaces and reads the reply as text', async () => {
  const { api, requests } = apiAnswering(new Response('ok', { headers: { ETag: '"2"' } }))
  expect(await api.putStats(STATS, { etag: '"1"' })).toEqual({ etag: '"2"' })
  expect(requests[0]?.headers.get('If-Match')).toBe('"1"')
  expect(await requests[0]?.json()).toEqual(STATS)
})

test('another version on the server is a conflict', async () => {
  const { api } = apiAnswering(new Response(null, { status: 412 }))
  expect(await api.putStats(STATS, { etag: '"1"' })).toBe('conflict')
  expect(await api.createStats(STATS)).toBe('conflict')
})

test('a refused write rejects with its status', async () => {
  const { api } = apiAnswering(new Response('oops', { status: 500 }))
  await expect(api.putStats(STATS)).rejects.toMatchObject({ code: 'HttpStatus', status: 500 })
})
