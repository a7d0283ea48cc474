import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'

const CERTIFICATE_ARN = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-1111-2222-3333-444455556666'

test('an empty environment gives the defaults', () => {
  expect(readSettings({})).toEqual({
    stackName: 'revisa',
    productName: 'Revisa',
    userPoolPlan: 'ESSENTIALS',
    deviceTracking: 'opt-in',
    logRetentionDays: 30,
    requestsPerSecond: 200,
    requestsBurst: 400,
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
  ['a plan that does not exist', { USER_POOL_PLAN: 'GOLD' }, 'USER_POOL_PLAN must be ESSENTIALS or LITE'],
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

test('names every wrong variable at once', () => {
  const wrong = { USER_POOL_PLAN: 'GOLD', REQUESTS_PER_SECOND: 'many' }
  expect(() => readSettings(wrong)).toThrow(/USER_POOL_PLAN[^]*REQUESTS_PER_SECOND/)
})
