import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'

const CERTIFICATE_ARN = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-1111-2222-3333-444455556666'

test('an empty environment gives the defaults', () => {
  expect(readSettings({})).toEqual({
    stackName: 'revisa',
    productName: 'Revisa',
    userPoolPlan: 'ESSENTIALS',
    deviceTracking: 'opt-in',
    threatProtection: 'off',
    mfa: 'optional',
    passwords: { minLength: 8, characters: [] },
    accessTokenMinutes: 60,
    refreshTokenDays: 30,
    logRetentionDays: 30,
    requestsPerSecond: 200,
    requestsBurst: 400,
    firewall: { site: false, userPool: false, requestsPerAddress: 10_000 },
    checkRevocation: false,
    siteLogs: false,
    tracing: false,
  })
})

test('an empty variable counts as absent', () => {
  expect(readSettings({ SITE_DOMAIN: '', SENDER_EMAIL: '' })).toEqual(readSettings({}))
})

test('numbers arrive as numbers', () => {
  expect(readSettings({ LOG_RETENTION_DAYS: '90', REQUESTS_PER_SECOND: '1000' })).toMatchObject({
    logRetentionDays: 90,
    requestsPerSecond: 1000,
  })
})

test('a domain of its own comes with its certificate', () => {
  expect(readSettings({ SITE_DOMAIN: 'quiz.example.com', CERTIFICATE_ARN }).customDomain).toEqual({
    name: 'quiz.example.com',
    certificateArn: CERTIFICATE_ARN,
  })
})

test.each([
  ['a plan that does not exist', { USER_POOL_PLAN: 'GOLD' }, 'USER_POOL_PLAN must be ESSENTIALS, LITE or PLUS'],
  [
    'threat protection of a kind that does not exist',
    { THREAT_PROTECTION: 'on' },
    'THREAT_PROTECTION must be off, audit',
  ],
  [
    'threat protection without the plan that has it',
    { THREAT_PROTECTION: 'audit' },
    'THREAT_PROTECTION is a feature of the PLUS plan: set USER_POOL_PLAN=PLUS too',
  ],
  [
    'threat protection that asks for codes nobody has',
    { USER_POOL_PLAN: 'PLUS', THREAT_PROTECTION: 'enforced', MFA: 'off' },
    'THREAT_PROTECTION=enforced asks for a code at a medium risk: set MFA to optional',
  ],
  ['an unknown choice of MFA', { MFA: 'ON' }, 'MFA must be off, optional or required'],
  [
    'passwords shorter than the form takes',
    { PASSWORD_MIN_LENGTH: '7' },
    'PASSWORD_MIN_LENGTH must be a whole number from 8 to 99',
  ],
  ['passwords longer than Cognito takes', { PASSWORD_MIN_LENGTH: '100' }, 'PASSWORD_MIN_LENGTH must be'],
  [
    'an unknown kind of characters',
    { PASSWORD_CHARACTERS: 'digits,emoji' },
    'PASSWORD_CHARACTERS must list some of lowercase',
  ],
  [
    'access tokens that Cognito does not make',
    { ACCESS_TOKEN_MINUTES: '4' },
    'ACCESS_TOKEN_MINUTES must be a whole number from 5 to 1440',
  ],
  [
    'refresh tokens without an end',
    { REFRESH_TOKEN_DAYS: '3651' },
    'REFRESH_TOKEN_DAYS must be a whole number from 1 to 3650',
  ],
  ['a firewall that is neither on nor off', { WAF: 'yes' }, 'WAF must be true or false'],
  ['a firewall of the pool that is neither', { WAF_USER_POOL: '1' }, 'WAF_USER_POOL must be true or false'],
  [
    "a limit per address below AWS WAF's least",
    { WAF_REQUESTS_PER_ADDRESS: '9' },
    'WAF_REQUESTS_PER_ADDRESS must be a whole number from 10 to 2000000000',
  ],
  [
    'a contact that is no address',
    { SECURITY_CONTACT: 'the owner' },
    'SECURITY_CONTACT must be an address like https://',
  ],
  ['alarms to no address', { ALARM_EMAIL: 'escola' }, 'ALARM_EMAIL must be the e-mail address'],
  [
    'a budget of nothing',
    { ALARM_EMAIL: 'a@example.com', MONTHLY_BUDGET_USD: '0' },
    'MONTHLY_BUDGET_USD must be a whole number',
  ],
  ['logs that are neither on nor off', { SITE_LOGS: 'on' }, 'SITE_LOGS must be true or false'],
  ['a check that is neither on nor off', { CHECK_REVOCATION: 'yes' }, 'CHECK_REVOCATION must be true or false'],
  ['tracing that is neither', { TRACING: 'active' }, 'TRACING must be true or false'],
  [
    'a function that may never run',
    { FUNCTION_CONCURRENCY: '0' },
    'FUNCTION_CONCURRENCY must be a whole number above 0',
  ],

  ['an unknown way of tracking devices', { DEVICE_TRACKING: 'on' }, 'DEVICE_TRACKING must be off, opt-in or always'],
  [
    'a retention CloudWatch refuses',
    { LOG_RETENTION_DAYS: '31' },
    'LOG_RETENTION_DAYS must be one that CloudWatch Logs knows: 1, 3',
  ],
  ['a table that no account can have', { TABLE_NAME: 'a table' }, 'TABLE_NAME must be the name of a DynamoDB table'],
  ['a rate of zero', { REQUESTS_PER_SECOND: '0' }, 'REQUESTS_PER_SECOND must be a whole number above 0'],
  ['a burst with a unit', { REQUESTS_BURST: '400/s' }, 'REQUESTS_BURST must be a whole number above 0'],
  ['a sender without a domain', { SENDER_EMAIL: 'escola' }, 'SENDER_EMAIL must be an e-mail address'],
  ['a domain with a path', { SITE_DOMAIN: 'example.com/quiz', CERTIFICATE_ARN }, 'SITE_DOMAIN must be a host name'],
  ['a name made of spaces', { PRODUCT_NAME: '  ' }, 'PRODUCT_NAME must have 1 to 60 characters'],
  ['a stack name CloudFormation refuses', { STACK_NAME: '1st' }, 'STACK_NAME must be a letter'],
  [
    'a domain without a certificate',
    { SITE_DOMAIN: 'quiz.example.com' },
    'SITE_DOMAIN and CERTIFICATE_ARN go together',
  ],
  ['a certificate without a domain', { CERTIFICATE_ARN }, 'SITE_DOMAIN and CERTIFICATE_ARN go together'],
  [
    'a certificate of another region',
    { SITE_DOMAIN: 'quiz.example.com', CERTIFICATE_ARN: CERTIFICATE_ARN.replace('us-east-1', 'sa-east-1') },
    'CERTIFICATE_ARN must be a certificate of ACM in us-east-1',
  ],
])('refuses %s and says what was expected', (_case, environment, message) => {
  expect(() => readSettings(environment)).toThrow(message)
})

test('alarms go to the address, with a budget of 50 dollars or the one that is set', () => {
  const email = 'escola@example.com'
  expect(readSettings({ ALARM_EMAIL: email }).alarms).toEqual({ email, monthlyBudgetUsd: 50 })
  expect(readSettings({ ALARM_EMAIL: email, MONTHLY_BUDGET_USD: '200' }).alarms).toEqual({
    email,
    monthlyBudgetUsd: 200,
  })
})

test('kinds of characters are a list', () => {
  expect(readSettings({ PASSWORD_CHARACTERS: 'digits, symbols' }).passwords.characters).toEqual(['digits', 'symbols'])
})

test('names every wrong variable at once', () => {
  const wrong = { USER_POOL_PLAN: 'GOLD', REQUESTS_PER_SECOND: 'many' }
  expect(() => readSettings(wrong)).toThrow(/USER_POOL_PLAN[^]*REQUESTS_PER_SECOND/)
})
