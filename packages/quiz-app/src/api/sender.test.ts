import { expect, test } from 'vitest'

import { behindPlainCors, createApiOver, createGateway, createMarkedGateway } from '../../test/gateway.ts'
import { createQuizApi } from './quiz-api.ts'

const GATEWAY = 'https://gateway.test/v1'
const EMPTY = { id: 'ana', questionsStats: {} }
const ANSWERED = { id: 'ana', questionsStats: { q1: { tries: 1, correct: 1 } } }

type Answer = (request: Request) => Response | Promise<Response>

/** Creates the API for a gateway on another origin, and records each request as `METHOD condition`. */
function callsTo(answer: Answer) {
  const sent: string[] = []
  const api = createApiOver(async (request) => {
    const condition = request.headers.get('If-Match') ?? request.headers.get('If-None-Match') ?? '-'
    sent.push(`${request.method} ${condition}`)
    return answer(request)
  }, GATEWAY)
  return { api, sent }
}

const tagged = (body: unknown, etag = '"1"') => Response.json(body, { headers: { ETag: etag } })
const refused = () => Promise.reject(new TypeError('Failed to fetch'))
const hasCondition = ({ headers }: Request) => headers.has('If-Match') || headers.has('If-None-Match')

test('a plain gateway on another origin receives only the specified headers', async () => {
  const gateway = createGateway({ keepsMarks: false, hasEtags: false })
  const { api, sent } = callsTo(behindPlainCors(gateway.handle))
  expect(await api.getStats()).toBeNull()
  expect(await api.createStats(EMPTY)).toEqual({ document: EMPTY })
  expect(await api.putStats(ANSWERED)).toEqual({})
  expect(await api.getStats()).toEqual({ document: ANSWERED })
  expect(await api.deleteStats()).toBe('emptied')
  expect(sent).toEqual(['GET -', 'PUT -', 'PUT -', 'GET -', 'DELETE -', 'GET -', 'PUT -'])
  expect(gateway.stored()).toEqual(EMPTY)
})

test('the app sends conditional requests to another origin once it has read an ETag from that origin', async () => {
  const gateway = createMarkedGateway()
  const { api, sent } = callsTo(gateway.handle)
  expect(await api.getStats()).toBeNull()
  await api.createStats(EMPTY)
  const stored = await api.getStats()
  await api.putStats(ANSWERED, stored?.etag === undefined ? {} : { etag: stored.etag })
  await api.createStats(EMPTY)
  expect(sent).toEqual(['GET -', 'PUT -', 'GET -', 'PUT "1"', 'PUT *'])
})

test('the app sends conditional requests to a gateway if an earlier visit stored an ETag of that gateway', async () => {
  const { api, sent } = callsTo(() => new Response(null, { status: 304 }))
  expect(await api.getQuestions({ etag: '"kept"' })).toBe('unchanged')
  expect(sent).toEqual(['GET "kept"'])
})

test('the app stops sending conditional requests to a gateway that exposes ETags but rejects conditions', async () => {
  const { api, sent } = callsTo((request) => (hasCondition(request) ? refused() : tagged(EMPTY)))
  await api.getStats()
  expect(await api.putStats(ANSWERED, { etag: '"1"' })).toEqual({ etag: '"1"' })
  await api.putStats(ANSWERED, { etag: '"1"' })
  expect(sent).toEqual(['GET -', 'PUT "1"', 'PUT -', 'PUT -'])
})

test('a network failure does not stop conditional requests', async () => {
  let isDown = true
  const { api, sent } = callsTo(() => (isDown ? refused() : tagged(EMPTY)))
  await expect(api.putStats(ANSWERED, { etag: '"1"' })).rejects.toMatchObject({ code: 'Unreachable' })
  isDown = false
  await api.putStats(ANSWERED, { etag: '"1"' })
  isDown = true
  await expect(api.putStats(ANSWERED, { etag: '"1"' })).rejects.toMatchObject({ code: 'Unreachable' })
  expect(sent).toEqual(['PUT "1"', 'PUT -', 'PUT "1"', 'PUT "1"']) // an accepted condition is used from then on
})

test('a conditional keepalive request is sent only once', async () => {
  const { api, sent } = callsTo(refused)
  const leaving = api.putStats(ANSWERED, { etag: '"1"', keepalive: true })
  await expect(leaving).rejects.toMatchObject({ code: 'Unreachable' })
  expect(sent).toEqual(['PUT "1"'])
})

test('reads revalidate cached responses, and writes do not follow redirects', async () => {
  const sent: (RequestInit | undefined)[] = []
  const api = createApiOver(async (request) => {
    sent.push(request)
    return Response.json(EMPTY)
  }, GATEWAY)
  await api.getStats()
  await api.putStats(EMPTY)
  expect(sent).toMatchObject([
    { cache: 'no-cache', redirect: 'follow', credentials: 'same-origin' },
    { cache: 'default', redirect: 'error', credentials: 'same-origin' },
  ])
})

/** Writes to a server on the page's origin that accepts one token, and returns the tokens that were sent. */
async function writeWith(cookies: string, ownToken: string): Promise<(string | null)[]> {
  const sent: (string | null)[] = []
  const api = createQuizApi({
    baseUrl: '/api',
    accessToken: async () => 'token',
    readCookies: () => cookies,
    fetch: async (_input, init) => {
      const token = new Headers(init?.headers).get('X-XSRF-TOKEN')
      sent.push(token)
      return Response.json(EMPTY, { status: token === ownToken ? 200 : 403 })
    },
  })
  await api.putStats(ANSWERED).catch((cause: unknown) => expect(cause).toMatchObject({ status: 403 }))
  return sent
}

test('if an XSRF cookie from another server precedes our own cookie, the write is retried with our token', async () => {
  expect(await writeWith('XSRF-TOKEN=tossed; XSRF-TOKEN=mine', 'mine')).toEqual(['tossed', 'mine'])
  expect(await writeWith('XSRF-TOKEN=%; XSRF-TOKEN=mine; XSRF-TOKEN=tossed', 'mine')).toEqual(['mine'])
})

test('a write tries each XSRF token in the cookies once, up to three tokens', async () => {
  expect(await writeWith('XSRF-TOKEN=a; XSRF-TOKEN=b; XSRF-TOKEN=c; XSRF-TOKEN=d', 'mine')).toEqual(['a', 'b', 'c'])
  expect(await writeWith('XSRF-TOKEN=a', 'mine')).toEqual(['a'])
})
