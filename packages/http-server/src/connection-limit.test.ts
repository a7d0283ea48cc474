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

/** Starts a server that closes connections that `limitConnections` does not admit. */
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

/** Opens a connection. @returns the connection, or null if the server closes it */
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

test('each address has its own connection limit', async () => {
  await listen(2)
  expect(await open('127.0.0.1')).not.toBeNull()
  expect(await open('127.0.0.1')).not.toBeNull()
  expect(await open('127.0.0.1')).toBeNull()
  expect(await open('127.0.0.2')).not.toBeNull()
})

test('after a connection is closed, another connection from the same address is admitted', async () => {
  await listen(1)
  const first = await open('127.0.0.1')
  expect(await open('127.0.0.1')).toBeNull()
  first?.destroy()
  await expect.poll(async () => await open('127.0.0.1')).not.toBeNull()
  expect(await open('127.0.0.1')).toBeNull()
})

/** Creates a fake connection from the given address, with only the members that the limit uses. */
function connectionFrom(remoteAddress: string | undefined): Socket {
  return Object.assign(new EventEmitter(), { remoteAddress }) as Socket
}

test.each([
  ['an IPv4-mapped IPv6 address and its IPv4 address', '::ffff:10.0.0.7', '10.0.0.7'],
  ['an upper-case IPv4-mapped IPv6 address and its IPv4 address', '::FFFF:10.0.0.7', '10.0.0.7'],
  ['unknown addresses', undefined, undefined],
])('connections from %s count towards the same limit', (_what, first, second) => {
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
  ['fd00::/8', 'fd12::1', true],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['fd00::/8', '2001:db8::1', false],
  ['fd00::/8', '10.0.0.7', false],
])('if %s is exempt, the limit check for a second connection from %s returns %s', (range, address, isExempt) => {
  const isAdmitted = limitConnections(1, ['192.0.2.1', range])
  expect(isAdmitted(connectionFrom(address))).toBe(true)
  expect(isAdmitted(connectionFrom(address))).toBe(isExempt)
})

test('connections from an unknown address are not exempt, even if all IPv4 addresses are', () => {
  const isAdmitted = limitConnections(1, ['0.0.0.0/0'])
  expect(isAdmitted(connectionFrom(undefined))).toBe(true)
  expect(isAdmitted(connectionFrom(undefined))).toBe(false)
})

test.each(['10.0.0.0/8', '10.0.0.7', '::1', 'fd00::/8', '::ffff:10.0.0.7', '0.0.0.0/0'])(
  'isAddressRange accepts %s',
  (text) => {
    expect(isAddressRange(text)).toBe(true)
  },
)

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
])('isAddressRange rejects "%s"', (text) => {
  expect(isAddressRange(text)).toBe(false)
  expect(() => limitConnections(1, [text])).toThrow(`"${text}" is not an IP address or CIDR range.`)
})
