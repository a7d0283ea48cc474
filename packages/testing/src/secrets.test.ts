import { expect, test } from 'vitest'

import { findSecrets, secretsOfToken } from './secrets.ts'

const PASSWORD = 'Sên"ha/123?&'
const TOKEN = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJlLW9mLXRoaXMtdG9rZW4'

test.each([
  ['in plain text', `before ${PASSWORD} after`],
  ['in JSON', JSON.stringify({ password: PASSWORD })],
  ['in a URL', `/?p=${encodeURIComponent(PASSWORD)}`],
  ['in base64', Buffer.from(PASSWORD).toString('base64')],
  ['in base64 after one byte', Buffer.from(`x${PASSWORD}yz`).toString('base64')],
  ['in base64url after two bytes', Buffer.from(`xy${PASSWORD}z`).toString('base64url')],
  ['in hex', Buffer.from(PASSWORD).toString('hex')],
])('findSecrets finds a secret %s', (_how, text) => {
  const finds = findSecrets([{ place: 'here', text }], [{ name: 'the password', text: PASSWORD }])
  expect(finds).toEqual([{ place: 'here', secret: 'the password' }])
})

test('findSecrets finds any signed token, and a signature without its token', () => {
  const [, , signature = ''] = TOKEN.split('.')
  const sights = [
    { place: 'one', text: signature },
    { place: 'other', text: TOKEN },
  ]
  expect(findSecrets(sights.slice(0, 1), secretsOfToken('id token', TOKEN))).toEqual([
    { place: 'one', secret: 'signature of id token' },
  ])
  expect(findSecrets(sights, [])).toEqual([{ place: 'other', secret: 'a signed token' }])
})

test('findSecrets ignores other texts, such as a token without its signature', () => {
  const sights = [{ place: 'here', text: `${TOKEN.split('.', 2).join('.')}. Senha-12` }]
  expect(findSecrets(sights, [...secretsOfToken('id token', TOKEN), { name: 'the password', text: PASSWORD }])).toEqual(
    [],
  )
})
