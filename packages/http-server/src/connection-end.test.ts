import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'

import {
  arrivals,
  echo,
  echoesOf,
  type Exchange,
  exchanges,
  get,
  listen,
  MEGABYTE,
  NEXT,
  open,
  port,
  server,
} from '../test/paced-server.ts'
import { stopServer } from './guarded-server.ts'

afterEach(() => stopServer(server))

test('a client that half-closes the connection after two requests gets both responses', async () => {
  await listen(echo)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.end(get('/1') + get('/2'))
  expect(await echoesOf(socket)).toEqual(['<GET /1 >', '<GET /2 >'])
})

test('the response emits close if the client disconnects during the request', async () => {
  await listen()
  const socket = await open()
  socket.write(get('/'))
  await arrivals(1)
  socket.destroy()
  const [{ response }] = exchanges as [Exchange]
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
})

test('pipelined requests from a client that has disconnected do not reach the handler', async () => {
  await listen()
  const socket = await open()
  socket.write(get('/1') + get('/2') + get('/3'))
  await arrivals(1)
  socket.resetAndDestroy()
  exchanges[0]?.response.end('x'.repeat(MEGABYTE))
  await expect.poll(async () => new Promise((done) => server.getConnections((_error, count) => done(count)))).toBe(0)
  expect(exchanges).toHaveLength(1)
})

test('an idle keep-alive connection is closed after its timeout', async () => {
  await listen(echo)
  server.keepAliveTimeout = 1
  server.keepAliveTimeoutBuffer = 1
  const socket = await open()
  socket.write(get('/'))
  expect(await echoesOf(socket)).toEqual(['<GET / >'])
})

test('response.setTimeout calls its callback when the connection has been idle for the given time', async () => {
  await listen((_request, response) => {
    response.setTimeout(20, () => response.end('<late>'))
  })
  const socket = await open()
  socket.write(NEXT)
  expect(await echoesOf(socket)).toEqual(['<late>'])
})

test('stopServer closes idle connections and lets a request in flight finish', async () => {
  await listen()
  const idle = await open()
  idle.write(get('/idle'))
  await arrivals(1)
  exchanges[0]?.response.end('<idle>')
  const busy = await open()
  busy.write(NEXT)
  await arrivals(2)
  const stopped = stopServer(server, 60_000)
  expect(await echoesOf(idle)).toEqual(['<idle>'])
  exchanges[1]?.response.end('<done>')
  expect(await echoesOf(busy)).toEqual(['<done>'])
  await stopped
})

test('stopServer closes connections that are still open after the grace period', async () => {
  await listen()
  const socket = await open()
  socket.write(get('/'))
  await arrivals(1)
  const closed = text(socket)
  await stopServer(server, 20)
  expect(await closed).toBe('')
})
