import { expect, test } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import { failure, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { ServiceError } from '../errors.ts'
import { callService } from './transport.ts'

function answering(answer: ScriptedAnswer) {
  const { client, pool } = testClient()
  pool.on('GetUser', answer)
  return callService(client, 'GetUser', { AccessToken: 'token' })
}

test.each([
  [
    'the part of the header before a colon',
    { 'x-amzn-errortype': 'CodeMismatchException:http://internal' },
    { __type: 'Other' },
  ],
  ['the part of the header before a comma', { 'x-amzn-errortype': 'CodeMismatchException,Other' }, {}],
  ['the part of __type after the #', {}, { __type: 'com.amazonaws#CodeMismatchException' }],
  ['a __type without a #', {}, { __type: 'CodeMismatchException' }],
  ['code in the body', {}, { code: 'CodeMismatchException' }],
])('the code of an error is read from %s', async (_case, headers, json) => {
  const error = await rejection(answering({ status: 400, headers, json: { ...json, message: 'Invalid code.' } }))
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ name: 'ServiceError', code: 'CodeMismatchException', message: 'Invalid code.' })
})

test('a ServiceError contains the status and the request id', async () => {
  const headers = { 'x-amzn-requestid': 'id-7' }
  const error = await rejection(answering({ status: 400, headers, json: { __type: 'X', Message: 'Upper-case key' } }))
  expect(error).toMatchObject({ statusCode: 400, requestId: 'id-7', message: 'Upper-case key', retryable: false })
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
])('for %s with status %i, retryable is %s', async (code, status, retryable) => {
  expect(await rejection(answering(failure(code, 'message', status)))).toMatchObject({ code, retryable })
})

test.each([
  ['2', 2000],
  ['0', 0],
  ['Tue, 03 Nov 2026 04:05:16 GMT', 10_000],
  ['Tue, 03 Nov 2026 04:05:00 GMT', 0],
  ['soon', undefined],
])('if the header Retry-After is %j, retryAfterMs is %s', async (header, retryAfterMs) => {
  const answer = { status: 429, headers: { 'retry-after': header }, json: {} }
  expect(await rejection(answering(answer))).toMatchObject({ retryAfterMs })
})

test.each([
  ['Tue, 03 Nov 2026 03:53:06 GMT', 720],
  ['Tue, 03 Nov 2026 04:12:06 GMT', -420],
  ['some day', undefined],
])('if the header Date is %j, clockDriftSeconds is %s', async (date, clockDriftSeconds) => {
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
])('%s with the message %j has the reason %s', async (code, message, reason) => {
  expect(await rejection(answering(failure(code, message)))).toHaveProperty('reason', reason)
})

test.each([
  [
    'the CAPTCHA page of AWS WAF',
    { status: 405, text: '<html>', headers: { 'x-amzn-waf-action': 'captcha' } },
    'captcha',
  ],
  [
    'the CAPTCHA of AWS WAF without a page',
    { status: 405, text: '', headers: { 'x-amzn-waf-action': 'captcha' } },
    'captcha',
  ],
  ['a block page of AWS WAF', { status: 403, text: '<html>403 Forbidden</html>' }, null],
])('%s causes a ServiceError with the reason captcha and the response headers', async (_case, answer, wafAction) => {
  const error = await rejection(answering(answer))
  expect(error).toMatchObject({ code: 'UnknownError', reason: 'captcha', statusCode: answer.status, retryable: false })
  expect((error as ServiceError).responseHeaders?.get('X-Amzn-Waf-Action')).toBe(wafAction)
})

test.each([
  ['an error code with status 403', failure('ForbiddenException', 'Not allowed.', 403)],
  ['an error code with status 405', failure('MethodNotAllowedException', 'Not served.', 405)],
  ['an unreadable response with status 404', { status: 404, text: '<html>' }],
])('%s causes a ServiceError without the reason captcha', async (_case, answer) => {
  expect(await rejection(answering(answer))).toMatchObject({ reason: undefined, responseHeaders: undefined })
})

test.each([
  ['the proof of a password', 'RespondToAuthChallenge', AHEAD, 'Incorrect username or password.', 'clock-skew'],
  ['a plain password', 'InitiateAuth', AHEAD, 'Incorrect username or password.', 'wrong-password'],
  [
    'a proof from a device whose clock is five minutes behind',
    'RespondToAuthChallenge',
    { date: 'Tue, 03 Nov 2026 04:10:06 GMT' },
    'Incorrect username or password.',
    'wrong-password',
  ],
  [
    'a proof from a device whose clock is more than five minutes behind',
    'RespondToAuthChallenge',
    { date: 'Tue, 03 Nov 2026 04:11:06 GMT' },
    'Incorrect username or password.',
    'clock-skew',
  ],
  ['a sign-in to a disabled account', 'RespondToAuthChallenge', AHEAD, 'User is disabled.', 'disabled'],
])(
  'if %s is rejected by %s with the headers %o and the message %j, the reason is %s',
  async (_case, operation, headers, message, reason) => {
    const { client, pool } = testClient()
    pool.on(operation, { status: 400, headers, json: { __type: 'NotAuthorizedException', message } })
    expect(await rejection(callService(client, operation, {}))).toHaveProperty('reason', reason)
  },
)
