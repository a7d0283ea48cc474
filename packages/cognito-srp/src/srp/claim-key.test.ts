import { createHmac, hkdfSync } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { vectorsOf } from '../../test/vectors.ts'
import { deriveKey, hkdfBlock, signClaim } from './claim-key.ts'
import { integerFromBytes, padBytes } from './integer.ts'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 400 })

test.each(vectorsOf<{ ikm: string; salt: string; info: string }>('hkdf'))(
  'the first 32 bytes of HKDF are those of $id',
  ({ input: { ikm, salt, info }, output }) => {
    const block = Buffer.from(hkdfBlock(fromHex(ikm), fromHex(salt), fromHex(info))).toString('hex')
    expect(block.slice(0, output['okm']?.length)).toBe(output['okm']?.slice(0, 64))
  },
)

test('the key is what OpenSSL derives from the padded S and u', () => {
  fc.assert(
    fc.property(bytes, bytes, (secret, scrambler) => {
      const [S, u] = [integerFromBytes(secret), integerFromBytes(scrambler)]
      const expected = hkdfSync('sha256', padBytes(S), padBytes(u), 'Caldera Derived Key', 16)
      expect(deriveKey(S, u)).toEqual(new Uint8Array(expected))
    }),
  )
})

test('the signature is what OpenSSL computes over the four parts in their order', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.string(),
      fc.string(),
      bytes,
      fc.string(),
      (key, poolName, userId, secretBlock, timestamp) => {
        const expected = createHmac('sha256', key).update(poolName).update(userId).update(secretBlock).update(timestamp)
        const signature = signClaim(key, { poolName, userId, secretBlock, timestamp })
        expect(signature).toEqual(new Uint8Array(expected.digest()))
      },
    ),
  )
})

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}
