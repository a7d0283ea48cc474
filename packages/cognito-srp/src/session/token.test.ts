import { expect, test } from 'vitest'

import { jwt } from '../../test/tokens.ts'
import { readToken } from './token.ts'

test('the claims of a token are read as UTF-8 of base64url', () => {
  const token = jwt({ exp: 2, iat: 1, name: 'Conceição 🎓 ÿþ?' })
  expect(readToken(token)).toEqual({ jwt: token, claims: { exp: 2, iat: 1, name: 'Conceição 🎓 ÿþ?' } })
})

test.each([
  ['no exp', jwt({ iat: 1 })],
  ['no iat', jwt({ exp: 1 })],
  ['times that are texts', jwt({ exp: '2', iat: '1' })],
  ['claims that are no object', jwt([])],
  ['a payload of null', `e30.${btoa('null')}.x`],
  ['no payload', 'opaque'],
  ['a payload that is no base64', 'a.***.c'],
  ['nothing', ''],
])('a token with %s cannot be read', (_case, token) => {
  expect(readToken(token)).toBeUndefined()
})
