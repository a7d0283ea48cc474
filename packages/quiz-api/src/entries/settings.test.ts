import { expect, test } from 'vitest'

import { createConfiguredApi, readApiSettings, readServerSettings, readStoreSettings } from './settings.ts'

const ISSUER = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Pool1'
const GOOD = { STORE: 'sqlite:quiz.sqlite', ISSUER, CLIENT_IDS: 'web, ios' }

test('only STORE, ISSUER and CLIENT_IDS are required', () => {
  expect(readServerSettings(GOOD)).toEqual({
    STORE: 'sqlite:quiz.sqlite',
    CREATE_TABLE: false,
    ISSUER: [ISSUER],
    CLIENT_IDS: ['web', 'ios'],
    CHECK_REVOCATION: false,
    BASE_PATH: '',
    SECURE_COOKIES: true,
    PORT: 8_081,
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    ALLOWED_ORIGINS: [],
    TRUSTED_PROXIES: [],
  })
})

test('ALLOWED_ORIGINS is a comma-separated list', () => {
  const ALLOWED_ORIGINS = 'https://revisa.example.com, http://localhost:8080'
  expect(readServerSettings({ ...GOOD, ALLOWED_ORIGINS })).toMatchObject({
    ALLOWED_ORIGINS: ['https://revisa.example.com', 'http://localhost:8080'],
  })
})

test('ISSUER is a comma-separated list of the addresses of one user pool', () => {
  const updated = 'https://issuer-cognito-idp.us-east-1.amazonaws.com/us-east-1_Pool1'
  expect(readServerSettings({ ...GOOD, ISSUER: `${ISSUER}, ${updated}` })).toMatchObject({ ISSUER: [ISSUER, updated] })
})

test('TRUSTED_PROXIES is a comma-separated list', () => {
  expect(readServerSettings({ ...GOOD, TRUSTED_PROXIES: '10.0.0.7, fd00::/8' })).toMatchObject({
    TRUSTED_PROXIES: ['10.0.0.7', 'fd00::/8'],
  })
})

test('an empty variable counts as unset', () => {
  expect(readServerSettings({ ...GOOD, PORT: '', JWKS_URL: '' })).toMatchObject({ PORT: 8_081 })
})

test.each([
  ['STORE', 'postgres:quiz', 'expected "sqlite:<file>" or "dynamodb:<table>"'],
  ['ISSUER', 'us-east-1_Pool1', 'https://cognito-idp.<region>.amazonaws.com/<poolId>'],
  ['ISSUER', `${ISSUER},us-east-1_Pool1`, 'or a list with commas'],
  ['ISSUER', `${ISSUER},https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Pool2`, 'one user pool'],
  ['CLIENT_IDS', 'web,,ios', 'letters and digits'],
  ['JWKS_URL', 'keys', '<ISSUER>/.well-known/jwks.json'],
  ['BASE_PATH', 'api/', '"/api"'],
  ['SECURE_COOKIES', 'yes', '"true" or "false"'],
  ['CHECK_REVOCATION', 'yes', '"true" or "false"'],
  ['COGNITO_ENDPOINT', 'localhost:9339', 'the region of ISSUER'],
  ['CREATE_TABLE', '1', '"true" or "false"'],
  ['ALLOWED_ORIGINS', 'revisa.example.com', '"https://revisa.example.com"'],
  ['ALLOWED_ORIGINS', 'https://a.example,https://b.example/', 'origins'],
  ['TRUSTED_PROXIES', 'proxy.example.com', '"10.0.0.0/8"'],
  ['TRUSTED_PROXIES', '10.0.0.7, 10.0.0.0/33', 'CIDR ranges'],
  ['WRITES_PER_MINUTE', '0', 'from 1 to'],
  ['MAX_BODY_BYTES', '5MB', 'whole number'],
  ['PORT', '65536', 'from 0 to 65535'],
  ['METRICS_PORT', 'true', 'from 0 to 65535'],
])('the error for an invalid %s states the expected value', (name, value, expected) => {
  const read = () => readServerSettings({ ...GOOD, [name]: value })
  expect(read).toThrow(`${name} is not valid: expected `)
  expect(read).toThrow(expected)
  expect(read).toThrow(expect.objectContaining({ code: 'InvalidSettings' }))
})

test('one error lists all missing variables', () => {
  expect(() => readApiSettings({})).toThrow(/STORE is not set.*\n.*ISSUER is not set.*\n.*CLIENT_IDS is not set/)
  expect(() => readStoreSettings({})).toThrow('STORE is not set')
})

test('CHECK_REVOCATION requires COGNITO_ENDPOINT unless the issuer is Cognito', async () => {
  const settings = {
    ...GOOD,
    STORE: 'sqlite::memory:',
    CHECK_REVOCATION: 'true',
    ISSUER: 'https://id.example.com/pool',
  }
  const create = (change: Record<string, string>) =>
    createConfiguredApi(readApiSettings({ ...settings, ...change }), () => {})
  await expect(create({})).rejects.toThrow('COGNITO_ENDPOINT is not set')
  await (await create({ COGNITO_ENDPOINT: 'http://127.0.0.1:9339/' })).store.close()
  await (await create({ ISSUER })).store.close()
  const updated = 'https://issuer-cognito-idp.us-east-1.amazonaws.com/us-east-1_Pool1'
  await (await create({ ISSUER: updated })).store.close()
})
