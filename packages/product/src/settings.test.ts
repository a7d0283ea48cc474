import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'

test('without variables the product listens on port 8080 of this machine only', () => {
  expect(readSettings({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataFolder: resolve('.data'),
    allowedHosts: ['127.0.0.1'],
    allowedOrigins: [],
    connectSources: [],
    trustedProxies: [],
    store: `sqlite:${resolve('.data/quiz.sqlite')}`,
  })
})

test.each(['http', '80.5', '-1', '65536', ' 80'])('PORT=%s is refused with the remedy', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(/^PORT is ".*", but .* Try: PORT=8081 npm start$/)
})

test('hosts that may name the identity service are the bound one and those listed', () => {
  const { allowedHosts } = readSettings({ HOST: '10.0.0.7', ALLOWED_HOSTS: 'escola.test, sala.test' })
  expect(allowedHosts).toEqual(['10.0.0.7', 'escola.test', 'sala.test'])
})

test('an address of IPv6 is allowed as browsers name it in `Host`', () => {
  expect(readSettings({ HOST: '2001:db8::7' }).allowedHosts).toEqual(['[2001:db8::7]'])
})

test('a wildcard host allows the addresses of this machine', () => {
  expect(readSettings({ HOST: '0.0.0.0' }).allowedHosts).toContain('127.0.0.1')
})

test('the app may call the origins that are listed', () => {
  const CONNECT_SOURCES = 'https://api.example.com, http://127.0.0.1:*'
  expect(readSettings({ CONNECT_SOURCES }).connectSources).toEqual(['https://api.example.com', 'http://127.0.0.1:*'])
})

test.each(['api.example.com', 'https://api.example.com/v1', '*', "'unsafe-inline'", 'https://a.example; script-src *'])(
  'CONNECT_SOURCES=%s is refused with the remedy',
  (CONNECT_SOURCES) => {
    expect(() => readSettings({ CONNECT_SOURCES })).toThrow(/^CONNECT_SOURCES names ".*", but .* Try: .* npm start$/)
  },
)

test('trusted proxies are addresses and ranges', () => {
  expect(readSettings({ TRUSTED_PROXIES: '10.0.0.7, fd00::/8' }).trustedProxies).toEqual(['10.0.0.7', 'fd00::/8'])
})

test.each(['proxy.example.com', '10.0.0.7:80', '10.0.0.0/33'])(
  'TRUSTED_PROXIES=%s is refused with the remedy',
  (TRUSTED_PROXIES) => {
    expect(() => readSettings({ TRUSTED_PROXIES })).toThrow(
      `TRUSTED_PROXIES names "${TRUSTED_PROXIES}", but expected IP addresses or CIDR ranges. Try: TRUSTED_PROXIES=10.0.0.0/8 npm start`,
    )
  },
)

test('pages of the origins that are listed may write, whichever name the proxy before the product asks by', () => {
  const { allowedOrigins, allowedHosts } = readSettings({
    ALLOWED_ORIGINS: 'https://escola.test, http://10.0.0.7:8443',
  })
  expect(allowedOrigins).toEqual(['https://escola.test', 'http://10.0.0.7:8443'])
  expect(allowedHosts).toEqual(['127.0.0.1', 'escola.test', '10.0.0.7'])
})

test.each([
  'revisa.escola.test',
  'https://revisa.escola.test/',
  'https://Escola.test',
  'https://escola.test:443',
  '*',
  'null',
])('ALLOWED_ORIGINS=%s is refused with the remedy', (ALLOWED_ORIGINS) => {
  expect(() => readSettings({ ALLOWED_ORIGINS })).toThrow(/^ALLOWED_ORIGINS names ".*", but .* Try: .* npm start$/)
})

test('a store of another kind is refused', () => {
  expect(() => readSettings({ STORE: 'redis:quiz' })).toThrow(/^STORE is "redis:quiz", but .*dynamodb:TABLE/)
})
