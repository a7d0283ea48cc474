import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { expect, test } from 'vitest'

import { createTestApi, send } from '../../test/api-client.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import { StoreBusyError } from '../store/quiz-store.ts'
import { jsonLogger, printInBatches, type LogEntry } from './request-log.ts'

const pool = await createSigningPool()
const token = await pool.accessToken('ana-segredo')

function startApi(options = {}) {
  const entries: LogEntry[] = []
  const api = createTestApi(pool, { log: (entry) => entries.push(entry), ...options })
  return { api, entries }
}

test('every request is logged as one entry with method, route, status, duration and the id from X-Request-Id', async () => {
  const { api, entries } = startApi()
  const answer = await send(api, { path: '/stats', token })
  expect(entries).toEqual([
    {
      level: 'info',
      event: 'request',
      requestId: answer.headers.get('X-Request-Id'),
      method: 'GET',
      route: '/stats',
      status: 404,
      code: 'stats-not-found',
      durationMs: expect.any(Number),
    },
  ])
})

test('a request id from the client is ignored', async () => {
  const { api, entries } = startApi()
  const answer = await send(api, { path: '/healthz', headers: { 'X-Request-Id': 'mine' } })
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[\da-f]{8}-/)
  expect(JSON.stringify(entries)).not.toContain('mine')
})

test('the log contains no token, user, body, query, header or unmatched path', async () => {
  const { api, entries } = startApi()
  const body = { id: 'ana-segredo', questionsStats: { 'q-segredo': { tries: 1, correct: 2 } } }
  const headers = { Cookie: 'XSRF-TOKEN=segredo', 'X-XSRF-TOKEN': 'segredo' }
  await send(api, { method: 'PUT', path: '/stats?token=segredo', token, body, headers })
  await send(api, { method: 'PUT', path: '/stats', token, body: '{"segredo":' })
  await send(api, { path: '/segredo', token })
  await send(api, { path: '/questions', token: 'segredo' })
  expect(entries).toHaveLength(4)
  expect(JSON.stringify(entries)).not.toContain('segredo')
  expect(JSON.stringify(entries)).not.toContain(token)
})

test('an unexpected failure is logged with its message and stack, and the response has the request id instead', async () => {
  const store = { ...openSqliteStore(':memory:'), readStats: () => Promise.reject(new Error('disk on fire')) }
  const { api, entries } = startApi({ store })
  const answer = await send(api, { path: '/stats', token })
  expect(answer.status).toBe(500)
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ code: 'internal', where: 'server' })
  expect(text).toContain(answer.headers.get('X-Request-Id'))
  expect(text).not.toContain('disk on fire')
  expect(entries[0]).toMatchObject({
    level: 'error',
    error: 'Error: disk on fire',
    stack: expect.stringContaining('at '),
  })
  expect(entries[1]).toMatchObject({ event: 'request', status: 500 })
})

test('a request to a busy store gets 503 with Retry-After', async () => {
  const busy = () =>
    Promise.reject(new StoreBusyError('Every attempt to write the record conflicted with another write.'))
  const { api } = startApi({ store: { ...openSqliteStore(':memory:'), writeStats: busy } })
  const body = { id: 'ana-segredo', questionsStats: {} }
  const answer = await send(api, { method: 'PUT', path: '/stats', token, body })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('1')
  expect(await answer.json()).toMatchObject({ code: 'store-busy' })
})

test('jsonLogger prints each entry as one line with its time', () => {
  const lines: string[] = []
  jsonLogger((line) => lines.push(line))({ level: 'info', event: 'started', url: 'http://127.0.0.1:1' })
  expect(lines).toHaveLength(1)
  const entry = JSON.parse(lines[0] ?? '') as { time: string }
  expect(entry).toMatchObject({ level: 'info', event: 'started', url: 'http://127.0.0.1:1' })
  expect(Math.abs(Date.parse(entry.time) - Date.now())).toBeLessThan(5_000)
})

test('lines logged in one iteration of the event loop are printed together, in order and exactly once', async () => {
  const texts: string[] = []
  const print = printInBatches((text) => texts.push(text))
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  print('one')
  print('two')
  expect(texts).toEqual([])
  await nextTurn()
  expect(texts).toEqual(['one\ntwo'])
  print('three')
  await nextTurn()
  await nextTurn()
  expect(texts).toEqual(['one\ntwo', 'three'])
})
