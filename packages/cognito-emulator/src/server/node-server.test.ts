import { rawRequest, sendRaw } from '@cognito-srp/testing/raw-http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createTestEmulator, POOL_ID } from '../../test/caller.ts'
import { startEmulator, type RunningEmulator } from '../index.ts'

// Tests responses to malformed requests, and the security headers of responses. Most tests use a real connection.

const log = vi.spyOn(console, 'error').mockReturnValue()
let emulator: RunningEmulator

beforeAll(async () => {
  emulator = await startEmulator({ userPools: [{ id: POOL_ID, clients: [{ id: 'web' }] }] })
})
afterAll(async () => {
  await emulator.close()
  expect(log).not.toHaveBeenCalled()
})

const TARGET = 'X-Amz-Target: AWSCognitoIdentityProviderService.InitiateAuth'
const POST = ['Host: 127.0.0.1', TARGET]
const DEEP = '['.repeat(30_000)

test.each([
  ['an invalid Host header', rawRequest('POST /', ['Host: 127.x.0.1', TARGET, 'Content-Length: 2'], '{}'), 400],
  ['an invalid Host header and a path of the controls', rawRequest('GET /_emulator/outbox', ['Host: a b']), 400],
  ['no Host header', rawRequest('GET /', []), 400],
  ['two Content-Length headers', rawRequest('POST /', [...POST, 'Content-Length: 2', 'Content-Length: 3'], '{}'), 400],
  [
    'a Content-Length header and chunks',
    rawRequest('POST /', [...POST, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '{}'),
    400,
  ],
  ['malformed chunks', rawRequest('POST /', [...POST, 'Transfer-Encoding: chunked'], 'zz\r\n{}'), 400],
  ['a first line that is not HTTP', 'hello\r\n\r\n', 400],
  ['a path that cannot be decoded', rawRequest('GET /%E0%A4%A/.well-known/jwks.json', ['Host: 127.0.0.1']), 400],
  ['a header of 20,000 characters', rawRequest('GET /', ['Host: 127.0.0.1', `X: ${'x'.repeat(20_000)}`]), 431],
  ['30,000 levels of nesting', rawRequest('POST /', [...POST, `Content-Length: ${DEEP.length}`], DEEP), 400],
  ['bytes that are not UTF-8', rawRequest('POST /', [...POST, 'Content-Length: 2'], '\u00ff\u00fe'), 400],
  ['a body of 100 kB in chunks', chunked('x'.repeat(100_000)), 413],
])('a request with %s gets a client error with the nosniff header', async (_case, bytes, status) => {
  const answer = await sendRaw(emulator.url, bytes)
  expect({ status: answer.status, nosniff: answer.headers.get('x-content-type-options') }).toEqual({
    status,
    nosniff: 'nosniff',
  })
  expect(JSON.parse(answer.body)).toEqual({ __type: expect.any(String), message: expect.any(String) })
  expect(answer.body).not.toMatch(/\s+at |node_modules|\.ts/)
})

function chunked(body: string): string {
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  return rawRequest('POST /', [...POST, 'Transfer-Encoding: chunked'], chunk)
}

test.each([
  ['with Content-Length', [...POST, 'Content-Length: 100'], '{"ClientId":'],
  ['in chunks', [...POST, 'Transfer-Encoding: chunked'], '64\r\n{"ClientId":'],
  ['in a request to the controls', ['Host: 127.0.0.1', 'Content-Length: 100'], '{"advance'],
])(
  'the emulator does not log an error if the client disconnects while sending a body %s',
  async (_case, headers, body) => {
    const path = headers.includes(TARGET) ? '/' : '/_emulator/clock'
    await sendRaw(emulator.url, rawRequest(`POST ${path}`, headers, body), { hangUp: true })
    const health = await fetch(`${emulator.url}${POOL_ID}/.well-known/openid-configuration`)
    expect(health.status).toBe(200)
  },
)

test.each([
  ['with', true],
  ['without', false],
])('an in-process request %s Content-Length gets status 400 if its body stream fails', async (_case, hasLength) => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })
  const headers = {
    [TARGET.split(': ')[0] ?? '']: TARGET.split(': ')[1] ?? '',
    ...(hasLength && { 'content-length': '9' }),
  }
  const request = new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  const answer = await createTestEmulator().fetch(request)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    __type: 'SerializationException',
    message: 'The connection broke before the request body was complete.',
  })
})

test.each([
  ['GET', '/nothing'],
  ['GET', '/'],
  ['OPTIONS', '/'],
  ['POST', '/'],
  ['GET', '/_emulator/outbox'],
  ['GET', `/${POOL_ID}/.well-known/jwks.json`],
])('the response to %s %s has the security headers', async (method, path) => {
  const { headers } = await createTestEmulator().fetch(new Request(`http://127.0.0.1${path}`, { method }))
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': path.endsWith('jwks.json') ? 'public, max-age=300' : 'no-store',
  })
  expect(headers.has('x-powered-by')).toBe(false)
})
