import { afterEach, expect, test, vi } from 'vitest'

import { addressOf, isForeign } from './gateway-address.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/api', '/api/stats'],
  ['/api/', '/api/stats'],
  ['/', '/stats'],
  ['https://gateway.example', 'https://gateway.example/stats'],
  ['https://gateway.example/', 'https://gateway.example/stats'],
  ['https://gateway.example/v1//', 'https://gateway.example/v1/stats'],
  ['https://gateway.example/v1?key=a/b?c', 'https://gateway.example/v1/stats?key=a/b?c'],
  ['https://gateway.example/?stage=prod', 'https://gateway.example/stats?stage=prod'],
  ['/api?', '/api/stats'],
])('for the base address %s, /stats is at %s', (baseUrl, address) => {
  expect(addressOf(baseUrl, '/stats')).toBe(address)
})

test.each([
  ['/api', false],
  ['https://app.example.com/api', false],
  ['//app.example.com/api', false],
  ['https://api.example.com', true],
  ['//api.example.com', true],
  ['http://app.example.com/api', true],
  ['https://app.example.com:8443/api', true],
])('for a page at https://app.example.com/home and the address %s, isForeign returns %s', (baseUrl, expected) => {
  vi.stubGlobal('location', new URL('https://app.example.com/home'))
  expect(isForeign(baseUrl)).toBe(expected)
})
