import { expect, test } from 'vitest'

import { readXsrfTokens } from './xsrf-token.ts'

test.each([
  ['XSRF-TOKEN=abc', ['abc']],
  ['a=b; XSRF-TOKEN=abc; c=d', ['abc']],
  ['a=b;XSRF-TOKEN=abc', ['abc']],
  ['XSRF-TOKEN=plain; __Host-XSRF-TOKEN=host', ['host', 'plain']],
  ['XSRF-TOKEN=one; XSRF-TOKEN=two; XSRF-TOKEN=one', ['one', 'two']],
  ['XSRF-TOKEN=1; XSRF-TOKEN=2; XSRF-TOKEN=3; XSRF-TOKEN=4', ['1', '2', '3']],
  ['XSRF-TOKEN=a%2Fb%3D', ['a/b=']],
  ['XSRF-TOKEN=a=b', ['a=b']],
  ['', []],
  ['NOT-XSRF-TOKEN=abc', []],
  ['XSRF-TOKEN', []],
])('for the cookies %j, readXsrfTokens returns %j', (cookies, tokens) => {
  expect(readXsrfTokens(cookies)).toEqual(tokens)
})

test.each(['', '%', '%zz', 'a%20b', 'a%0D%0Ab', '%E2%82%AC', '%00'])(
  'readXsrfTokens ignores the malformed token %j',
  (value) => {
    expect(readXsrfTokens(`XSRF-TOKEN=${value}`)).toEqual([])
    expect(readXsrfTokens(`__Host-XSRF-TOKEN=${value}; XSRF-TOKEN=abc`)).toEqual(['abc'])
    expect(readXsrfTokens(`XSRF-TOKEN=${value}; XSRF-TOKEN=second`)).toEqual(['second'])
  },
)
