import { expect, test } from 'vitest'

import { attributesInScope } from './scopes.ts'

const ana = {
  name: 'Ana',
  email: 'ana@example.com',
  email_verified: 'true',
  phone_number: '+5511987654321',
  phone_number_verified: 'true',
  address: 'Rua 1',
  'custom:school': 'central',
}

test.each([
  ['openid', Object.keys(ana)],
  ['openid email', ['email', 'email_verified']],
  ['openid phone', ['phone_number', 'phone_number_verified']],
  ['openid profile', ['name', 'custom:school']],
  ['openid email profile', ['name', 'email', 'email_verified', 'custom:school']],
  ['aws.cognito.signin.user.admin', Object.keys(ana)],
  ['openid constructor', Object.keys(ana)],
])('the scopes "%s" allow reading the attributes %j', (scopes, names) => {
  expect(Object.keys(attributesInScope(ana, scopes.split(' ')))).toEqual(names)
})
