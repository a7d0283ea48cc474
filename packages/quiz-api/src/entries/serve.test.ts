import { startDynamoDb } from '@cognito-srp/testing/dynamodb'
import { holdConnections, rawRequest, sendRaw } from '@cognito-srp/testing/raw-http'
import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ApiProcess, settingsFor } from '../../test/api-process.ts'
import { listen, type TestServer } from '../../test/listen.ts'
import type { LogEntry } from '../http/request-log.ts'
import { openDynamoDbStore } from '../store/dynamodb-store.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import { serve } from './serve.ts'
import { readServerSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'quiz-serve-'))
const database = join(folder, 'quiz.sqlite')
const pool = await createSigningPool()
const token = await pool.accessToken('ana')
const authorized = { Authorization: `Bearer ${token}` }
const BODY = JSON.stringify({ id: 'ana', questionsStats: { q1: { tries: 1, correct: 1 } } })
let keys: TestServer

beforeAll(async () => {
  keys = await listen(() => Response.json(pool.keySet))
})

afterAll(async () => {
  await keys.stop()
  rmSync(folder, { recursive: true })
})

function environment(change: Record<string, string> = {}) {
  const { issuer } = pool
  return { STORE: `sqlite:${database}`, ISSUER: issuer, JWKS_URL: keys.url, CLIENT_IDS: 'web', PORT: '0', ...change }
}

test('the server runs the API below its base path and fetches the keys of the user pool', async () => {
  const log: LogEntry[] = []
  const server = await serve(readServerSettings(environment({ BASE_PATH: '/api' })), (entry) => log.push(entry))
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/)
  expect((await fetch(`${server.url}/stats`, { headers: authorized })).status).toBe(404)
  expect((await fetch(`${server.url}/stats`)).status).toBe(401)
  await server.stop()
  expect(log.map(({ event }) => event)).toEqual(['started', 'request', 'request', 'stopping', 'stopped'])
})

test.each([
  ['an untrusted address', 'is closed', ''],
  ['a trusted proxy', 'gets a response', '10.0.0.7, 127.0.0.0/8'],
])('with 500 open connections from %s, another connection %s', async (_who, outcome, TRUSTED_PROXIES) => {
  const server = await serve(readServerSettings(environment({ TRUSTED_PROXIES })), () => {})
  const release = await holdConnections(server.url, 500)
  expect((await sendRaw(server.url, rawRequest('GET /healthz', ['Host: localhost']))).status).toBe(
    outcome === 'is closed' ? 0 : 200,
  )
  release()
  await server.stop()
})

test('a server that is stopping finishes the requests in flight and accepts no new connections', async () => {
  const server = await serve(readServerSettings(environment()), () => {})
  const port = Number(new URL(server.url).port)
  const socket = connect(port, '127.0.0.1')
  const head = `PUT /stats HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`
  socket.write(`${head}Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 10)}`)
  await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200)

  const stopped = server.stop()
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  socket.write(BODY.slice(10))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /)
  await stopped

  const store = openSqliteStore(database)
  expect((await store.readStats('ana'))?.questionsStatsJson).toBe('{"q1":{"tries":1,"correct":1}}')
  await store.close()
})

test('metrics are served on a separate port and contain no user names or text from clients', async () => {
  const server = await serve(readServerSettings(environment({ METRICS_PORT: '0' })), () => {})
  const { metricsUrl = '' } = server
  await fetch(`${server.url}/stats`, { headers: authorized })
  await fetch(`${server.url}/segredo?a=segredo`, { method: 'PROPFIND', headers: authorized })
  const answer = await fetch(metricsUrl)
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  const metrics = await answer.text()
  expect(metrics).toMatch(/^quiz_api_requests_total\{method="GET",route="\/stats",status="200"\} 1$/m)
  expect(metrics).toMatch(/^quiz_api_requests_total\{method="other",route="none",status="404"\} 1$/m)
  expect(metrics).toMatch(/^quiz_api_request_duration_seconds_bucket\{le="0.1",method="GET",route="\/stats"\} \d$/m)
  expect(metrics).toMatch(/^quiz_api_refusals_total\{code="not-found"\} 1$/m)
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(metrics).toMatch(/^process_resident_memory_bytes /m)
  expect(metrics).not.toMatch(/segredo|PROPFIND|ana/)

  expect((await fetch(`${server.url}/metrics`, { headers: authorized })).status).toBe(404)
  expect((await fetch(metricsUrl.replace('/metrics', '/'))).status).toBe(404)
  await server.stop()
  await expect(fetch(metricsUrl)).rejects.toThrow()
})

test('if a port is in use, serve rejects with an error that says how to fix it, and closes the database', async () => {
  const file = join(folder, 'taken.sqlite')
  const settings = readServerSettings(environment({ PORT: String(keys.port), STORE: `sqlite:${file}` }))
  await expect(serve(settings, () => {})).rejects.toThrow(
    `port ${keys.port}. Another program uses this port. Choose another PORT.`,
  )
  const metrics = readServerSettings(environment({ METRICS_PORT: String(keys.port), STORE: `sqlite:${file}` }))
  await expect(serve(metrics, () => {})).rejects.toThrow('Choose another METRICS_PORT')
  expect(readdirSync(folder).filter((name) => name.startsWith('taken'))).toEqual(['taken.sqlite']) // no -wal: SQLite tidied up
})

test('the command serves until SIGTERM and exits with status 0', { timeout: 30_000 }, async () => {
  const api = await ApiProcess.start(settingsFor(pool, { store: `sqlite:${database}`, jwksUrl: keys.url }))
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  expect(await api.end('SIGTERM')).toBe(0)
})

test('with STORE=dynamodb:quiz, the command uses DynamoDB', { timeout: 30_000 }, async () => {
  const dynamoDb = await startDynamoDb()
  const api = await ApiProcess.start({
    ...settingsFor(pool, { store: 'dynamodb:quiz', jwksUrl: keys.url }),
    ...dynamoDb.environment,
    CREATE_TABLE: 'true',
  })
  const created = await fetch(`${api.url}/stats`, { method: 'PUT', headers: authorized, body: BODY })
  expect(created.status).toBe(201)
  expect(await api.end('SIGTERM')).toBe(0)

  const store = await openDynamoDbStore({ table: 'quiz', client: dynamoDb.createClient() })
  expect((await store.readStats('ana'))?.questionsStatsJson).toBe('{"q1":{"tries":1,"correct":1}}')
  await store.close()
  await dynamoDb.stop()
})
