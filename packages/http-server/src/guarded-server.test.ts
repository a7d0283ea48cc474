import { rawRequest, sendRaw } from '@cognito-srp/testing/raw-http'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'

import { createGuardedServer } from './guarded-server.ts'

const HEADERS = { 'X-Content-Type-Options': 'nosniff', 'X-Guard': 'on' }
const LONG = {
  headMs: 60_000,
  requestMs: 60_000,
  standstillMs: 60_000,
  headBytes: 16_384,
  connections: 100,
  connectionsPerAddress: 100,
}
const HOST = 'Host: localhost'

let server: Server

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => {
    server.close(done)
  })
})

/** Starts a server that echoes its requests. @returns its address */
async function listen(limits: Partial<typeof LONG> = {}, respond: RequestListener = echo): Promise<string> {
  server = createGuardedServer(respond, { headers: HEADERS, limits: { ...LONG, ...limits } })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const echo: RequestListener = (request, response) => void response.end(`${request.method} ${request.url}`)

async function open(url: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  return socket
}

test.each([
  ['a valid request', rawRequest('GET /a', [HOST]), 200],
  ['a request with an ignored Upgrade header', rawRequest('GET /a', [HOST, 'Upgrade: h2c']), 200],
  ['a request without Host', rawRequest('GET /', []), 400],
  ['an empty Host', rawRequest('GET /', ['Host:']), 400],
  ['two Hosts', rawRequest('GET /', [HOST, 'host: example.com']), 400],
  ['the same Host twice', rawRequest('GET /', [HOST, HOST]), 400],
  ['an invalid IP address as Host', rawRequest('GET /', ['Host: 127.x.0.1']), 400],
  ['an invalid port', rawRequest('GET /', ['Host: localhost:99999']), 400],
  ['a Host with a user name', rawRequest('GET /', ['Host: a@localhost']), 400],
  ['a Host with a path', rawRequest('GET /', ['Host: localhost/a']), 400],
  ['markup as Host', rawRequest('GET /', ['Host: <b>']), 400],
  ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n\r\n', 400],
  ['a line that is not HTTP', 'nonsense\r\n\r\n', 400],
  ['a control character in the path', rawRequest('GET /\x01', [HOST]), 400],
  ['lines without CR', 'GET / HTTP/1.1\nHost: localhost\n\n', 400],
  [
    'both Transfer-Encoding and Content-Length',
    rawRequest('POST /', [HOST, 'Transfer-Encoding: chunked', 'Content-Length: 3'], '0\r\n\r\n'),
    400,
  ],
  ['a long head', rawRequest('GET /', [HOST, `X: ${'x'.repeat(20_000)}`]), 431],
  ['a long path', rawRequest(`GET /${'a'.repeat(20_000)}`, [HOST]), 431],
  ['TRACE', rawRequest('TRACE /', [HOST]), 405],
  ['CONNECT', rawRequest('CONNECT example.com:443', [HOST]), 405],
  ['an unsupported expectation', rawRequest('GET /', [HOST, 'Expect: 200-ok']), 417],
])('the response to %s has the configured headers', async (_what, bytes, status) => {
  const answer = await sendRaw(await listen(), bytes)
  expect(answer).toMatchObject({ status })
  expect(Object.fromEntries(answer.headers)).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-guard': 'on' })
})

test('a truncated body gets a 400 response with the configured headers, and the server keeps running', async () => {
  const url = await listen({}, (request, response) => {
    request.on('end', () => response.end('whole')).resume()
  })
  const broken = await sendRaw(url, rawRequest('POST /', [HOST, 'Content-Length: 9'], 'half'), { hangUp: true })
  expect(broken.status).toBe(400)
  expect(broken.headers.get('X-Guard')).toBe('on')
  expect((await fetch(url, { method: 'POST', body: 'all' })).status).toBe(200)
})

test('if a body is invalid and the response has already started, the server does not send a second response head', async () => {
  const url = await listen({}, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 10 })
    response.write('begun')
  })
  const socket = await open(url)
  socket.write(`POST / HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: chunked\r\n\r\n`)
  await once(socket, 'data')
  socket.write('nonsense\r\n\r\n')
  expect(await text(socket).catch(() => '')).not.toContain('HTTP/1.1')
})

test('invalid input after a request is not rejected until the pending response has ended', async () => {
  let end = () => {}
  const url = await listen({}, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 10 })
    response.write('begun')
    end = () => response.end('ended')
  })
  const socket = await open(url)
  socket.write(`GET / HTTP/1.1\r\n${HOST}\r\n\r\n`)
  await once(socket, 'data')
  socket.write('nonsense\r\n\r\n')
  await sendRaw(url, 'nonsense\r\n\r\n') // read later than the line before
  end()
  expect(await text(socket)).toMatch(/^endedHTTP\/1\.1 400 /)
})

test.each([
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nHost: loc'],
])('a client that sends %s gets 408 after the time limit', async (_what, bytes) => {
  const socket = await open(await listen({ headMs: 50 }))
  if (bytes !== '') socket.write(bytes)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*X-Guard: on/s)
})

test('a request whose body never ends gets 408 after the time limit', async () => {
  const socket = await open(await listen({ headMs: 50, requestMs: 50 }, () => {}))
  socket.write(`POST / HTTP/1.1\r\n${HOST}\r\nContent-Length: 9\r\n\r\nhalf`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*X-Guard: on/s)
})

test('a connection without traffic is closed', async () => {
  const socket = await open(await listen({ standstillMs: 50 }, () => {}))
  socket.write(`GET / HTTP/1.1\r\n${HOST}\r\n\r\n`)
  expect(await text(socket)).toBe('')
})

test('while the maximum number of connections is open, the server closes new connections', async () => {
  const url = await listen({ connections: 2 })
  const held = [await open(url), await open(url)]
  expect((await sendRaw(url, rawRequest('GET /', [HOST]))).status).toBe(0)
  for (const socket of held) socket.destroy()
  await expect.poll(async () => (await sendRaw(url, rawRequest('GET /', [HOST]))).status).toBe(200)
})

test('the server accepts a new client while another address has its maximum number of connections open', async () => {
  const url = await listen({ connections: 4, connectionsPerAddress: 2 })
  const held = [await open(url, '127.0.0.2'), await open(url, '127.0.0.2')]
  const refused = await open(url, '127.0.0.2')
  expect(await text(refused).catch(() => '')).toBe('')
  expect((await sendRaw(url, rawRequest('GET /', [HOST]))).status).toBe(200)
  for (const socket of held) socket.destroy()
})
