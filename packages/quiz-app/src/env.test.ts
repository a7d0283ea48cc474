import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'

import { readEnv } from './env.ts'

const committed = parseEnv(readFileSync(join(import.meta.dirname, '../.env'), 'utf8'))

test('the committed configuration is usable and is not production', () => {
  expect(readEnv(committed)).toEqual({
    apiUrl: '/api',
    identityEndpoint: '/cognito-idp/',
    userPoolId: 'local_Pool1',
    clientId: 'web',
    productName: 'Revisa',
    reportEmail: '',
    isProduction: false,
    authFlow: 'USER_SRP_AUTH',
  })
})

test.each(['VITE_API_URL', 'VITE_USER_POOL_ID', 'VITE_CLIENT_ID'])('a missing %s is named', (name) => {
  expect(() => readEnv({ ...committed, [name]: undefined })).toThrow(name)
})

test('reports go to an address or nowhere', () => {
  expect(readEnv({ ...committed, VITE_REPORT_EMAIL: 'erros@escola.br' }).reportEmail).toBe('erros@escola.br')
  expect(readEnv({ ...committed, VITE_REPORT_EMAIL: '' }).reportEmail).toBe('')
  expect(() => readEnv({ ...committed, VITE_REPORT_EMAIL: 'a escola' })).toThrow('VITE_REPORT_EMAIL')
})

test('an unknown sign-in flow is named', () => {
  expect(() => readEnv({ ...committed, VITE_AUTH_FLOW: 'MAGIC' })).toThrow('VITE_AUTH_FLOW')
})
