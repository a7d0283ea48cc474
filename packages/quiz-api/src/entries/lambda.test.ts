import { restApiEvent, httpApiEvent } from '@cognito-srp/testing/gateway-events'
import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import type { LambdaContext } from 'hono/aws-lambda'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listen, type TestServer } from '../../test/listen.ts'
import { importBank } from '../questions/import-bank.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import { createLambdaHandler, handler } from './lambda.ts'

const folder = mkdtempSync(join(tmpdir(), 'quiz-lambda-'))
const database = join(folder, 'quiz.sqlite')
const pool = await createSigningPool()
const QUESTION = { id: 'q1', question: 'Ação?', alternatives: ['sim', 'não'], correct: 0, theme: 'Lógica' }
const context = {} as LambdaContext
let keys: TestServer

beforeAll(async () => {
  keys = await listen(() => Response.json(pool.keySet))
  const store = openSqliteStore(database)
  await importBank(store, [QUESTION])
  await store.close()
})

afterAll(async () => {
  await keys.stop()
  rmSync(folder, { recursive: true })
})

function environment() {
  return {
    STORE: `sqlite:${database}`,
    ISSUER: pool.issuer,
    JWKS_URL: keys.url,
    CLIENT_IDS: 'web',
    BASE_PATH: '/api',
  }
}

test.each([
  ['a REST API (payload 1.0)', restApiEvent, 'ana'],
  ['an HTTP API (payload 2.0)', httpApiEvent, 'bruno'],
])(
  'the Lambda function behind %s creates, replaces and reads statistics, and rejects a stale If-Match',
  async (_gateway, event, user) => {
    const respond = createLambdaHandler(environment(), () => {})
    const headers = { authorization: `Bearer ${await pool.accessToken(user)}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ id: user, questionsStats: { ação: { tries: 1, correct: 1 } } })
    const path = '/api/stats'

    expect(await respond(event({ method: 'GET', path, headers }), context)).toMatchObject({ statusCode: 404 })
    const created = await respond(event({ method: 'PUT', path, headers, body }), context)
    expect(created).toMatchObject({ statusCode: 201, isBase64Encoded: false })
    const next = JSON.stringify({ id: user, questionsStats: { ação: { tries: 2, correct: 1 } } })
    const encoded = Buffer.from(next).toString('base64')
    const replaced = await respond(
      event({ method: 'PUT', path, headers, body: encoded, isBase64Encoded: true }),
      context,
    )
    expect(replaced.statusCode).toBe(200)
    expect(JSON.parse(replaced.body)).toMatchObject(JSON.parse(next))
    const read = await respond(event({ method: 'GET', path, headers }), context)
    expect(read).toMatchObject({ statusCode: 200, isBase64Encoded: false })
    expect(JSON.parse(read.body)).toMatchObject(JSON.parse(next))
    const stale = { ...headers, 'if-match': '"stale"' }
    expect((await respond(event({ method: 'PUT', path, headers: stale, body }), context)).statusCode).toBe(412)
  },
)

test.each([
  ['a REST API (payload 1.0)', restApiEvent],
  ['an HTTP API (payload 2.0)', httpApiEvent],
])(
  'the Lambda function behind %s returns the compressed bank as base64, and the XSRF cookie',
  async (_gateway, event) => {
    const respond = createLambdaHandler(environment(), () => {})
    const headers = { authorization: `Bearer ${await pool.accessToken('ana')}`, 'accept-encoding': 'gzip, deflate, br' }
    const answer = await respond(event({ method: 'GET', path: '/api/questions', headers }), context)
    expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true })
    expect(JSON.parse(brotliDecompressSync(Buffer.from(answer.body, 'base64')).toString())).toEqual([QUESTION])
    expect(JSON.stringify(answer)).toMatch(/XSRF-TOKEN=[\w-]+; Path=\/; Secure; SameSite=Strict/)
  },
)

test('after a failed start, the Lambda handler starts again on the next event', async () => {
  const wrong: Record<string, string> = { ...environment(), STORE: 'nowhere' }
  const respond = createLambdaHandler(wrong, () => {})
  const event = restApiEvent({ method: 'GET', path: '/api/healthz', headers: {} })
  await expect(respond(event, context)).rejects.toThrow('STORE is not valid')
  wrong['STORE'] = environment().STORE
  expect(await respond(event, context)).toMatchObject({ statusCode: 200 })
})

test('the Lambda handler reads its settings on the first event', async () => {
  const event = httpApiEvent({ method: 'GET', path: '/api/healthz', headers: {} })
  await expect(handler(event, context)).rejects.toThrow('ISSUER is not set')
})
