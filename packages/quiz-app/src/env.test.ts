import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'

import { readEnv } from './env.ts'

const committed = parseEnv(readFileSync(join(import.meta.dirname, '../.env'), 'utf8'))

test('the committed configuration is valid and is not for production', () => {
  expect(readEnv(committed)).toEqual({
    apiUrl: '/api',
    identityEndpoint: '/cognito-idp/',
    userPoolId: 'local_Pool1',
    clientId: 'web',
    productName: 'Revisa',
    reportEmail: '',
    isProduction: false,
    authFlow: 'USER_SRP_AUTH',
    refreshFlow: 'GetTokensFromRefreshToken',
    signOutMaxAgeSeconds: null,
  })
})

test.each(['VITE_API_URL', 'VITE_USER_POOL_ID', 'VITE_CLIENT_ID'])(
  'the error for a missing %s names the variable',
  (name) => {
    expect(() => readEnv({ ...committed, [name]: undefined })).toThrow(name)
  },
)

test('readEnv accepts only an e-mail address or an empty string as the address for reports', () => {
  expect(readEnv({ ...committed, VITE_REPORT_EMAIL: 'erros@escola.br' }).reportEmail).toBe('erros@escola.br')
  expect(readEnv({ ...committed, VITE_REPORT_EMAIL: '' }).reportEmail).toBe('')
  expect(() => readEnv({ ...committed, VITE_REPORT_EMAIL: 'a escola' })).toThrow('VITE_REPORT_EMAIL')
})

test.each([
  '/',
  '/api',
  '/api/v1/',
  '//gateway.example/v1',
  'https://gateway.example',
  'http://10.0.0.7:8080/v1?key=1',
])('readEnv accepts %s as the address of the API', (VITE_API_URL) => {
  expect(readEnv({ ...committed, VITE_API_URL }).apiUrl).toBe(VITE_API_URL)
})

test.each([
  '',
  'api',
  'gateway.example/v1',
  'ftp://gateway.example',
  'https://me:secret@gateway.example',
  '/api#v1',
  'https://',
])('readEnv rejects the address %j of the API with an error that names the variable', (VITE_API_URL) => {
  expect(() => readEnv({ ...committed, VITE_API_URL })).toThrow('VITE_API_URL: must be a path like "/api" or an http')
})

test.each([
  ['https://revisa.example.com/home', 'rejects', 'http://gateway.example'],
  ['https://revisa.example.com/home', 'accepts', 'https://gateway.example'],
  ['https://revisa.example.com/home', 'accepts', '//gateway.example'],
  ['https://revisa.example.com/home', 'accepts', '/api'],
  ['https://revisa.example.com/home', 'accepts', 'http://localhost:8080/api'],
  ['http://10.0.0.7:8080/home', 'accepts', 'http://gateway.example'],
])('for a page at %s, readEnv %s the API address %s', (pageUrl, verb, VITE_API_URL) => {
  const read = () => readEnv({ ...committed, VITE_API_URL }, pageUrl)
  if (verb === 'rejects') expect(read).toThrow('VITE_API_URL must begin with https')
  else expect(read).not.toThrow()
})

test('readEnv accepts REFRESH_TOKEN_AUTH as the refresh request and rejects an unknown value', () => {
  expect(readEnv({ ...committed, VITE_REFRESH_FLOW: 'REFRESH_TOKEN_AUTH' }).refreshFlow).toBe('REFRESH_TOKEN_AUTH')
  expect(() => readEnv({ ...committed, VITE_REFRESH_FLOW: 'NEVER' })).toThrow('VITE_REFRESH_FLOW')
})

test.each([
  ['', null],
  ['0', 0],
  ['300', 300],
])(
  'the value %j of VITE_SIGN_OUT_MAX_AGE_SECONDS sets the maximum age to %s',
  (VITE_SIGN_OUT_MAX_AGE_SECONDS, seconds) => {
    expect(readEnv({ ...committed, VITE_SIGN_OUT_MAX_AGE_SECONDS }).signOutMaxAgeSeconds).toBe(seconds)
  },
)

test.each(['-1', '1.5', '5m', '1e3'])(
  'readEnv rejects the value %s of VITE_SIGN_OUT_MAX_AGE_SECONDS',
  (VITE_SIGN_OUT_MAX_AGE_SECONDS) => {
    const read = () => readEnv({ ...committed, VITE_SIGN_OUT_MAX_AGE_SECONDS })
    expect(read).toThrow('VITE_SIGN_OUT_MAX_AGE_SECONDS')
  },
)

test('the error for an unknown sign-in flow names the variable', () => {
  expect(() => readEnv({ ...committed, VITE_AUTH_FLOW: 'MAGIC' })).toThrow('VITE_AUTH_FLOW')
})
