import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'

const CERTIFICATE_ARN = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-1111-2222-3333-444455556666'

test('readSettings returns the default settings for an empty environment', () => {
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

test('readSettings returns numeric variables as numbers', () => {
  expect(readSettings({ LOG_RETENTION_DAYS: '90', REQUESTS_PER_SECOND: '1000' })).toMatchObject({
    logRetentionDays: 90,
    requestsPerSecond: 1000,
  })
})

test('readSettings returns a custom domain with its certificate', () => {
  expect(readSettings({ SITE_DOMAIN: 'quiz.example.com', CERTIFICATE_ARN }).customDomain).toEqual({
    name: 'quiz.example.com',
    certificateArn: CERTIFICATE_ARN,
  })
})

test.each([
  ['an unknown plan', { USER_POOL_PLAN: 'GOLD' }, 'USER_POOL_PLAN must be ESSENTIALS, LITE or PLUS'],
  ['an unknown kind of threat protection', { THREAT_PROTECTION: 'on' }, 'THREAT_PROTECTION must be off, audit'],
  [
    'threat protection without the PLUS plan',
    { THREAT_PROTECTION: 'audit' },
    'THREAT_PROTECTION requires the PLUS plan. Set USER_POOL_PLAN=PLUS',
  ],
  [
    'enforced threat protection without MFA',
    { USER_POOL_PLAN: 'PLUS', THREAT_PROTECTION: 'enforced', MFA: 'off' },
    'THREAT_PROTECTION=enforced asks for a code at medium risk. Set MFA to optional',
  ],
  ['an unknown value of MFA', { MFA: 'ON' }, 'MFA must be off, optional or required'],
  [
    'passwords shorter than the form allows',
    { PASSWORD_MIN_LENGTH: '7' },
    'PASSWORD_MIN_LENGTH must be a whole number from 8 to 99',
  ],
  ['passwords longer than Cognito allows', { PASSWORD_MIN_LENGTH: '100' }, 'PASSWORD_MIN_LENGTH must be'],
  [
    'an unknown character type',
    { PASSWORD_CHARACTERS: 'digits,emoji' },
    'PASSWORD_CHARACTERS must list some of lowercase',
  ],
  [
    'an access token lifetime that Cognito does not allow',
    { ACCESS_TOKEN_MINUTES: '4' },
    'ACCESS_TOKEN_MINUTES must be a whole number from 5 to 1440',
  ],
  [
    'a refresh token lifetime of more than ten years',
    { REFRESH_TOKEN_DAYS: '3651' },
    'REFRESH_TOKEN_DAYS must be a whole number from 1 to 3650',
  ],
  ['a firewall setting other than true or false', { WAF: 'yes' }, 'WAF must be true or false'],
  ['a pool firewall setting other than true or false', { WAF_USER_POOL: '1' }, 'WAF_USER_POOL must be true or false'],
  [
    "a limit per address below AWS WAF's minimum",
    { WAF_REQUESTS_PER_ADDRESS: '9' },
    'WAF_REQUESTS_PER_ADDRESS must be a whole number from 10 to 2000000000',
  ],
  [
    'a contact that is not an address',
    { SECURITY_CONTACT: 'the owner' },
    'SECURITY_CONTACT must be an address like https://',
  ],
  ['an invalid address for alarms', { ALARM_EMAIL: 'escola' }, 'ALARM_EMAIL must be the e-mail address for alarms'],
  [
    'a budget of zero',
    { ALARM_EMAIL: 'a@example.com', MONTHLY_BUDGET_USD: '0' },
    'MONTHLY_BUDGET_USD must be a whole number',
  ],
  ['a log setting other than true or false', { SITE_LOGS: 'on' }, 'SITE_LOGS must be true or false'],
  [
    'a revocation check setting other than true or false',
    { CHECK_REVOCATION: 'yes' },
    'CHECK_REVOCATION must be true or false',
  ],
  ['a tracing setting other than true or false', { TRACING: 'active' }, 'TRACING must be true or false'],
  [
    'a function concurrency of zero',
    { FUNCTION_CONCURRENCY: '0' },
    'FUNCTION_CONCURRENCY must be a whole number above 0',
  ],

  ['an unknown kind of device tracking', { DEVICE_TRACKING: 'on' }, 'DEVICE_TRACKING must be off, opt-in or always'],
  [
    'a retention that CloudWatch does not support',
    { LOG_RETENTION_DAYS: '31' },
    'LOG_RETENTION_DAYS must be a value that CloudWatch Logs supports, such as 1, 3',
  ],
  ['an invalid table name', { TABLE_NAME: 'a table' }, 'TABLE_NAME must be the name of a DynamoDB table'],
  ['a request rate of zero', { REQUESTS_PER_SECOND: '0' }, 'REQUESTS_PER_SECOND must be a whole number above 0'],
  ['a burst limit with a unit', { REQUESTS_BURST: '400/s' }, 'REQUESTS_BURST must be a whole number above 0'],
  ['a sender without a domain', { SENDER_EMAIL: 'escola' }, 'SENDER_EMAIL must be an e-mail address'],
  ['a domain with a path', { SITE_DOMAIN: 'example.com/quiz', CERTIFICATE_ARN }, 'SITE_DOMAIN must be a host name'],
  ['a product name of only spaces', { PRODUCT_NAME: '  ' }, 'PRODUCT_NAME must have 1 to 60 characters'],
  ['a stack name that CloudFormation does not allow', { STACK_NAME: '1st' }, 'STACK_NAME must start with a letter'],
  [
    'a domain without a certificate',
    { SITE_DOMAIN: 'quiz.example.com' },
    'SITE_DOMAIN and CERTIFICATE_ARN must be set together',
  ],
  ['a certificate without a domain', { CERTIFICATE_ARN }, 'SITE_DOMAIN and CERTIFICATE_ARN must be set together'],
  [
    'a certificate from another region',
    { SITE_DOMAIN: 'quiz.example.com', CERTIFICATE_ARN: CERTIFICATE_ARN.replace('us-east-1', 'sa-east-1') },
    'CERTIFICATE_ARN must be an ACM certificate in us-east-1',
  ],
])('readSettings rejects %s with a message that states the expected value', (_case, environment, message) => {
  expect(() => readSettings(environment)).toThrow(message)
})

test('alarms are sent to ALARM_EMAIL, and the monthly budget is 50 dollars by default', () => {
  const email = 'escola@example.com'
  expect(readSettings({ ALARM_EMAIL: email }).alarms).toEqual({ email, monthlyBudgetUsd: 50 })
  expect(readSettings({ ALARM_EMAIL: email, MONTHLY_BUDGET_USD: '200' }).alarms).toEqual({
    email,
    monthlyBudgetUsd: 200,
  })
})

test('readSettings returns PASSWORD_CHARACTERS as a list', () => {
  expect(readSettings({ PASSWORD_CHARACTERS: 'digits, symbols' }).passwords.characters).toEqual(['digits', 'symbols'])
})

test('one error names every invalid variable', () => {
  const wrong = { USER_POOL_PLAN: 'GOLD', REQUESTS_PER_SECOND: 'many' }
  expect(() => readSettings(wrong)).toThrow(/USER_POOL_PLAN[^]*REQUESTS_PER_SECOND/)
})
