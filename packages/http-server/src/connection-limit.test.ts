import { EventEmitter, once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import { isAddressRange, limitConnections } from './connection-limit.ts'

let server = createServer()
let admitted: Socket[] = []

afterEach(() => {
  for (const socket of admitted) socket.destroy()
  server.close()
})

/** Starts a server that closes connections which `limitConnections` does not admit. */
async function listen(limit: number): Promise<void> {
  const isAdmitted = limitConnections(limit, [])
  admitted = []
  server = createServer((socket) => {
    if (isAdmitted(socket)) admitted.push(socket.resume())
    else socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** @returns the connection when the server keeps it, null when the server closes it */
async function open(localAddress: string): Promise<Socket | null> {
  const before = admitted.length
  const { port } = server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, localAddress }).resume()
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => null)
  const kept = expect
    .poll(() => admitted.length, { interval: 5 })
    .toBe(before + 1)
    .then(() => socket)
  return Promise.race([closed, kept])
}

test('an address gets its share of connections, and another address gets a share of its own', async () => {
  await listen(2)
  expect(await open('127.0.0.1')).not.toBeNull()
  expect(await open('127.0.0.1')).not.toBeNull()
  expect(await open('127.0.0.1')).toBeNull()
  expect(await open('127.0.0.2')).not.toBeNull()
})

test('a connection that ends makes room for another one of its address', async () => {
  await listen(1)
  const first = await open('127.0.0.1')
  expect(await open('127.0.0.1')).toBeNull()
  first?.destroy()
  await expect.poll(async () => await open('127.0.0.1')).not.toBeNull()
  expect(await open('127.0.0.1')).toBeNull()
})

/** A connection as far as the limit reads it, from an address that this machine need not have. */
function connectionFrom(remoteAddress: string | undefined): Socket {
  return Object.assign(new EventEmitter(), { remoteAddress }) as Socket
}

test.each([
  ['an IPv4 address as a dual-stack server names it', '::ffff:10.0.0.7', '10.0.0.7'],
  ['an IPv4 address as a dual-stack server names it, in capitals', '::FFFF:10.0.0.7', '10.0.0.7'],
  ['an unknown address', undefined, undefined],
])('%s counts as one address', (_what, first, second) => {
  const isAdmitted = limitConnections(1, [])
  expect([isAdmitted(connectionFrom(first)), isAdmitted(connectionFrom(second))]).toEqual([true, false])
})

test.each([
  ['10.0.0.7', '10.0.0.7', true],
  ['10.0.0.7', '::ffff:10.0.0.7', true],
  ['::ffff:10.0.0.7', '10.0.0.7', true],
  ['10.0.0.7', '10.0.0.8', false],
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', undefined, false],
  ['fd00::/8', 'fd12::1', true],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['fd00::/8', '2001:db8::1', false],
  ['fd00::/8', '10.0.0.7', false],
])('with the exempt range %s a second connection from %s is admitted: %s', (range, address, isExempt) => {
  const isAdmitted = limitConnections(1, ['192.0.2.1', range])
  expect(isAdmitted(connectionFrom(address))).toBe(true)
  expect(isAdmitted(connectionFrom(address))).toBe(isExempt)
})

test.each(['10.0.0.0/8', '10.0.0.7', '::1', 'fd00::/8', '::ffff:10.0.0.7', '0.0.0.0/0'])('%s is a range', (text) => {
  expect(isAddressRange(text)).toBe(true)
})

test.each([
  '',
  'localhost',
  '10.0.0',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '::/129',
  '*',
  '10.0.0.7:80',
  'fe80::1%eth0',
])('"%s" is not a range', (text) => {
  expect(isAddressRange(text)).toBe(false)
  expect(() => limitConnections(1, [text])).toThrow(`"${text}" is not an IP address or CIDR range.`)
})
