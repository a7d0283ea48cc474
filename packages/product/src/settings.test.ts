import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'

test('by default the product listens on port 8080 and accepts connections only from this machine', () => {
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

test.each(['http', '80.5', '-1', '65536', ' 80'])(
  'readSettings rejects PORT=%s with an error that says how to fix it',
  (PORT) => {
    expect(() => readSettings({ PORT })).toThrow(/^PORT is ".*", but .* Try: PORT=8081 npm start$/)
  },
)

test('the identity service accepts the bound host and the listed hosts', () => {
  const { allowedHosts } = readSettings({ HOST: '10.0.0.7', ALLOWED_HOSTS: 'escola.test, sala.test' })
  expect(allowedHosts).toEqual(['10.0.0.7', 'escola.test', 'sala.test'])
})

test('an IPv6 address in HOST is allowed in brackets, as browsers send it in `Host`', () => {
  expect(readSettings({ HOST: '2001:db8::7' }).allowedHosts).toEqual(['[2001:db8::7]'])
})

test("a wildcard in HOST allows this machine's addresses as `Host`", () => {
  expect(readSettings({ HOST: '0.0.0.0' }).allowedHosts).toContain('127.0.0.1')
})

test('the app may call the origins in CONNECT_SOURCES', () => {
  const CONNECT_SOURCES = 'https://api.example.com, http://127.0.0.1:*'
  expect(readSettings({ CONNECT_SOURCES }).connectSources).toEqual(['https://api.example.com', 'http://127.0.0.1:*'])
})

test.each(['api.example.com', 'https://api.example.com/v1', '*', "'unsafe-inline'", 'https://a.example; script-src *'])(
  'readSettings rejects CONNECT_SOURCES=%s with an error that says how to fix it',
  (CONNECT_SOURCES) => {
    expect(() => readSettings({ CONNECT_SOURCES })).toThrow(
      /^CONNECT_SOURCES contains ".*", which is not an origin\. .* Try: .* npm start$/,
    )
  },
)

test('TRUSTED_PROXIES accepts addresses and ranges', () => {
  expect(readSettings({ TRUSTED_PROXIES: '10.0.0.7, fd00::/8' }).trustedProxies).toEqual(['10.0.0.7', 'fd00::/8'])
})

test.each(['proxy.example.com', '10.0.0.7:80', '10.0.0.0/33'])(
  'readSettings rejects TRUSTED_PROXIES=%s with an error that says how to fix it',
  (TRUSTED_PROXIES) => {
    expect(() => readSettings({ TRUSTED_PROXIES })).toThrow(
      `TRUSTED_PROXIES contains "${TRUSTED_PROXIES}", which is not an IP address or CIDR range. Try: TRUSTED_PROXIES=10.0.0.0/8 npm start`,
    )
  },
)

test('origins in ALLOWED_ORIGINS may write, and their hosts are accepted as `Host`', () => {
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
])('readSettings rejects ALLOWED_ORIGINS=%s with an error that says how to fix it', (ALLOWED_ORIGINS) => {
  expect(() => readSettings({ ALLOWED_ORIGINS })).toThrow(
    /^ALLOWED_ORIGINS contains ".*", which is not an origin\. .* Try: .* npm start$/,
  )
})

test('readSettings rejects STORE=redis:quiz with an error that says how to fix it', () => {
  expect(() => readSettings({ STORE: 'redis:quiz' })).toThrow(/^STORE is "redis:quiz", but .*dynamodb:TABLE/)
})
