import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'

import { call, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import { startEmulator } from '../index.ts'

const OUTBOX = 'http://127.0.0.1:9339/_emulator/outbox'
const forgot = ['ForgotPassword', { ClientId: 'web', Username: 'ana' }] as const

async function readOutbox(headers: Record<string, string>, options = {}): Promise<Response> {
  const emulator = createTestEmulator({}, options)
  await call(emulator, ...forgot)
  return emulator.fetch(new Request(OUTBOX, { headers }))
}

test.each([
  ['a request from a program', {}],
  ['a request for an address that the user typed', { 'sec-fetch-site': 'none' }],
  ['a request from a page of the emulator', { 'sec-fetch-site': 'same-origin' }],
  ['a request to localhost', { host: 'localhost:9339' }],
  ['a request to LOCALHOST with a trailing dot', { host: 'LOCALHOST.:9339' }],
  ['a request to a subdomain of localhost', { host: 'pool.localhost' }],
  ['a request to an IP address', { host: '192.168.1.5:9339' }],
  ['a request to an IPv6 address', { host: '[::1]:9339' }],
  ['a request to an IPv4-mapped IPv6 address', { host: '[::ffff:127.0.0.1]' }],
  ['a request to an allowed host', { host: 'pool.test' }],
])('%s can read the outbox', async (_who, headers) => {
  const response = await readOutbox(headers, { allowedHosts: ['pool.test'] })
  expect(await response.json()).toHaveLength(1)
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
})

test.each([
  [{ host: 'evil.example.com:9339' }, 421],
  [{ host: 'EVIL.example.com.' }, 421],
  [{ host: 'localhost.evil.example.com' }, 421],
  [{ host: '127.0.0.1.evil.example.com' }, 421],
  [{ host: 'notlocalhost' }, 421],
  [{ host: 'evil.example.com', 'sec-fetch-site': 'same-origin' }, 421],
  [{ host: 'cognito-idp.us-east-1.amazonaws.com' }, 421],
  [{ host: 'evil.auth.us-east-1.amazoncognito.com' }, 421],
  [{ host: 'cognito-idp.us-east-1.amazonaws.com.evil.example.com' }, 421],
  [{ host: 'localhost@evil.example.com' }, 400],
  [{ host: 'localhost/evil.example.com' }, 400],
  [{ host: '127.x.0.1' }, 400],
  [{ host: '[::1%25lo]' }, 400],
  [{ host: '' }, 400],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'http://localhost:5173' }, 403],
])('a request with the headers %j cannot read the outbox and gets status %d', async (headers, status) => {
  const response = await readOutbox(headers)
  expect(response.status).toBe(status)
  expect(await response.text()).not.toContain('"code"')
})

test('a page on another site cannot read the outbox, even with the administrator key', async () => {
  const key = { 'x-emulator-admin-key': 'chave' }
  const response = await readOutbox({ ...key, 'sec-fetch-site': 'cross-site' }, { adminKey: 'chave' })
  expect(response.status).toBe(403)
})

test('a preflight request to the controls is rejected', async () => {
  const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'DELETE' }
  const response = await createTestEmulator().fetch(new Request(OUTBOX, { method: 'OPTIONS', headers }))
  expect(response.status).toBe(403)
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
})

test('a page on another site cannot call AdminGetUser, even if the request has no Origin header', async () => {
  const getAna = call(
    createTestEmulator(),
    'AdminGetUser',
    { UserPoolId: POOL_ID, Username: 'ana' },
    { 'sec-fetch-site': 'cross-site' },
  )
  await expect(getAna).rejects.toMatchObject({ code: 'AccessDeniedException' })
})

test("with sameOrigin, requests to the service's host names are rejected unless allowedHosts contains the name", async () => {
  const host = 'cognito-idp.us-east-1.amazonaws.com'
  const ask = (allowedHosts: string[]) =>
    createTestEmulator({}, { sameOrigin: true, allowedHosts }).fetch(
      new Request(`http://127.0.0.1/${POOL_ID}/.well-known/openid-configuration`, { headers: { host } }),
    )
  expect((await ask([])).status).toBe(421)
  expect((await ask([host])).status).toBe(200)
})

test('a listening emulator rejects requests that name a foreign host in the target or in the Host header', async () => {
  const emulator = await startEmulator({ userPools: [{ id: POOL_ID, clients: [{ id: 'web' }] }] })
  const ask = async (path: string, host: string): Promise<IncomingMessage> => {
    const [response] = (await once(request(emulator.url, { path, headers: { host } }).end(), 'response')) as [
      IncomingMessage,
    ]
    return response
  }
  const keys = `/${POOL_ID}/.well-known/jwks.json`
  for (const path of ['/', keys, '/_emulator/outbox', '/nothing']) {
    expect((await ask(path, 'evil.example.com')).statusCode).toBe(421)
  }
  expect((await ask('http://evil.example.com/_emulator/outbox', '127.0.0.1')).statusCode).toBe(421)
  expect((await ask('/_emulator/outbox', '127.x.0.1')).statusCode).toBe(400)
  expect(await json(await ask('/_emulator/outbox', 'localhost'))).toEqual([])
  const serviceHost = 'cognito-idp.us-east-1.amazonaws.com'
  expect((await ask(keys, serviceHost)).statusCode).toBe(200)
  expect((await ask('/_emulator/outbox', serviceHost)).statusCode).toBe(421)
  await emulator.close()
})
