import { rawRequest } from '@cognito-srp/testing/raw-http'
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'

import {
  arrivals,
  CRLF,
  echo,
  echoesOf,
  type Exchange,
  exchanges,
  get,
  HOST,
  listen,
  MEGABYTE,
  NEXT,
  open,
  port,
  post,
  postInChunks,
  roundTrip,
  server,
} from '../test/paced-server.ts'
import { stopServer } from './guarded-server.ts'

afterEach(() => stopServer(server))

test('100 pipelined requests in one write reach the handler one at a time and get their responses in order', async () => {
  await listen()
  const socket = await open()
  const paths = Array.from({ length: 100 }, (_, index) => `/${index}`)
  socket.write(paths.map((path) => get(path, ...(path === '/99' ? ['Connection: close'] : []))).join(''))
  for (const [index, path] of paths.entries()) {
    await arrivals(index + 1)
    if (index % 33 === 0) await roundTrip()
    expect(exchanges.map(({ request }) => request.url)).toEqual(paths.slice(0, index + 1))
    exchanges[index]?.response.end(`<${path}>`)
  }
  expect(await echoesOf(socket)).toEqual(paths.map((path) => `<${path}>`))
})

test.each([
  ['a body', post('/', 'hello'), 'POST / hello'],
  ['an empty body', post('/', ''), 'POST / '],
  ['a body with blank lines', post('/', `a${CRLF}${CRLF}b\n\r\nc`), `POST / a${CRLF}${CRLF}b\n\r\nc`],
  ['a body that looks like a request', post('/', get('/inside')), `POST / ${get('/inside')}`],
  ['a chunked body', postInChunks('/', ['hello', ' world']), 'POST / hello world'],
  [
    'a chunked body with blank lines',
    postInChunks('/', [`a${CRLF}${CRLF}`, get('/inside')]),
    `POST / a${CRLF}${CRLF}${get('/inside')}`,
  ],
  ['trailers', postInChunks('/', ['hello'], 'X-Check: 1'), 'POST / hello'],
  ['leading empty lines', CRLF + CRLF + get('/'), 'GET / '],
])(
  'a request with %s and the next request get separate responses, whether they arrive in one write or byte by byte',
  async (_what, bytes, echoed) => {
    let atOnce = 0
    let most = 0
    await listen((request, response) => {
      most = Math.max(most, (atOnce += 1))
      response.on('close', () => (atOnce -= 1))
      echo(request, response)
    })
    const whole = await open()
    whole.write(bytes + NEXT)
    const slow = await open()
    slow.setNoDelay(true)
    expect(await echoesOf(whole)).toEqual([`<${echoed}>`, '<GET /next >'])
    for (const byte of bytes + NEXT) {
      slow.write(byte)
      await new Promise(setImmediate)
    }
    expect(await echoesOf(slow)).toEqual([`<${echoed}>`, '<GET /next >'])
    expect(most).toBe(1)
  },
)

test('a request waits for the response to the previous request, even if the head of the previous request arrived in two reads', async () => {
  await listen()
  const head = get('/first')
  for (const cut of [1, 2, 3, 4]) {
    const before = exchanges.length
    const socket = await open()
    socket.setNoDelay(true)
    socket.write(head.slice(0, -cut))
    await roundTrip()
    socket.write(head.slice(-cut) + get('/second'))
    await arrivals(before + 1)
    await roundTrip()
    expect(exchanges.map(({ request }) => request.url).slice(before)).toEqual(['/first'])
    socket.destroy()
  }
})

test('a body of blank lines is read over many iterations of the event loop, so that other connections are served', async () => {
  let iterations = 0
  await listen((request, response) => {
    const count = () => {
      iterations += 1
      if (!request.complete) setImmediate(count)
    }
    count()
    echo(request, response)
  })
  const socket = await open()
  const body = '\n\r\n'.repeat(10_000)
  socket.write(postInChunks('/', [body]) + NEXT)
  expect(await echoesOf(socket)).toEqual([`<POST / ${body}>`, '<GET /next >'])
  expect(iterations).toBeGreaterThan(500)
})

test('a connection serves the next request after a response that ends before the request body has arrived', async () => {
  await listen((_request, response) => response.end('<early>'))
  const socket = await open()
  socket.write(post('/', 'x'.repeat(MEGABYTE)) + NEXT)
  expect(await echoesOf(socket)).toEqual(['<early>', '<early>'])
  expect(exchanges.map(({ request }) => request.url)).toEqual(['/', '/next'])
})

test('the client is paused while the handler does not read the body, and the whole body arrives once the handler reads it', async () => {
  await listen()
  const socket = await open()
  const body = 'x'.repeat(20 * MEGABYTE)
  let isSent = false
  socket.write(post('/', body, 'Connection: close'), () => (isSent = true))
  await arrivals(1)
  await roundTrip()
  expect(isSent).toBe(false)
  const [{ request, response }] = exchanges as [Exchange]
  expect(await text(request)).toHaveLength(body.length)
  response.end('<read>')
  expect(await echoesOf(socket)).toEqual(['<read>'])
})

test('the handler is paused while the client does not read the response, and the whole response arrives once the client reads it', async () => {
  await listen()
  const socket = await open()
  socket.write(NEXT)
  await arrivals(1)
  const [{ response }] = exchanges as [Exchange]
  const part = Buffer.alloc(MEGABYTE, 'x')
  let parts = 1
  while (response.write(part) || parts < 10) parts += 1
  await roundTrip()
  expect(response.writableNeedDrain).toBe(true)
  const received = text(socket)
  await once(response, 'drain')
  response.end('<end>')
  expect((await received).replaceAll(/[^x]/g, '')).toHaveLength(parts * MEGABYTE)
})

test('a request with Expect: 100-continue gets status 100 before its body is sent, even after a pipelined request', async () => {
  await listen(echo)
  const socket = await open()
  const [head = '', body] = post('/', 'hello', 'Expect: 100-continue', 'Connection: close').split(/(?<=\r\n\r\n)/)
  socket.write(get('/first') + head)
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  await expect.poll(() => received).toContain('HTTP/1.1 100 Continue')
  expect(received).toContain('<GET /first >')
  socket.write(body ?? '')
  await once(socket, 'close')
  expect(received).toContain('<POST / hello>')
})

test("Node's HTTP client reuses its connection for many requests with bodies", async () => {
  await listen(echo)
  const sockets = new Set<Socket>()
  const bodies = Array.from({ length: 20 }, (_, index) => `${index}\r\n\r\n`.repeat(index * 10))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (const body of bodies) {
    const request = httpRequest({ port, agent, method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(await text(response)).toBe(`<POST / ${body}>`)
    sockets.add(response.socket)
  }
  agent.destroy()
  expect(sockets.size).toBe(1)
})

test('a pipelined CONNECT request is rejected only after the response to the previous request', async () => {
  await listen(echo)
  const socket = await open()
  socket.write(get('/first') + rawRequest('CONNECT example.com:443', [HOST]) + get('/inside'))
  const received = await text(socket)
  expect(received).toMatch(/<GET \/first >HTTP\/1\.1 405 /)
  expect(received).not.toContain('inside')
})

test('a request with an Upgrade header and the next request get normal HTTP responses', async () => {
  await listen(echo)
  const socket = await open()
  socket.write(get('/first', 'Connection: Upgrade', 'Upgrade: websocket') + NEXT)
  expect(await echoesOf(socket)).toEqual(['<GET /first >', '<GET /next >'])
})

test("the handler can read the peer's address", async () => {
  await listen((request, response) => response.end(`<${request.socket.remoteAddress}>`))
  const socket = await open()
  socket.write(NEXT)
  expect(await echoesOf(socket)).toEqual(['<127.0.0.1>'])
})
