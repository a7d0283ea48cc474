import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { runInNewContext } from 'node:vm'

import { hkdf } from '@noble/hashes/hkdf.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { N, g, k, pad, power, privateKey, scrambler, signatureKey, signClaim as sign } from '@cognito-srp/testing/srp'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { vectorsOf } from '../../test/vectors.ts'
import { ConfigurationError, SrpError } from '../errors.ts'
import * as claim from './claim.ts'
import { cognitoGroup } from './cognito.ts'
import { createEphemeral, signPasswordClaim, tracePasswordClaim } from './platform.ts'
import { sha256 } from './sha256.ts'
import { createSrp } from './srp.ts'

const { deriveKey, drawBytes, signClaim } = claim

const challenge = {
  poolName: 'Pj8nlkpKR',
  userId: 'ana',
  secretBlock: Buffer.from('secret').toString('base64'),
  timestamp: 'Tue Nov 3 04:05:06 UTC 2026',
}
const random = (lengthBytes: number) => Uint8Array.from(randomBytes(lengthBytes))
const bytes = fc.uint8Array({ minLength: 1, maxLength: 400 })

/** Computes the server's side of RFC 5054 §2.6, S = (A * v^u)^b, from the verifier, without the library's code. */
function serve(password: string) {
  const { poolName, userId, timestamp } = challenge
  const salt = BigInt(`0x${randomBytes(16).toString('hex')}`)
  const b = BigInt(`0x${randomBytes(32).toString('hex')}`)
  const verifier = power(g, privateKey(salt, poolName, userId, password))
  const B = (k * verifier + power(g, b)) % N
  const signatureFor = ({ SRP_A }: claim.Ephemeral) => {
    const A = BigInt(`0x${SRP_A}`)
    const u = scrambler(A, B)
    const S = power((A * power(verifier, u)) % N, b)
    return sign(signatureKey(S, u), { poolName, userId, secretBlock: Buffer.from('secret'), timestamp })
  }
  return { input: { ...challenge, salt: salt.toString(16), B: B.toString(16) }, signatureFor }
}

test('random bytes come from the platform, and drawBytes throws a ConfigurationError on a platform without crypto', () => {
  expect(drawBytes(32)).toHaveLength(32)
  expect(drawBytes(32)).not.toEqual(drawBytes(32))
  vi.stubGlobal('crypto', undefined)
  try {
    expect(() => drawBytes(32)).toThrow(ConfigurationError)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a server that has only the verifier computes the same signature for the right password', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (password) => {
      const server = serve(password)
      const ephemeral = await createEphemeral(random)
      const signature = await signPasswordClaim(ephemeral, { ...server.input, password })
      expect(signature).toBe(server.signatureFor(ephemeral))
    }),
    { numRuns: 10 },
  )
})

test.each(['senha-errada', 'senha-certa ', 'Senha-certa', ''])(
  'the wrong password %j produces a different signature',
  async (password) => {
    const server = serve('senha-certa')
    const ephemeral = await createEphemeral(random)
    const signature = await signPasswordClaim(ephemeral, { ...server.input, password })
    expect(signature).not.toBe(server.signatureFor(ephemeral))
  },
)

test('a is 32 bytes from the given source, and A is g^a', async () => {
  const asked: number[] = []
  const { a, SRP_A } = await createEphemeral((lengthBytes) => {
    asked.push(lengthBytes)
    return new Uint8Array(lengthBytes).fill(0xa5)
  })
  expect(asked).toEqual([32])
  expect(a).toBe('a5'.repeat(32))
  expect(SRP_A).toBe(power(g, BigInt(`0x${'a5'.repeat(32)}`)).toString(16))
})

test.each<[string, unknown]>([
  ['too few bytes', new Uint8Array(31).fill(7)],
  ['too many bytes', new Uint8Array(33).fill(7)],
  ['an unfilled buffer', new Uint8Array(32)],
  ['a Uint16Array', new Uint16Array(32).fill(7)],
  ['a list', Array.from({ length: 32 }, () => 7)],
  ['a string', 'a'.repeat(32)],
  ['a promise', Promise.resolve(new Uint8Array(32).fill(7))],
  ['undefined', undefined],
  ['null', null],
])('a source of randomness that returns %s is rejected', async (_case, given) => {
  const drawn = createEphemeral(() => given as Uint8Array)
  await expect(drawn).rejects.toThrow(
    new ConfigurationError('randomBytes(32) must return a Uint8Array of 32 random bytes.'),
  )
})

test('random bytes can be a Uint8Array or subclass from another realm, or a Node Buffer', async () => {
  const ofAnotherRealm = runInNewContext('new Uint8Array(32).fill(165)') as Uint8Array
  const ofItsSubclass = runInNewContext('new (class Buffer extends Uint8Array {})(32).fill(165)') as Uint8Array
  expect(ofAnotherRealm).not.toBeInstanceOf(Uint8Array)
  for (const bytes of [ofAnotherRealm, ofItsSubclass, Buffer.alloc(32, 0xa5)]) {
    expect(await createEphemeral(() => bytes)).toMatchObject({ a: 'a5'.repeat(32) })
  }
})

test('random bytes with a single non-zero byte are accepted', async () => {
  const bytes = new Uint8Array(32)
  bytes[31] = 1
  expect(await createEphemeral(() => bytes)).toEqual({ a: '1', SRP_A: '2' })
})

test.each([
  ['salt', 'xyz', 'SALT is not a hexadecimal number.'],
  ['B', '0x12', 'SRP_B is not a hexadecimal number.'],
  ['secretBlock', '*', 'SECRET_BLOCK is not base64.'],
])('a malformed %s is rejected before any exponentiation', async (field, text, message) => {
  const { input } = serve('senha')
  const ephemeral = await createEphemeral(random)
  const neverComputes = createSrp({ ...cognitoGroup(), pow: () => Promise.reject(new Error('computed')) })
  const signed = claim.signPasswordClaim(neverComputes, ephemeral, { ...input, password: 'senha', [field]: text })
  await expect(signed).rejects.toThrow(new SrpError(message))
})

test('tracePasswordClaim rejects a value of a that is not hex', async () => {
  const { input } = serve('senha')
  await expect(tracePasswordClaim({ ...input, password: 'senha', a: '0xa' })).rejects.toThrow(
    new SrpError('a is not a hexadecimal number.'),
  )
})

test.each(vectorsOf<{ ikm: string; salt: string; info: string }>('Hkdf'))(
  'HKDF with our SHA-256 returns the bytes of vector $id',
  ({ input: { ikm, salt, info }, expected: { okm = '' } }) => {
    const bytes = hkdf(sha256, hexToBytes(ikm), hexToBytes(salt), hexToBytes(info), okm.length / 2)
    expect(bytesToHex(bytes)).toBe(okm)
  },
)

test('the key equals OpenSSL’s HKDF of the padded S and u', () => {
  const integer = fc.bigInt({ min: 0n, max: N })
  fc.assert(
    fc.property(integer, integer, (S, u) => {
      const expected = hkdfSync('sha256', pad(S), pad(u), 'Caldera Derived Key', 16)
      expect(deriveKey(S.toString(16), u.toString(16))).toEqual(new Uint8Array(expected))
    }),
  )
})

test('the signature equals OpenSSL’s HMAC of the four parts in order', () => {
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
