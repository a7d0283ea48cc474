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

test.each([
  ['', '12345678', ['email']],
  ['ana', '12345678', ['email']],
  ['ana@', '12345678', ['email']],
  ['ana@example.com', '1234567', ['password']],
  ['ana@example.com', '', ['password']],
  [null, null, ['email', 'password']],
])('e-mail %j with password %j is invalid in %j', (email, password, invalid) => {
  expect(checkLogin({ email, password })).toEqual({ isValid: false, invalid })
})
