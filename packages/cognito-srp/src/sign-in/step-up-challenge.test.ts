import { expect, test } from 'vitest'

import { readStepUpChallenge } from './step-up-challenge.ts'

const responseWith = (header: string | undefined, status = 401) =>
  new Response(null, { status, headers: header === undefined ? {} : { 'WWW-Authenticate': header } })

test.each([
  [
    'Bearer error="insufficient_user_authentication", error_description="A different authentication level is required", acr_values="myACR"',
    { acrValues: ['myACR'] },
  ],
  [
    'Bearer error="insufficient_user_authentication", error_description="More recent authentication is required", max_age="5"',
    { maxAgeSeconds: 5 },
  ],
])('readStepUpChallenge reads the RFC 9470 example %s', (header, required) => {
  expect(readStepUpChallenge(responseWith(header))).toEqual(required)
})

test.each([
  [
    'several levels',
    'Bearer error="insufficient_user_authentication", acr_values="a  b", max_age=0',
    { acrValues: ['a', 'b'], maxAgeSeconds: 0 },
  ],
  ['no requirement', 'Bearer error="insufficient_user_authentication"', {}],
  ['values without quotation marks', 'Bearer error=insufficient_user_authentication,max_age=60', { maxAgeSeconds: 60 }],
  [
    'names in capitals and spaces around =',
    'BEARER ERROR = "insufficient_user_authentication" , Max_Age = 60',
    { maxAgeSeconds: 60 },
  ],
  [
    'escaped characters',
    String.raw`Bearer error_description="a \"b\", max_age=9", error="insufficient_user_authentication", acr_values="a\"b"`,
    { acrValues: ['a"b'] },
  ],
  [
    'another challenge before it',
    'Basic realm="a", max_age=1, DPoP error="insufficient_user_authentication", max_age=2',
    { maxAgeSeconds: 2 },
  ],
  [
    'another challenge after it',
    'Bearer error="insufficient_user_authentication", Basic realm="max_age=1", max_age=2',
    {},
  ],
  ['a malformed age', 'Bearer error="insufficient_user_authentication", max_age="-5", acr_values=" "', {}],
  [
    'a repeated parameter',
    'Bearer error="insufficient_user_authentication", max_age=1, max_age=2',
    { maxAgeSeconds: 1 },
  ],
])('readStepUpChallenge reads a challenge with %s', (_case, header, required) => {
  expect(readStepUpChallenge(responseWith(header))).toEqual(required)
})

test.each([
  ['another error', responseWith('Bearer error="invalid_token"')],
  ['the error only in a description', responseWith('Bearer error_description="insufficient_user_authentication"')],
  ['no header', responseWith(undefined)],
  ['an empty header', responseWith('')],
  ['status 403', responseWith('Bearer error="insufficient_user_authentication"', 403)],
  ['a header of 9 kB', responseWith(`Bearer error="insufficient_user_authentication", a="${'b'.repeat(9000)}"`)],
])('readStepUpChallenge returns undefined for %s', (_case, response) => {
  expect(readStepUpChallenge(response)).toBeUndefined()
})

test('readStepUpChallenge ignores parameters that are named like built-in properties', () => {
  const header = 'Bearer __proto__="a", constructor="b", error="insufficient_user_authentication", max_age=3'
  expect(readStepUpChallenge(responseWith(header))).toEqual({ maxAgeSeconds: 3 })
})
