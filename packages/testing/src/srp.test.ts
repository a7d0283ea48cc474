import { expect, test } from 'vitest'

import passwordClaims from '../../vectors/testvectors/password-claim.json' with { type: 'json' }
import { g, k, N, pad, power, privateKey, scrambler, signatureKey, signClaim, toInteger } from './srp.ts'

test('N is 2^3072 - 2^3008 - 1 + 2^64 * ([2^2942 * pi] + 1690314), as defined in RFC 3526 §4', () => {
  const pi = floorOfPi(2942n)
  expect(N).toBe(2n ** 3072n - 2n ** 3008n - 1n + 2n ** 64n * (pi + 1_690_314n))
})

test('k matches the value that other implementations publish', () => {
  expect(k.toString(16)).toBe('538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6')
})

test.each([
  [0n, '00'],
  [0x7fn, '7f'],
  [0x80n, '0080'],
  [0xabcn, '0abc'],
  [0x1234n, '1234'],
])('pad encodes %d as whole bytes without a set top bit', (value, hex) => {
  expect(Buffer.from(pad(value)).toString('hex')).toBe(hex)
  expect(toInteger(pad(value))).toBe(value)
})

type Claim = { tcId: number; comment: string; input: Record<string, string>; expected: Record<string, string> }

/** Claims that other implementations publish. */
const claims = passwordClaims.testGroups
  .filter(({ type, source }) => type === 'PasswordClaim' && source.name !== 'generate.py')
  .flatMap(({ source, tests }) => tests.map((test) => ({ ...(test as unknown as Claim), source: source.name })))

test.each(claims)('the SRP functions match another implementation: $comment', ({ input, expected }) => {
  const { poolName = '', userId = '', password = '', secretBlock = '', timestamp = '' } = input
  const [a, B, salt] = [hex(input['a']), hex(input['B']), hex(input['salt'])]
  const A = power(g, a)
  const u = scrambler(A, B)
  const x = privateKey(salt, poolName, userId, password)
  const base = B - k * power(g, x)
  const S = power(((base % N) + N) % N, a + u * x)
  const key = signatureKey(S, u)
  const signature = signClaim(key, { poolName, userId, secretBlock: Buffer.from(secretBlock, 'base64'), timestamp })
  const inHex = { A: A.toString(16), k: k.toString(16), u: u.toString(16), x: x.toString(16), S: S.toString(16) }
  expect({ ...inHex, key: Buffer.from(key).toString('hex'), signature }).toEqual(expected)
})

test('the vectors come from at least three other implementations', () => {
  expect(new Set(claims.map(({ source }) => source)).size).toBeGreaterThanOrEqual(3)
})

test('power follows the laws of exponents', () => {
  expect(power(3n, 5n)).toBe(243n)
  expect(power(7n, 1000n)).toBe((power(7n, 400n) * power(7n, 600n)) % N)
  expect(power(2n, N - 1n)).toBe(1n) // Fermat
})

function hex(digits = ''): bigint {
  return BigInt(`0x${digits}`)
}

/** Computes [2^bits * pi] with Machin's formula pi = 16 arctan(1/5) - 4 arctan(1/239). */
function floorOfPi(bits: bigint): bigint {
  const guard = 64n
  const one = 1n << (bits + guard)
  const arctanOfInverse = (x: bigint): bigint => {
    let [sum, term, n, sign] = [0n, one / x, 1n, 1n]
    while (term > 0n) {
      sum += (sign * term) / n
      ;[term, n, sign] = [term / (x * x), n + 2n, -sign]
    }
    return sum
  }
  return (16n * arctanOfInverse(5n) - 4n * arctanOfInverse(239n)) >> guard
}
