import { expect, test, vi } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { NetworkError, ServiceError } from '../errors.ts'
import { callService } from './transport.ts'

function answering(answer: ScriptedAnswer) {
  const { client, pool } = testClient()
  pool.on('GetUser', answer)
  return callService(client, 'GetUser', { AccessToken: 'token' })
}

test('a request is a POST with the target header and JSON, in CORS mode and without caching', async () => {
  const { client, pool } = testClient({ endpoint: 'https://id.example/pool', headers: { 'X-Trace': '7' } })
  pool.on('GetUser', { json: { Username: 'ana' } })
  expect(await callService(client, 'GetUser', { AccessToken: 'token', Left: undefined })).toEqual({ Username: 'ana' })
  const { url, request, payload } = pool.requests[0] ?? {}
  expect(url).toBe('https://id.example/pool')
  expect(payload).toEqual({ AccessToken: 'token' })
  expect(request).toMatchObject({
    method: 'POST',
    mode: 'cors',
    cache: 'no-store',
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': 'AWSCognitoIdentityProviderService.GetUser',
      'Cache-Control': 'no-store',
      'X-Trace': '7',
    },
  })
})

test('the headers function is called for every request', async () => {
  let calls = 0
  const headers = async () => ({ 'x-aws-waf-token': `token-${(calls += 1)}` })
  const { client, pool } = testClient({ headers })
  pool.on('GetUser', failure('TooManyRequestsException'), {})
  await rejection(callService(client, 'GetUser', {}))
  await callService(client, 'GetUser', {})
  expect(pool.requests.map(({ headers }) => headers['x-aws-waf-token'])).toEqual(['token-1', 'token-2'])
})

test('an error that the headers function throws is the cause of a NetworkError', async () => {
  const cause = new Error('The integration script is not loaded.')
  const headers = () => {
    throw cause
  }
  const { client, pool } = testClient({ headers })
  const error = await rejection(callService(client, 'GetUser', {}))
  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ cause })
  expect(pool.requests).toEqual([])
})

test('the fields mode and cache are omitted on runtimes that do not support them', async () => {
  const { client, pool } = testClient()
  pool.on('GetUser', {})
  vi.stubGlobal('Request', function OldRequest() {})
  try {
    await callService(client, 'GetUser', {})
  } finally {
    vi.unstubAllGlobals()
  }
  expect(pool.requests[0]?.request).not.toHaveProperty('mode')
  expect(pool.requests[0]?.request).not.toHaveProperty('cache')
})

test.each<[string, ScriptedAnswer, number]>([
  [
    "a proxy's HTML 502",
    { status: 502, text: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } },
    502,
  ],
  ['an empty 500', { status: 500, text: '' }, 500],
  ['an empty 200', { text: '' }, 200],
  ['truncated JSON', { text: '{"Username":"an' }, 200],
  ['a page with status 200', { text: '<p>Welcome to the airport</p>', headers: { 'content-type': 'text/html' } }, 200],
  ['JSON that is not an object', { text: '["a"]' }, 200],
  ['JSON null', { text: 'null' }, 200],
])('%s causes a retryable ServiceError with the status of the response', async (_case, answer, statusCode) => {
  const error = await rejection(answering(answer))
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ code: 'UnknownError', statusCode, retryable: true })
  expect((error as Error).message).toContain(String(statusCode))
})

test.each([
  ['https://id.example/pool', 'id.example'],
  ['http://localhost:9229', 'localhost:9229'],
  ['HTTPS://[::1]:9229?x', '[::1]:9229'],
  ['/auth/', undefined],
])('for the endpoint %s, the host of a NetworkError or TimeoutError is %s', async (endpoint, host) => {
  const { client, pool } = testClient({ endpoint, timeoutMs: 20 })
  pool.on('GetUser', 'drop', 'hang')
  expect(await rejection(callService(client, 'GetUser', {}))).toMatchObject({ name: 'NetworkError', host })
  expect(await rejection(callService(client, 'GetUser', {}))).toMatchObject({ name: 'TimeoutError', host })
})

test('a failed connection causes a NetworkError that contains the cause', async () => {
  const error = await rejection(answering('drop'))
  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ message: 'Network error', code: 'NetworkError', cause: expect.any(TypeError) })
})

test('a request whose error response was read completely is not aborted', async () => {
  const { client, pool } = testClient()
  pool.on('GetUser', failure('NotAuthorizedException'))
  await rejection(callService(client, 'GetUser', {}))
  expect(pool.requests[0]?.request.signal?.aborted).toBe(false)
})
