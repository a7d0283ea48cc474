import { expect, test } from 'vitest'

import { readXsrfToken } from './xsrf-token.ts'

test.each([
  ['XSRF-TOKEN=abc', 'abc'],
  ['a=b; XSRF-TOKEN=abc; c=d', 'abc'],
  ['a=b;XSRF-TOKEN=abc', 'abc'],
  ['XSRF-TOKEN=plain; __Host-XSRF-TOKEN=host', 'host'],
  ['XSRF-TOKEN=a%2Fb%3D', 'a/b='],
  ['XSRF-TOKEN=a=b', 'a=b'],
  ['', null],
  ['NOT-XSRF-TOKEN=abc', null],
  ['XSRF-TOKEN', null],
])('of the cookies %j the token is %j', (cookies, token) => {
  expect(readXsrfToken(cookies)).toBe(token)
})

test.each(['', '%', '%zz', 'a%20b', 'a%0D%0Ab', '%E2%82%AC', '%00'])('a malformed token, %j, is none', (value) => {
  expect(readXsrfToken(`XSRF-TOKEN=${value}`)).toBeNull()
  expect(readXsrfToken(`__Host-XSRF-TOKEN=${value}; XSRF-TOKEN=abc`)).toBe('abc')
  expect(readXsrfToken(`XSRF-TOKEN=${value}; XSRF-TOKEN=second`)).toBe('second')
})
