import { expect, test } from 'vitest'

import { fromBase64Url, passkeySupport, readCreationOptions, toBase64Url } from './passkey.ts'

test.each([
  ['', []],
  ['-_8', [0xfb, 0xff]],
  ['AAEC', [0, 1, 2]],
  ['Zg', [0x66]], // RFC 4648 §10, without padding
])('base64url %j is the bytes %j, and back', (text, bytes) => {
  expect([...fromBase64Url(text)]).toEqual(bytes)
  expect(toBase64Url(Uint8Array.from(bytes).buffer)).toBe(text)
})

test('what the service sends becomes what the browser takes: challenge and ids are bytes, the rest is as it was', () => {
  const options = readCreationOptions({
    rp: { id: 'localhost', name: 'localhost' },
    user: { id: 'AAEC', name: 'ana', displayName: 'Ana' },
    challenge: '-_8',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 60_000,
    excludeCredentials: [{ type: 'public-key', id: 'Zg', transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required' },
  })
  expect(options).toEqual({
    rp: { id: 'localhost', name: 'localhost' },
    user: { id: Uint8Array.of(0, 1, 2), name: 'ana', displayName: 'Ana' },
    challenge: Uint8Array.of(0xfb, 0xff),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 60_000,
    excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(0x66), transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required' },
  })
})

test.each([
  [{ isSecureContext: true, PublicKeyCredential: Object }, 'supported'],
  [{ isSecureContext: true }, 'unsupported'],
  [{ isSecureContext: false }, 'insecure'],
] as const)('on the platform %j passkeys are %s', (platform, support) => {
  expect(passkeySupport(platform)).toBe(support)
})
