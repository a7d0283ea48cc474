import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { afterEach, expect, test, vi } from 'vitest'

import { createTestApi } from '../../test/api-client.ts'

const pool = await createSigningPool()
const authorized = { Authorization: `Bearer ${await pool.accessToken('ana')}` }
const TALLIES = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`question-${n}`, { tries: 2, correct: 1 }]))
const LARGE = JSON.stringify({ id: 'ana', questionsStats: TALLIES })

afterEach(() => {
  vi.useRealTimers()
})

function startApi() {
  const api = createTestApi(pool)
  const request = (init: RequestInit = {}) => api.request('/stats', { headers: authorized, ...init })
  return { request, put: (body: BodyInit) => request({ method: 'PUT', body, duplex: 'half' } as RequestInit) }
}

/** A body that arrives in these pieces and then ends, fails, or never ends. */
function arriving(pieces: string[], end: 'whole' | 'broken' | 'never', onPull = () => {}): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      onPull()
      const piece = pieces.shift()
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece))
      else if (end === 'whole') controller.close()
      else if (end === 'broken') controller.error(new TypeError('terminated'))
      else return new Promise(() => {})
      return undefined
    },
  })
}

test('a large body that arrives in pieces is stored and returned unchanged', async () => {
  const { request, put } = startApi()
  const middle = LARGE.length / 2
  const written = await put(arriving([LARGE.slice(0, middle), LARGE.slice(middle)], 'whole'))
  expect(written.status).toBe(201)
  const stored = { id: 'ana', questionsStats: TALLIES, marks: {} }
  expect(await written.json()).toEqual(stored)
  expect(await (await request()).json()).toEqual(stored)
  expect((await request({ method: 'HEAD' })).status).toBe(200)
})

const NAMES = Array.from({ length: 40_000 }, (_, n) => [`f${n}`, 1])

test.each([
  ['nested lists', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['nested objects', '{"id":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ['one object with 40,000 fields', JSON.stringify(Object.fromEntries(NAMES))],
  ['one entry with 40,000 fields', JSON.stringify({ questionsStats: { q: Object.fromEntries(NAMES) } })],
])('a large body of %s is rejected with 400 before it is parsed', async (_what, body) => {
  const { put } = startApi()
  const refused = await put(body)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    code: 'invalid-body',
    where: 'body',
    detail: 'The body has more levels or names than statistics of 10000 questions can have.',
  })
})

test('brackets, colons and quotes inside ids do not count as nesting levels or property names', async () => {
  const tallies = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, n) => [`[[[[{{{{::::::::::::::::"\\"\\${n}\\`, { tries: 1, correct: 1 }]),
  )
  const { put } = startApi()
  const written = await put(JSON.stringify({ id: 'ana', questionsStats: tallies }))
  expect(await written.json()).toMatchObject({ questionsStats: tallies })
})

test('a truncated body, large or small, gets 400 and writes nothing', async () => {
  const { put, request } = startApi()
  for (const pieces of [[], ['{'], [LARGE.slice(0, 100_000)]]) {
    const refused = await put(arriving(pieces, 'broken'))
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'incomplete-body' })
  }
  expect((await request()).status).toBe(404)
})

test.each([
  ['no body', []],
  ['only half of a large body', [LARGE.slice(0, 100_000)]],
])('a request gets 408 if %s has arrived after thirty seconds', async (_what, pieces) => {
  vi.useFakeTimers()
  const { put } = startApi()
  const pulled = vi.fn<() => void>()
  const answer = put(arriving([...pieces], 'never', pulled))
  await vi.waitFor(() => expect(pulled.mock.calls.length).toBeGreaterThan(pieces.length))
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await answer).status).toBe(408)
  expect(await (await answer).json()).toMatchObject({ code: 'body-too-slow' })
})
