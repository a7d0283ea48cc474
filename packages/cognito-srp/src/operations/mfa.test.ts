import { expect, test } from 'vitest'

import { ConfigurationError } from '../errors.ts'
import { totpUri } from './mfa.ts'

const SECRET = 'JBSWY3DPEHPK3PXP'

test('totpUri builds the example URI of the Key Uri Format', () => {
  expect(
    totpUri({ secretCode: 'HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ', username: 'john.doe@email.com', issuer: 'ACME Co' }),
  ).toBe('otpauth://totp/ACME%20Co:john.doe%40email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co')
})

test.each([
  ['&issuer=other', '%26issuer%3Dother'],
  ['a:b/c?d#e', 'a%3Ab%2Fc%3Fd%23e'],
  ['50% + 1', '50%25%20%2B%201'],
  ['Revisa Ação', 'Revisa%20A%C3%A7%C3%A3o'],
  ['🔑', '%F0%9F%94%91'],
  ['half \uD83D', 'half%20%EF%BF%BD'],
])('totpUri escapes %j in every part', (text, escaped) => {
  expect(totpUri({ secretCode: SECRET, username: text, issuer: text })).toBe(
    `otpauth://totp/${escaped}:${escaped}?secret=${SECRET}&issuer=${escaped}`,
  )
  expect(totpUri({ secretCode: text, username: 'a', issuer: 'b' })).toContain(`?secret=${escaped}&issuer=b`)
})

test('decoding a URI from totpUri restores the values', () => {
  const given = { secretCode: SECRET, username: 'ana:1&2', issuer: 'A & B: ?' }
  const uri = new URL(totpUri(given))
  expect(uri.searchParams.get('issuer')).toBe(given.issuer)
  expect(uri.searchParams.get('secret')).toBe(SECRET)
  const [issuer = '', username = ''] = uri.pathname.replace(/^\/*totp\/|^\//, '').split(':')
  expect([issuer, username].map(decodeURIComponent)).toEqual([given.issuer, given.username])
})

test.each([
  [undefined],
  [{}],
  [{ secretCode: SECRET, username: 'ana' }],
  [{ secretCode: SECRET, username: '', issuer: 'b' }],
])('totpUri rejects the incomplete input %j', (given) => {
  expect(() => totpUri(given as Parameters<typeof totpUri>[0])).toThrow(ConfigurationError)
})
