import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'

test('without variables the product listens on port 8080 of this machine only', () => {
  expect(readSettings({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataFolder: resolve('.data'),
    allowedHosts: ['127.0.0.1'],
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

test('a store of another kind is refused', () => {
  expect(() => readSettings({ STORE: 'redis:quiz' })).toThrow(/^STORE is "redis:quiz", but .*dynamodb:TABLE/)
})
