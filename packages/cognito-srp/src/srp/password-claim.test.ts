import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

import bigInt from 'big-integer'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { SrpError } from '../errors.ts'
import { computeK, computeU, computeX } from './formulas.ts'
import { integerFromHex, integerToHex, padBytes, toNative } from './integer.ts'
import { createEphemeral, signPasswordClaim, type Ephemeral } from './password-claim.ts'
import { cognitoSuite } from './suite.ts'
import { traceDeviceVerifier, tracePasswordClaim } from './trace.ts'

const suite = cognitoSuite()
const N = toNative(suite.N)
const challenge = {
  poolName: 'Pj8nlkpKR',
  userId: 'ana',
  secretBlock: 'c2VjcmV0',
  timestamp: 'Tue Nov 3 04:05:06 UTC 2026',
}
const random = (lengthBytes: number) => Uint8Array.from(randomBytes(lengthBytes))

/** The server's side of RFC 5054 §2.6, S = (A * v^u)^b, with its own powers: it knows the verifier, not the password. */
function serve(password: string) {
  const salt = randomBytes(16).toString('hex')
  const b = BigInt(`0x${randomBytes(32).toString('hex')}`)
  const identity = challenge.poolName + challenge.userId
  const x = toNative(computeX(suite, { salt: padBytes(integerFromHex(salt, 'salt')), identity, password }))
  const verifier = powBySquaring(2n, x)
  const B = bigInt((toNative(computeK(suite)) * verifier + powBySquaring(2n, b)) % N)
  const sign = ({ A }: Ephemeral) => {
    const u = computeU(suite, { A, B })
    const S = powBySquaring(toNative(A) * powBySquaring(verifier, toNative(u)), b)
    const key = hkdfSync('sha256', padBytes(bigInt(S)), padBytes(u), 'Caldera Derived Key', 16)
    const hmac = createHmac('sha256', new Uint8Array(key)).update(identity).update('secret')
    return hmac.update(challenge.timestamp).digest('base64')
  }
  return { input: { ...challenge, salt, B: integerToHex(B) }, sign }
}

function powBySquaring(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) result = (result * result * (bit === '1' ? base : 1n)) % N
  return result
}

test('a server that knows only the verifier computes the same signature for the right password', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (password) => {
      const server = serve(password)
      const ephemeral = await createEphemeral(random)
      const signature = await signPasswordClaim(ephemeral, { ...server.input, password })
      expect(signature).toBe(server.sign(ephemeral))
    }),
    { numRuns: 20 },
  )
})

test.each(['senha-errada', 'senha-certa ', 'Senha-certa', ''])('the signature for %j is another', async (password) => {
  const server = serve('senha-certa')
  const ephemeral = await createEphemeral(random)
  const signature = await signPasswordClaim(ephemeral, { ...server.input, password })
  expect(signature).not.toBe(server.sign(ephemeral))
})

test('a is 32 bytes of the given source, A its power', async () => {
  const asked: number[] = []
  const { a, A, SRP_A } = await createEphemeral((lengthBytes) => {
    asked.push(lengthBytes)
    return new Uint8Array(lengthBytes).fill(0xa5)
  })
  expect(asked).toEqual([32])
  expect(integerToHex(a)).toBe('a5'.repeat(32))
  expect(toNative(A)).toBe(powBySquaring(2n, toNative(a)))
  expect(SRP_A).toBe(toNative(A).toString(16))
})

test('a source of randomness that gives too little is refused', async () => {
  await expect(createEphemeral(() => new Uint8Array(31))).rejects.toThrow(
    new TypeError('randomBytes(32) must return 32 bytes; it returned 31.'),
  )
})

test.each([
  ['salt', 'xyz', 'SALT is not a hexadecimal number.'],
  ['B', '0x12', 'SRP_B is not a hexadecimal number.'],
  ['secretBlock', '*', 'SECRET_BLOCK is not base64.'],
])('a malformed %s is refused before any power is computed', async (field, text, message) => {
  const { input } = serve('senha')
  const ephemeral = await createEphemeral(random)
  const neverComputed = () => Promise.reject(new Error('computed'))
  const claim = signPasswordClaim(ephemeral, { ...input, password: 'senha', [field]: text }, neverComputed)
  await expect(claim).rejects.toThrow(new SrpError(message))
})

test('a tracer refuses an a or a salt that is not hex', async () => {
  const { input } = serve('senha')
  await expect(tracePasswordClaim({ ...input, password: 'senha', a: '0xa' })).rejects.toThrow(
    new SrpError('a is not a hexadecimal number.'),
  )
  const device = { deviceGroupKey: 'group', deviceKey: 'key', devicePassword: 'senha', salt: '' }
  await expect(traceDeviceVerifier(device)).rejects.toThrow(new SrpError('salt is not a hexadecimal number.'))
})
