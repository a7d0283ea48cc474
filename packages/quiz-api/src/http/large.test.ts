import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { afterEach, expect, test, vi } from 'vitest'

import { createTestApi } from '../../test/api-client.ts'
import { listen } from '../../test/listen.ts'
import { countHeldBytes } from './large.ts'
import { takeTurns } from './turns.ts'

const pool = await createSigningPool()
const authorized = { Authorization: `Bearer ${await pool.accessToken('ana')}` }
const LARGE = JSON.stringify({
  id: 'ana',
  questionsStats: Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`question-${n}`, { tries: 2, correct: 1 }]),
  ),
})

afterEach(() => {
  vi.useRealTimers()
})

function startApi(maxBytes = 1_000_000) {
  const held = countHeldBytes(maxBytes)
  const load = { reads: takeTurns(), writes: takeTurns(), held }
  const api = createTestApi(pool, { load, checkLargeBody: vi.fn(async () => Promise.reject(new Error('not here'))) })
  const inPlace = createTestApi(pool, { load })
  const request = (init: RequestInit = {}) => inPlace.request('/stats', { headers: authorized, ...init })
  return {
    api,
    held,
    request,
    put: (body: BodyInit) => request({ method: 'PUT', body, duplex: 'half' } as RequestInit),
  }
}

/** A body that comes in these pieces, and then breaks off, or never ends. */
function arriving(pieces: string[], end: 'broken' | 'never'): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift()
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece))
      else if (end === 'broken') controller.error(new TypeError('terminated'))
      else return new Promise(() => {})
      return undefined
    },
  })
}

test('a large answer is held until it was read, and the next one of its user waits for that', async () => {
  const { held, request, put } = startApi()
  await (await put(LARGE)).text()
  const first = await request()
  const second = request()
  expect(Number(first.headers.get('Content-Length'))).toBeGreaterThan(64 * 1024)
  expect(held.now()).toBeGreaterThan(64 * 1024)
  const text = await first.text()
  expect(Buffer.byteLength(text)).toBe(Number(first.headers.get('Content-Length')))
  expect(JSON.parse(text)).toEqual({ ...(JSON.parse(LARGE) as object), marks: {} })
  await (await second).text()
  expect(held.now()).toBe(0)
})

test('an answer that nobody reads any more is no longer held', async () => {
  const { held, request, put } = startApi()
  await (await put(LARGE)).body?.cancel()
  await (await request()).body?.cancel()
  expect(held.now()).toBe(0)
  expect((await request({ method: 'HEAD' })).status).toBe(200)
  expect((await (await request()).text()).length).toBeGreaterThan(64 * 1024)
  expect(held.now()).toBe(0)
})

test('who hangs up in the middle of an answer holds nothing, and has the next turn', async () => {
  const held = countHeldBytes()
  const api = createTestApi(pool, { load: { reads: takeTurns(), writes: takeTurns(), held } })
  const server = await listen(api.fetch)
  const url = `${server.url}/stats`
  const text = 'q'.repeat(90)
  const tallies = Array.from({ length: 30_000 }, (_, n) => [`${n}-${text}`, { tries: 1, correct: 1 }])
  const body = JSON.stringify({ id: 'ana', questionsStats: Object.fromEntries(tallies) })
  await (await fetch(url, { method: 'PUT', headers: authorized, body })).arrayBuffer()
  for (const method of ['GET', 'PUT']) {
    const hangUp = new AbortController()
    const init = { method, headers: authorized, signal: hangUp.signal, ...(method === 'PUT' && { body }) }
    await fetch(url, init)
    hangUp.abort()
    await expect.poll(() => held.now()).toBe(0)
    expect((await (await fetch(url, { headers: authorized })).text()).length).toBeGreaterThan(3_000_000)
  }
  await server.stop()
})

test('more than may be held is 503, and nothing of it stays', async () => {
  const { held, put, request } = startApi(150_000)
  const refused = await put(LARGE)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toBe('2')
  expect(await refused.json()).toMatchObject({ code: 'server-busy', where: 'server' })
  expect(held.now()).toBe(0)
  expect((await request()).status).toBe(404)
})

test('a large body that breaks off is 400, as a small one is, and no longer held', async () => {
  const { held, put } = startApi()
  for (const pieces of [[], ['{'], [LARGE.slice(0, 100_000)]]) {
    const refused = await put(arriving(pieces, 'broken'))
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'incomplete-body' })
  }
  expect(held.now()).toBe(0)
})

test('a body that is not here after thirty seconds is 408, whatever of it came', async () => {
  vi.useFakeTimers()
  const { held, put } = startApi()
  const answer = put(arriving([LARGE.slice(0, 100_000)], 'never'))
  await vi.waitFor(() => expect(held.now()).toBe(100_000))
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await answer).status).toBe(408)
  expect(await (await answer).json()).toMatchObject({ code: 'body-too-slow' })
  expect(held.now()).toBe(0)
})

test('a large body is checked by whoever is given for that, a small one here and now', async () => {
  const { api } = startApi()
  const put = (body: string) => api.request('/stats', { method: 'PUT', headers: authorized, body })
  expect((await put('{"id":"ana","questionsStats":{}}')).status).toBe(201)
  expect((await put(LARGE)).status).toBe(500)
})
