import { expect, test } from 'vitest'

import { ScriptedPool, failure, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { ORIGIN, testServer } from '../../test/session-handlers.ts'
import { ServiceError } from '../errors.ts'
import { callService } from '../service/transport.ts'

test.each([
  ['/', 'POST'],
  ['/auth/other', 'POST'],
  ['/auth//', 'POST'],
  ['/auth/session/', 'GET'],
  ['/auth/%73ession', 'GET'],
  ['/authx', 'POST'],
])('a request for the path %s gets status 404', async (path, method) => {
  const { browser } = testServer()
  expect(await browser.send(path, { method })).toMatchObject({ status: 404, body: { __type: 'NotFoundException' } })
})

test.each([
  ['/auth/', 'GET', 'POST'],
  ['/auth/', 'PUT', 'POST'],
  ['/auth/', 'HEAD', 'POST'],
  ['/auth/session', 'POST', 'GET'],
  ['/auth/session', 'DELETE', 'GET'],
])('at the path %s, the method %s is rejected, and the Allow header contains %s', async (path, method, allowed) => {
  const { browser } = testServer()
  const { status, headers } = await browser.send(path, { method })
  expect([status, headers.get('allow')]).toEqual([405, allowed])
})

test('the handler accepts its configured path with and without a trailing slash', async () => {
  const { browser, pool } = testServer({ path: '/api/sessions' })
  pool.on('SignUp', { json: { UserSub: '7' } })
  for (const path of ['/api/sessions', '/api/sessions/']) {
    expect(await browser.call('SignUp', { Username: 'ana' }, {}, path)).toMatchObject({ body: { UserSub: '7' } })
  }
  expect(await browser.send('/api/sessions/session')).toMatchObject({ body: { session: null } })
})

const FOREIGN = 'https://evil.example'

test.each<[string, Record<string, string>, number]>([
  ['the server’s origin', { origin: ORIGIN }, 200],
  ['a program without an origin', { origin: '' }, 200],
  ['a browser that sends same-origin', { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }, 200],
  ['the address bar', { origin: '', 'sec-fetch-site': 'none' }, 200],
  ['the server’s origin behind a proxy', { origin: 'https://public.example', 'sec-fetch-site': 'same-origin' }, 200],
  ['a listed origin', { origin: 'https://listed.example' }, 200],
  ['a listed origin on another site', { origin: 'https://listed.example', 'sec-fetch-site': 'cross-site' }, 200],
  ['another origin', { origin: FOREIGN }, 403],
  ['another origin with Sec-Fetch-Site: none', { origin: FOREIGN, 'sec-fetch-site': 'none' }, 403],
  ['another site without an Origin header', { origin: '', 'sec-fetch-site': 'cross-site' }, 403],
  ['a sibling host', { origin: '', 'sec-fetch-site': 'same-site' }, 403],
  ['a sandboxed frame', { origin: 'null' }, 403],
  ['a listed origin in capitals', { origin: 'https://LISTED.example' }, 403],
  ['an origin that starts with the server’s origin', { origin: `${ORIGIN}.evil.example` }, 403],
  ['the server’s host over HTTP', { origin: ORIGIN.replace('https', 'http') }, 403],
])('the response to a request from %s with the headers %o has status %i', async (_from, headers, status) => {
  const { browser, pool } = testServer({ origins: ['https://listed.example'] })
  pool.on('SignUp', { json: {} })
  expect(await browser.call('SignUp', { Username: 'ana' }, headers)).toMatchObject({ status })
  expect(await browser.send('/auth/session', { headers: headers['origin'] ? headers : {} })).toMatchObject({
    status: headers['origin'] ? status : 200,
  })
  expect(pool.requests).toHaveLength(status === 200 ? 1 : 0)
})

test('responses have CORS headers only for the origins in the origins option', async () => {
  const { browser } = testServer({ origins: ['https://listed.example'] })
  const preflight = (origin: string) =>
    browser.send('/auth/', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'content-type,x-amz-target' },
    })
  const cors = ({ headers }: { headers: Headers }) => [...headers].filter(([name]) => name.startsWith('access-control'))
  const listed = await preflight('https://listed.example')
  expect(listed.status).toBe(200)
  expect(Object.fromEntries(cors(listed))).toMatchObject({
    'access-control-allow-origin': 'https://listed.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'content-type,x-amz-target',
  })
  expect(listed.headers.get('vary')).toContain('Origin')
  expect(cors(await preflight(FOREIGN))).toEqual([])
  expect(cors(await preflight(ORIGIN))).toEqual([])
  const answer = await browser.call('SignUp', '[]', { origin: 'https://listed.example' })
  expect(Object.fromEntries(cors(answer))).toHaveProperty('access-control-allow-origin', 'https://listed.example')
  expect(Object.fromEntries(cors(answer))).not.toHaveProperty('access-control-allow-methods')
})

test.each([
  ['application/json', 415],
  ['text/plain', 415],
  ['application/x-amz-json-1.0', 415],
  ['', 415],
  ['APPLICATION/X-AMZ-JSON-1.1; charset=utf-8', 200],
])('the response to a request with the Content-Type "%s" has status %i', async (type, status) => {
  const { browser, pool } = testServer()
  pool.on('SignUp', { json: {} })
  expect(await browser.call('SignUp', {}, { 'content-type': type })).toMatchObject({ status })
})

test.each([
  'AWSCognitoIdentityProviderService.AdminGetUser',
  'AWSCognitoIdentityProviderService.signup',
  'AWSCognitoIdentityProviderService.SignUp, AWSCognitoIdentityProviderService.SignUp',
  'AWSCognitoIdentityProviderService.SignUp.SignUp',
  'AWSCognitoIdentityProviderService.constructor',
  'AWSCognitoIdentityProviderService.__proto__',
  'awscognitoidentityproviderservice.SignUp',
  'SignUp',
  'x.SignUp',
  '',
])('a request with the X-Amz-Target "%s" is rejected', async (target) => {
  const { browser, pool } = testServer()
  const answer = await browser.call('SignUp', {}, { 'x-amz-target': target })
  expect(answer).toMatchObject({ status: 400, body: { __type: 'UnknownOperationException' } })
  expect(pool.requests).toEqual([])
})

test('the operations option blocks unlisted operations, but not InitiateAuth or RevokeToken', async () => {
  const { browser, pool } = testServer({ operations: ['GetUser'] })
  pool.on('InitiateAuth', { json: {} })
  expect(await browser.call('DeleteUser')).toMatchObject({ status: 400 })
  expect(await browser.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH' })).toMatchObject({ status: 200 })
  expect(await browser.call('RevokeToken')).toMatchObject({ status: 200 })
  expect(await browser.call('GetUser')).toMatchObject({ body: { __type: 'NotAuthorizedException' } })
})

test.each([['[]'], ['"a"'], ['null'], ['7'], ['{"a":'], ['']])(
  "a request with the body '%s' is rejected",
  async (body) => {
    const { browser } = testServer()
    const answer = await browser.call('SignUp', body)
    expect(answer).toMatchObject({ status: 400, body: { __type: 'SerializationException' } })
  },
)

test('a request without a body is rejected', async () => {
  const { browser } = testServer()
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
  }
  expect(await browser.send('/auth/', { method: 'POST', headers })).toMatchObject({ status: 400 })
})

test('the handler stops reading a body that is too long, with or without a Content-Length header', async () => {
  const { browser } = testServer()
  const long = JSON.stringify({ Username: 'é'.repeat(33_000) })
  expect(await browser.call('SignUp', long)).toMatchObject({ status: 413, body: { __type: 'RequestTooLongException' } })
  let chunks = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      chunks += 1
      controller.enqueue(new Uint8Array(10_000))
    },
  })
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
  }
  const init = { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit
  expect(await browser.send('/auth/', init)).toMatchObject({ status: 413 })
  expect(chunks).toBeLessThan(10)
  expect(await browser.call('SignUp', '{}', { 'content-length': '70000' })).toMatchObject({ status: 413 })
})

test('responses forbid caching and MIME sniffing', async () => {
  const { browser } = testServer()
  for (const { headers } of [await browser.send('/auth/session'), await browser.call('SignUp', '[]')]) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('vary')).toBe('Cookie, Origin, Sec-Fetch-Site')
  }
})

test('a service error is forwarded with its code, message, request id and Retry-After', async () => {
  const { browser, pool } = testServer()
  const headers = { 'x-amzn-requestid': 'id-7', 'retry-after': '3', 'x-internal': 'secret' }
  pool.on('SignUp', { status: 429, headers, json: { __type: 'a#TooManyRequestsException', message: 'Wait.', more: 1 } })
  const answer = await browser.call('SignUp', { Username: 'ana' })
  expect(answer).toMatchObject({ status: 429, body: { __type: 'TooManyRequestsException', message: 'Wait.' } })
  expect(Object.keys(answer.body)).toEqual(['__type', 'message'])
  expect([...answer.headers.keys()]).toEqual(expect.arrayContaining(['retry-after', 'x-amzn-requestid']))
  expect(answer.headers.get('retry-after')).toBe('3')
  expect(answer.headers.get('x-amzn-requestid')).toBe('id-7')
  expect(answer.headers.has('x-internal')).toBe(false)
})

test('a firewall’s CAPTCHA response is forwarded with its status and action', async () => {
  const { browser, pool } = testServer()
  pool.on('SignUp', { status: 405, text: '<html>', headers: { 'x-amzn-waf-action': 'captcha' } })
  const answer = await browser.call('SignUp', { Username: 'ana' })
  expect(answer).toMatchObject({ status: 405, body: { __type: 'UnknownError' } })
  expect(answer.headers.get('x-amzn-waf-action')).toBe('captcha')
})

test.each<[string, ScriptedAnswer, number]>([
  ["a proxy's HTML 502", { status: 502, text: '<html>Bad gateway</html>' }, 502],
  ['a page with status 200', { text: '<p>Welcome to the airport</p>' }, 502],
  ['a redirect', { status: 302, text: '', headers: { location: 'https://evil.example/' } }, 502],
  ['a dropped connection', 'drop', 502],
  ['a timeout', 'hang', 504],
])('%s becomes a retryable error', async (_case, given, status) => {
  const { browser, pool } = testServer({ timeoutMs: 20 })
  pool.on('SignUp', given)
  expect((await browser.call('SignUp', {})).status).toBe(status)
  const access = { endpoint: '/auth/', fetch: browser.fetch, headers: {}, timeoutMs: 5000, now: Date.now }
  const error = await callService(access, 'SignUp', {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ statusCode: status, retryable: true })
})

test('an invalid status code from the service becomes status 502', async () => {
  const headers = new Headers()
  const { browser } = testServer({ fetch: async () => ({ status: 999, ok: false, headers, text: async () => '{}' }) })
  expect((await browser.call('SignUp')).status).toBe(502)
})

test('the handler does not let fetch follow redirects', async () => {
  const pool = new ScriptedPool().on('SignUp', { json: {} })
  const { browser } = testServer({ fetch: pool.fetch })
  await browser.call('SignUp', {})
  expect(pool.requests[0]?.request).toMatchObject({ redirect: 'manual' })
})

test('the details of an internal error are passed to onFault but not to the page', async () => {
  const faults: unknown[] = []
  const down = new Error('store at 10.0.0.7 is down')
  const store = { get: () => Promise.reject(down), set: () => undefined }
  const { browser } = testServer({
    store,
    onFault(fault) {
      faults.push(fault)
      throw new Error('the log is down as well')
    },
  })
  await browser.signIn()
  const answer = await browser.call('GetUser')
  expect(answer).toMatchObject({ status: 500, body: { __type: 'InternalErrorException' } })
  expect(answer.text).not.toContain('10.0.0.7')
  expect(faults).toEqual([down])
})

test('the error for a wrong password is forwarded unchanged', async () => {
  const { browser, pool } = testServer()
  pool.on('RespondToAuthChallenge', failure('NotAuthorizedException', 'Incorrect username or password.'))
  const answer = await browser.call('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER' })
  expect(answer).toMatchObject({ status: 400, body: { message: 'Incorrect username or password.' } })
})
