import { expect, test } from 'vitest'

import { checkLogin } from './login-rules.ts'

test('a valid e-mail address and a password of 8 characters are accepted', () => {
  expect(checkLogin({ email: 'ana@example.com', password: '12345678' })).toEqual({
    isValid: true,
    email: 'ana@example.com',
    password: '12345678',
  })
})

test('checkLogin removes spaces around the e-mail address, but not around the password', () => {
  expect(checkLogin({ email: ' ana@example.com\u00A0', password: ' 1234567 ' })).toEqual({
    isValid: true,
    email: 'ana@example.com',
    password: ' 1234567 ',
  })
})

// Valid addresses according to HTML's `type=email` (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address).
test.each([
  'maria&b@x.com',
  'maria#x@example.com',
  'maria/b@example.com',
  'maria=b@example.com',
  'maria!x@example.com',
  "o'neil@example.com",
  'a@b',
  'a@b.c',
])('%s is a valid e-mail address', (email) => {
  expect(checkLogin({ email, password: '12345678' })).toEqual({ isValid: true, email, password: '12345678' })
})

test.each([
  ['', '12345678', ['email']],
  ['ana', '12345678', ['email']],
  ['ana@', '12345678', ['email']],
  ['ana maria@example.com', '12345678', ['email']],
  ['ana@-example.com', '12345678', ['email']],
  ['ana@example.com', '1234567', ['password']],
  ['ana@example.com', '', ['password']],
  [null, null, ['email', 'password']],
])('with e-mail %j and password %j, the invalid fields are %j', (email, password, invalid) => {
  expect(checkLogin({ email, password })).toEqual({ isValid: false, invalid })
})
