import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'

import { call, createTestEmulator, POOL_ID } from '../../test/caller.ts'

const TARGET = 'AWSCognitoIdentityProviderService.InitiateAuth'

function post(body: string, headers: Record<string, string> = {}, url = 'http://localhost:8080/'): Request {
  const contentType = 'application/x-amz-json-1.1'
  return new Request(url, {
    method: 'POST',
    body,
    headers: { 'content-type': contentType, 'x-amz-target': TARGET, ...headers },
  })
}

const wrongPassword = JSON.stringify({
  AuthFlow: 'USER_PASSWORD_AUTH',
  ClientId: 'web',
  AuthParameters: { USERNAME: 'ana', PASSWORD: 'Senha-999' },
})

test('an error response contains the name and message of the exception in its body and headers', async () => {
  const response = await createTestEmulator().fetch(post(wrongPassword))
  expect(response.status).toBe(400)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/x-amz-json-1.1',
    'x-amzn-errortype': 'NotAuthorizedException:',
    'x-amzn-errormessage': 'Incorrect username or password.',
    'x-amzn-requestid': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'access-control-allow-origin': '*',
  })
  expect(await response.json()).toEqual({
    __type: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
})

test('a preflight request from another origin succeeds', async () => {
  const headers = { origin: 'https://quiz.example.com', 'access-control-request-headers': 'x-amz-target,content-type' }
  const response = await createTestEmulator().fetch(new Request('http://127.0.0.1/', { method: 'OPTIONS', headers }))
  expect(response.ok).toBe(true)
  expect(response.headers.get('access-control-allow-headers')).toBe('x-amz-target,content-type')
})

test.each([
  ['a body that is not JSON', 'nonsense', {}, 'SerializationException'],
  ['a body that is not an object', '[]', {}, 'SerializationException'],
  ['a member of the wrong type', '{"ClientId":7,"AuthFlow":"USER_AUTH"}', {}, 'SerializationException'],
  [
    'an unknown operation',
    '{}',
    { 'x-amz-target': 'AWSCognitoIdentityProviderService.Nonsense' },
    'UnknownOperationException',
  ],
  [
    'a property of Object.prototype as its operation',
    '{}',
    { 'x-amz-target': 'AWSCognitoIdentityProviderService.constructor' },
    'UnknownOperationException',
  ],
  ['a malformed x-amz-target', '{}', { 'x-amz-target': 'nonsense' }, 'UnknownOperationException'],
  ['an unknown client', '{"ClientId":"nobody","AuthFlow":"USER_AUTH"}', {}, 'ResourceNotFoundException'],
])('a request with %s is rejected', async (_case, body, headers, code) => {
  const response = await createTestEmulator().fetch(post(body, headers))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ __type: code, message: expect.stringMatching(/.+/) })
})

test.each([
  [
    {},
    "2 validation errors detected: Value null at 'clientId' failed to satisfy constraint: Member must not be null; Value null at 'username' failed to satisfy constraint: Member must not be null",
  ],
  [
    { ClientId: 'web', Username: '' },
    "Value at 'username' failed to satisfy constraint: Member must have length greater than or equal to 1",
  ],
  [
    { ClientId: 'no spaces', Username: 'ana' },
    "Value at 'clientId' failed to satisfy constraint: Member must satisfy regular expression pattern: ",
  ],
])('ForgotPassword rejects the input %j with an error that lists each invalid member', async (body, message) => {
  await expect(call(createTestEmulator(), 'ForgotPassword', body)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: expect.stringContaining(message),
  })
})

const parameters = (AuthParameters: object) => ({ ClientId: 'web', AuthFlow: 'USER_SRP_AUTH', AuthParameters })
const responses = (ChallengeResponses: object) => ({ ClientId: 'web', ChallengeName: 'PASSWORD', ChallengeResponses })
const long = (length: number) => 'x'.repeat(length)

test.each([
  ['ForgotPassword', { ClientId: 'web', Username: long(129) }, 'username', 128],
  ['InitiateAuth', parameters({ USERNAME: long(129), SRP_A: 'a' }), 'authParameters.USERNAME', 128],
  ['InitiateAuth', parameters({ USERNAME: 'ana', SRP_A: long(1537) }), 'authParameters.SRP_A', 1536],
  ['InitiateAuth', parameters({ USERNAME: 'ana', SECRET_HASH: long(129) }), 'authParameters.SECRET_HASH', 128],
  ['InitiateAuth', parameters({ DEVICE_KEY: `a_${'f'.repeat(54)}` }), 'authParameters.DEVICE_KEY', 55],
  ['RespondToAuthChallenge', responses({ PASSWORD: long(257) }), 'challengeResponses.PASSWORD', 256],
  ['RespondToAuthChallenge', responses({ DEVICE_KEY: `a_${'f'.repeat(54)}` }), 'challengeResponses.DEVICE_KEY', 55],
])('%s rejects the input %j because a member is too long', async (operation, body, member, length) => {
  const message = `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must have length less than or equal to ${length}`
  await expect(call(createTestEmulator(), operation, body)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message,
  })
})

test('a malformed DEVICE_KEY is rejected', async () => {
  const body = parameters({ USERNAME: 'ana', SRP_A: 'abc', DEVICE_KEY: 'my phone' })
  await expect(call(createTestEmulator(), 'InitiateAuth', body)).rejects.toThrow(
    "Value at 'authParameters.DEVICE_KEY' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w-]+_[0-9a-f-]+",
  )
})

test('a null member is treated as missing', async () => {
  const body = { ClientId: 'web', Username: 'ana', SecretHash: null }
  await expect(call(createTestEmulator(), 'ForgotPassword', body)).resolves.toHaveProperty('CodeDeliveryDetails')
})

test('a body larger than 64 kB is rejected', async () => {
  const response = await createTestEmulator().fetch(post(`{"ClientId":"${'x'.repeat(65_536)}"}`))
  expect(response.status).toBe(413)
})

test('a body larger than maxBodyBytes is rejected', async () => {
  const emulator = createTestEmulator({}, { maxBodyBytes: 1000 })
  const response = await emulator.fetch(post(`{"ClientId":"${'x'.repeat(2000)}"}`, { 'content-length': '2020' }))
  expect(response.status).toBe(413)
})

test('the emulator can be mounted at a path of another server, with or without a trailing slash', async () => {
  const emulator = createTestEmulator()
  const site = new Hono().mount('/cognito-idp', (request) => emulator.fetch(request))
  for (const path of ['/cognito-idp', '/cognito-idp/']) {
    const response = await site.request(post(wrongPassword, {}, `http://localhost:8080${path}`))
    expect(await response.json()).toMatchObject({ __type: 'NotAuthorizedException' })
  }
  const keys = await site.request(`http://localhost:8080/cognito-idp/${POOL_ID}/.well-known/jwks.json`)
  expect(keys.status).toBe(200)
})

test('the discovery document contains the issuer', async () => {
  const issuer = `https://cognito-idp.local.amazonaws.com/${POOL_ID}`
  const request = new Request(`http://127.0.0.1/${POOL_ID}/.well-known/openid-configuration`)
  const response = await createTestEmulator().fetch(request)
  expect(await response.json()).toMatchObject({ issuer })
})

test('a request for the JWKS of an unknown pool gets status 400', async () => {
  const request = new Request('http://127.0.0.1/local_Other/.well-known/jwks.json')
  const response = await createTestEmulator().fetch(request)
  expect(response.status).toBe(400)
})

test('the JWKS contains no private key', async () => {
  const response = await createTestEmulator().fetch(new Request(`http://127.0.0.1/${POOL_ID}/.well-known/jwks.json`))
  const { keys } = (await response.json()) as { keys: object[] }
  expect(keys.map((key) => Object.keys(key).toSorted())).toEqual(
    Array.from({ length: 2 }, () => ['alg', 'e', 'kid', 'kty', 'n', 'use']),
  )
})

const getAna = ['AdminGetUser', { UserPoolId: POOL_ID, Username: 'ana' }] as const

test('without an administrator key, administrator operations reject only requests from web pages', async () => {
  const emulator = createTestEmulator()
  await expect(call(emulator, ...getAna)).resolves.toMatchObject({ Username: 'ana' })
  const fromPage = call(emulator, ...getAna, { origin: 'http://localhost:5173' })
  await expect(fromPage).rejects.toMatchObject({ code: 'AccessDeniedException' })
})

test('administrator operations and the controls require the administrator key if one is configured', async () => {
  const emulator = createTestEmulator({}, { adminKey: 'chave' })
  await expect(call(emulator, ...getAna)).rejects.toMatchObject({ code: 'AccessDeniedException' })
  await expect(call(emulator, ...getAna, { 'x-emulator-admin-key': 'outra' })).rejects.toMatchObject({
    code: 'AccessDeniedException',
  })
  await expect(call(emulator, ...getAna, { 'x-emulator-admin-key': 'chave' })).resolves.toMatchObject({
    Username: 'ana',
  })
  const outbox = (headers: Record<string, string>) =>
    emulator.fetch(new Request('http://127.0.0.1/_emulator/outbox', { headers }))
  expect((await outbox({})).status).toBe(403)
  expect((await outbox({ 'x-emulator-admin-key': 'chave' })).status).toBe(200)
})

test.each([
  ['a program on localhost', {}, 400],
  ['a page of the emulator', { host: 'localhost:8080', origin: 'http://localhost:8080' }, 400],
  ['a program that uses an allowed host', { host: 'quiz.test' }, 400],
  ['a page on an allowed origin', { host: 'localhost:8080', origin: 'https://revisa.test' }, 400],
  ['a program that uses a foreign host', { host: 'evil.example.com' }, 421],
  ['a page on another port', { host: 'localhost:8080', origin: 'http://localhost:9999' }, 403],
  ['a page on another site', { host: 'localhost:8080', origin: 'https://evil.example.com' }, 403],
  ['a page with the origin null', { host: 'localhost:8080', origin: 'null' }, 403],
])('with sameOrigin, a request from %s with the headers %j gets status %d', async (_case, headers, status) => {
  const emulator = createTestEmulator(
    {},
    {
      sameOrigin: true,
      allowedHosts: ['quiz.test'],
      allowedOrigins: ['https://revisa.test'],
    },
  )
  const response = await emulator.fetch(post(wrongPassword, headers))
  expect(response.status).toBe(status)
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
})

test('an unexpected error is logged, and the call fails with InternalErrorException and status 500', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const emulator = createTestEmulator()
  await emulator.close()
  await expect(call(emulator, ...getAna)).rejects.toMatchObject({ code: 'InternalErrorException', status: 500 })
  expect(log).toHaveBeenCalledOnce()
})
