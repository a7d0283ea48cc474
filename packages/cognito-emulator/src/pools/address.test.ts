import { expect, test } from 'vitest'

import { isServiceHost } from './address.ts'

// Endpoints: https://docs.aws.amazon.com/general/latest/gr/cognito_identity.html

test.each([
  'cognito-idp.us-east-1.amazonaws.com',
  'cognito-idp-fips.us-east-1.amazonaws.com',
  'cognito-idp.us-gov-west-1.amazonaws.com',
  'cognito-idp.cn-north-1.amazonaws.com.cn',
  'cognito-idp.us-east-1.api.aws',
  'cognito-idp.local.amazonaws.com',
  'minha-escola.auth.sa-east-1.amazoncognito.com',
  'app.auth-fips.us-gov-west-1.amazoncognito.com',
])('%s is a host of the service', (host) => expect(isServiceHost(host)).toBe(true))

test.each([
  'cognito-identity.us-east-1.amazonaws.com',
  'cognito-idp.amazonaws.com',
  'cognito-idp.us-east-1.amazonaws.com.evil.example',
  'evil.example.cognito-idp.us-east-1.amazonaws.com',
  'xcognito-idp.us-east-1.amazonaws.com',
  'auth.us-east-1.amazoncognito.com',
  'a.b.auth.us-east-1.amazoncognito.com',
  's3.us-east-1.amazonaws.com',
  'amazoncognito.com',
])('%s is not a host of the service', (host) => expect(isServiceHost(host)).toBe(false))
