import { afterEach, expect, test, vi } from 'vitest'

import { isOutOfReach } from './out-of-reach.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['https://api.example.com/', true],
  ['https://localhost.example.com/api', true],
  ['http://localhost:8080/api', false],
  ['http://127.0.0.1:8080/api', false],
  ['http://[::1]:8080/api', false],
])('without a network %s is out of reach: %s', (apiUrl, expected) => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(isOutOfReach(apiUrl)).toBe(expected)
})

test('a relative address is where the page is', () => {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('location', { href: 'https://revisa.example.com/home' })
  expect(isOutOfReach('/api')).toBe(true)
  vi.stubGlobal('location', { href: 'http://localhost:8080/home' })
  expect(isOutOfReach('/api')).toBe(false)
})

test('with a network nothing is out of reach', () => {
  vi.stubGlobal('navigator', { onLine: true })
  expect(isOutOfReach('https://api.example.com/')).toBe(false)
})
