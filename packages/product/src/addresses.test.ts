import { expect, test } from 'vitest'

import { localUrl, networkUrls, ownUrl, reachableAddresses } from './addresses.ts'

const NETWORKS = [
  { address: '127.0.0.1' },
  { address: '::1', scopeid: 0 },
  { address: '192.0.2.7' },
  { address: '2001:db8::7', scopeid: 0 },
  { address: 'fe80::7', scopeid: 2 },
]

test('a server on 0.0.0.0 is reachable at all IPv4 addresses, and a server on :: also at all IPv6 addresses that browsers can open', () => {
  expect(reachableAddresses('0.0.0.0', NETWORKS)).toEqual(['127.0.0.1', '192.0.2.7'])
  expect(reachableAddresses('::', NETWORKS)).toEqual(['127.0.0.1', '::1', '192.0.2.7', '2001:db8::7'])
})

test('networkUrls returns URLs that other devices can open', () => {
  expect(networkUrls('0.0.0.0', 8080, NETWORKS)).toEqual(['http://192.0.2.7:8080'])
  expect(networkUrls('::', 8080, NETWORKS)).toEqual(['http://192.0.2.7:8080', 'http://[2001:db8::7]:8080'])
  expect(networkUrls('192.0.2.7', 8080, NETWORKS)).toEqual(['http://192.0.2.7:8080'])
})

test('networkUrls returns an empty list for a server that only this machine can reach', () => {
  for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
    expect(networkUrls(host, 8080, NETWORKS)).toEqual([])
})

test('localUrl replaces 127.0.0.1 and wildcard addresses with localhost, and keeps other addresses', () => {
  expect(localUrl('127.0.0.1', 8080)).toBe('http://localhost:8080')
  expect(localUrl('0.0.0.0', 8080)).toBe('http://localhost:8080')
  expect(localUrl('127.0.0.2', 8080)).toBe('http://127.0.0.2:8080')
  expect(localUrl('2001:db8::7', 8080)).toBe('http://[2001:db8::7]:8080')
})

test.each([
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
  ['192.0.2.7', 'http://192.0.2.7:8080'],
])('if the server listens on %s, ownUrl returns %s', (host, url) => {
  expect(ownUrl(host, 8080)).toBe(url)
})
