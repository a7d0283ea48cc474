import { afterEach, expect, test, vi } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { NetworkError, ServiceError, TimeoutError } from '../errors.ts'
import { callService, untilAborted, type Signal } from './transport.ts'

afterEach(() => vi.useRealTimers())

function answering(answer: ScriptedAnswer) {
  const { client, pool } = testClient()
  pool.on('GetUser', answer)
  return callService(client, 'GetUser', { AccessToken: 'token' })
}

test('a request is what the service and the browser need', async () => {
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

test('a runtime that does not know the fields mode and cache is not given them', async () => {
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

test.each([
  ['the header, cut at a colon', { 'x-amzn-errortype': 'CodeMismatchException:http://internal' }, { __type: 'Other' }],
  ['the header, cut at a comma', { 'x-amzn-errortype': 'CodeMismatchException,Other' }, {}],
  ['__type after its #', {}, { __type: 'com.amazonaws#CodeMismatchException' }],
  ['__type alone', {}, { __type: 'CodeMismatchException' }],
  ['code of the body', {}, { code: 'CodeMismatchException' }],
])('the code of a failure is %s', async (_case, headers, json) => {
  const error = await rejection(answering({ status: 400, headers, json: { ...json, message: 'Invalid code.' } }))
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ name: 'ServiceError', code: 'CodeMismatchException', message: 'Invalid code.' })
})

test('a failure carries status and request id', async () => {
  const headers = { 'x-amzn-requestid': 'id-7' }
  const error = await rejection(answering({ status: 400, headers, json: { __type: 'X', Message: 'Upper-case key' } }))
  expect(error).toMatchObject({ statusCode: 400, requestId: 'id-7', message: 'Upper-case key', retryable: false })
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
  ['JSON that is no object', { text: '["a"]' }, 200],
  ['JSON null', { text: 'null' }, 200],
])('%s is a service error with its status that may heal', async (_case, answer, statusCode) => {
  const error = await rejection(answering(answer))
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ code: 'UnknownError', statusCode, retryable: true })
  expect((error as Error).message).toContain(String(statusCode))
})

test.each([
  ['TooManyRequestsException', 400, true],
  ['ThrottlingException', 400, true],
  ['InternalErrorException', 500, true],
  ['SlowDown', 429, true],
  ['ServiceUnavailable', 503, true],
  ['LimitExceededException', 429, false],
  ['NotAuthorizedException', 400, false],
  ['NotAuthorizedException', 500, false],
  ['CodeMismatchException', 400, false],
])('%s with status %i may heal: %s', async (code, status, retryable) => {
  expect(await rejection(answering(failure(code, 'message', status)))).toMatchObject({ code, retryable })
})

test.each([
  ['2', 2000],
  ['0', 0],
  ['Tue, 03 Nov 2026 04:05:16 GMT', 10_000],
  ['Tue, 03 Nov 2026 04:05:00 GMT', 0],
  ['soon', undefined],
])('Retry-After %s asks for %s ms', async (header, retryAfterMs) => {
  const answer = { status: 429, headers: { 'retry-after': header }, json: {} }
  expect(await rejection(answering(answer))).toMatchObject({ retryAfterMs })
})

test.each([
  ['Tue, 03 Nov 2026 03:53:06 GMT', 720],
  ['Tue, 03 Nov 2026 04:12:06 GMT', -420],
  ['some day', undefined],
])('an answer of %s finds the clock ahead by %s s', async (date, clockDriftSeconds) => {
  const error = await rejection(answering({ status: 400, headers: { date }, json: { __type: 'X' } }))
  expect(error).toHaveProperty('clockDriftSeconds', clockDriftSeconds)
})

const AHEAD = { date: 'Tue, 03 Nov 2026 03:59:00 GMT' }

test.each<[string, string, string | undefined]>([
  ['NotAuthorizedException', 'Incorrect username or password.', 'wrong-password'],
  ['NotAuthorizedException', 'Password attempts exceeded', 'too-many-attempts'],
  ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', 'too-many-attempts'],
  ['TooManyFailedAttemptsException', 'Too many failed attempts', 'too-many-attempts'],
  ['NotAuthorizedException', 'User is disabled.', 'disabled'],
  [
    'NotAuthorizedException',
    'Temporary password has expired and must be reset by an administrator.',
    'password-expired',
  ],
  ['NotAuthorizedException', 'User account has expired, it must be reset by an administrator.', 'password-expired'],
  ['NotAuthorizedException', 'Refresh Token has been revoked', 'token-revoked'],
  ['NotAuthorizedException', 'Access Token has been revoked', 'token-revoked'],
  ['RefreshTokenReuseException', 'Refresh token has already been used.', 'token-revoked'],
  ['UserLambdaValidationException', 'PreAuthentication failed with error User is disabled..', 'trigger'],
  ['UnexpectedLambdaException', 'PreSignUp failed', 'trigger'],
  ['InvalidLambdaResponseException', 'DefineAuthChallenge returned no response.', 'trigger'],
  ['NotAuthorizedException', 'Refresh Token has expired', undefined],
  ['NotAuthorizedException', 'Invalid session for the user.', undefined],
  ['LimitExceededException', 'Exceeded daily email limit for the operation or the account.', undefined],
  ['TooManyRequestsException', 'Too many requests', undefined],
])('%s with %j means %s', async (code, message, reason) => {
  expect(await rejection(answering(failure(code, message)))).toHaveProperty('reason', reason)
})

test.each([
  ['the proof of a password', 'RespondToAuthChallenge', AHEAD, 'Incorrect username or password.', 'clock-skew'],
  ['a password that is sent', 'InitiateAuth', AHEAD, 'Incorrect username or password.', 'wrong-password'],
  [
    'a proof five minutes off, which is still taken,',
    'RespondToAuthChallenge',
    { date: 'Tue, 03 Nov 2026 04:10:06 GMT' },
    'Incorrect username or password.',
    'wrong-password',
  ],
  [
    'a proof six minutes behind',
    'RespondToAuthChallenge',
    { date: 'Tue, 03 Nov 2026 04:11:06 GMT' },
    'Incorrect username or password.',
    'clock-skew',
  ],
  ['a closed account', 'RespondToAuthChallenge', AHEAD, 'User is disabled.', 'disabled'],
])('%s is refused by %s: %o %s means %s', async (_case, operation, headers, message, reason) => {
  const { client, pool } = testClient()
  pool.on(operation, { status: 400, headers, json: { __type: 'NotAuthorizedException', message } })
  expect(await rejection(callService(client, operation, {}))).toHaveProperty('reason', reason)
})

test.each([
  ['https://id.example/pool', 'id.example'],
  ['http://localhost:9229', 'localhost:9229'],
  ['HTTPS://[::1]:9229?x', '[::1]:9229'],
  ['/auth/', undefined],
])('a failing connection to %s names the host %s', async (endpoint, host) => {
  const { client, pool } = testClient({ endpoint, timeoutMs: 20 })
  pool.on('GetUser', 'drop', 'hang')
  expect(await rejection(callService(client, 'GetUser', {}))).toMatchObject({ name: 'NetworkError', host })
  expect(await rejection(callService(client, 'GetUser', {}))).toMatchObject({ name: 'TimeoutError', host })
})

test('a connection that fails is a network error with its cause', async () => {
  const error = await rejection(answering('drop'))
  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ message: 'Network error', code: 'NetworkError', cause: expect.any(TypeError) })
})

test('a request whose refusal was read to its end is not aborted, which browsers would report as lost', async () => {
  const { client, pool } = testClient()
  pool.on('GetUser', failure('NotAuthorizedException'))
  await rejection(callService(client, 'GetUser', {}))
  expect(pool.requests[0]?.request.signal?.aborted).toBe(false)
})

test('an answer that never comes ends at the timeout, and the request is aborted', async () => {
  const { client, pool } = testClient({ timeoutMs: 40 })
  pool.on('GetUser', 'hang')
  const error = await rejection(callService(client, 'GetUser', {}))
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error).toMatchObject({ code: 'TimeoutError', message: 'No answer within 40 ms.' })
  expect(pool.requests[0]?.request.signal?.aborted).toBe(true)
})

test('the timeout covers a fetch that ignores its signal', async () => {
  const { client } = testClient({ timeoutMs: 20, fetch: () => new Promise(() => {}) })
  expect(await rejection(callService(client, 'GetUser', {}))).toBeInstanceOf(TimeoutError)
})

test('an abort rejects with its reason and aborts the request', async () => {
  const { client, pool } = testClient()
  pool.on('GetUser', 'hang')
  const controller = new AbortController()
  const call = rejection(callService(client, 'GetUser', {}, { signal: controller.signal }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  controller.abort(new Error('left the page'))
  expect(await call).toEqual(new Error('left the page'))
  expect(pool.requests[0]?.request.signal?.aborted).toBe(true)
})

test('a signal that is aborted already makes no request', async () => {
  const { client, pool } = testClient()
  const call = callService(client, 'GetUser', {}, { signal: AbortSignal.abort() })
  expect(await rejection(call)).toMatchObject({ name: 'AbortError' })
  expect(pool.requests).toEqual([])
})

/** A signal as platforms before 2022 have them. */
function signalWithoutReason(aborted = false) {
  const target = new EventTarget()
  const signal = {
    aborted,
    addEventListener: (type: string, listener: () => void) => target.addEventListener(type, listener),
    removeEventListener: (type: string, listener: () => void) => target.removeEventListener(type, listener),
  }
  const abort = () => {
    signal.aborted = true
    target.dispatchEvent(new Event('abort'))
  }
  return { signal: signal as unknown as Signal, abort }
}

test('an abort without a reason rejects with an AbortError', async () => {
  const expected = { name: 'AbortError', message: 'The call was aborted.' }
  const { client, pool } = testClient()
  pool.on('GetUser', 'hang')
  const { signal, abort } = signalWithoutReason()
  const call = rejection(callService(client, 'GetUser', {}, { signal }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  abort()
  expect(await call).toMatchObject(expected)
  expect(pool.requests[0]?.request.signal?.aborted).toBe(true)
  const late = signalWithoutReason(true)
  expect(await rejection(callService(client, 'GetUser', {}, late))).toMatchObject(expected)
  expect(await rejection(untilAborted(new Promise(() => {}), late.signal))).toMatchObject(expected)
})

test('no timer is left when an answer has come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await answering({ json: {} })
  expect(vi.getTimerCount()).toBe(0)
})

test('work that fails after its caller left is nobody’s unhandled rejection', async () => {
  const controller = new AbortController()
  let fail: (error: Error) => void = () => {}
  const work = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  const left = rejection(untilAborted(work, controller.signal))
  controller.abort(new Error('left'))
  expect(await left).toEqual(new Error('left'))
  fail(new Error('too late'))
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
})

test('a caller that has left already does not wait', async () => {
  const signal = AbortSignal.abort(new Error('left'))
  expect(await rejection(untilAborted(new Promise(() => {}), signal))).toEqual(new Error('left'))
})

test('nothing listens to the signal once the work is done', async () => {
  const { signal } = new AbortController()
  const remove = vi.spyOn(signal, 'removeEventListener')
  expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done')
  await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce())
})
