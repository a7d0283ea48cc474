import { expect, test } from 'vitest'

import { checkLogin } from './login-rules.ts'

test('an e-mail address and eight characters are enough', () => {
  expect(checkLogin({ email: 'ana@example.com', password: '12345678' })).toEqual({
    isValid: true,
    email: 'ana@example.com',
    password: '12345678',
  })
})

test('spaces around an address, as a paste may bring them, do not count', () => {
  expect(checkLogin({ email: ' ana@example.com\u00A0', password: ' 1234567 ' })).toEqual({
    isValid: true,
    email: 'ana@example.com',
    password: ' 1234567 ',
  })
})

// The valid addresses of HTML's `type=email` (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address).
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
])('e-mail %j with password %j is invalid in %j', (email, password, invalid) => {
  expect(checkLogin({ email, password })).toEqual({ isValid: false, invalid })
})
