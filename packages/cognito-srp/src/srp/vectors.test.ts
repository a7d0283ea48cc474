import { expect, test } from 'vitest'

import { vectorsOf } from '../../test/vectors.ts'
import { SrpError } from '../errors.ts'
import { deriveKey } from './claim-key.ts'
import { cognitoModPow } from './cognito-modpow.ts'
import { bytesToHex, concatBytes } from './encoding.ts'
import { computeA, computeK, computeU, computeX } from './formulas.ts'
import { integerFromBytes, integerFromHex, integerToHex } from './integer.ts'
import type { PasswordClaimInput } from './password-claim.ts'
import { computeSecretHash, type SecretHashInput } from './secret-hash.ts'
import { cognitoSuite } from './suite.ts'
import { formatTimestamp } from './timestamp.ts'
import { traceDeviceVerifier, tracePasswordClaim, type DeviceVerifierTraceInput } from './trace.ts'

const suite = cognitoSuite()

test.each(vectorsOf('group'))('N, g and k are those of $id', ({ output }) => {
  const { N, g } = suite
  expect({ N: integerToHex(N), g: integerToHex(g), k: integerToHex(computeK(suite)) }).toMatchObject({
    N: output['N'],
    g: output['g'],
    k: output['k'],
  })
})

test.each(vectorsOf<{ a: string }>('publicValue'))('A of $id comes out', async ({ input, output }) => {
  const A = await computeA(suite, integerFromHex(input.a, 'a'), cognitoModPow())
  expect({ A: integerToHex(A) }).toEqual(output)
})

test.each(vectorsOf<{ A: string; B: string }>('scrambler'))('u of $id comes out', ({ input, output }) => {
  const u = computeU(suite, { A: integerFromHex(input.A, 'A'), B: integerFromHex(input.B, 'B') })
  expect({ u: integerToHex(u) }).toEqual(output)
})

test.each(vectorsOf<{ poolName: string; userId: string; password: string }>('passwordHash'))(
  'x hashes the password as in $id',
  ({ input: { poolName, userId, password }, output }) => {
    const salt = Uint8Array.of(7)
    const passwordHash = Uint8Array.from(Buffer.from(output['hash'] ?? '', 'hex'))
    const x = computeX(suite, { salt, identity: poolName + userId, password })
    expect(x).toEqual(integerFromBytes(suite.hash(concatBytes(salt, passwordHash))))
  },
)

test.each(vectorsOf<PasswordClaimInput & { a: string }>('passwordClaim'))(
  'every value of the claim comes out: $id',
  async ({ input, output }) => {
    expect(await tracePasswordClaim(input)).toMatchObject(output)
  },
)

const REFUSALS: Record<string, string> = {
  'not-hex': 'SRP_B is not a hexadecimal number.',
  'not-below-N': 'B must be less than N.',
  zero: 'B cannot be zero.',
  degenerate: 'B forces a known premaster secret.',
}

test.each(vectorsOf<PasswordClaimInput & { a: string }>('refusal'))('$id', async ({ input, output }) => {
  const refusal = new SrpError(REFUSALS[output['reason'] ?? ''] ?? 'unknown reason')
  await expect(tracePasswordClaim(input)).rejects.toThrow(refusal)
})

test.each(vectorsOf<DeviceVerifierTraceInput>('deviceVerifier'))(
  'the verifier comes out: $id',
  async ({ input, output }) => {
    expect(await traceDeviceVerifier(input)).toMatchObject(output)
  },
)

test.each(vectorsOf<SecretHashInput>('secretHash'))('the secret hash comes out: $id', async ({ input, output }) => {
  expect({ secretHash: await computeSecretHash(input) }).toEqual(output)
})

test.each(vectorsOf<{ nowMs: number }>('timestamp'))('the time is written as Cognito reads it: $id', (vector) => {
  expect({ timestamp: formatTimestamp(vector.input.nowMs) }).toEqual(vector.output)
})

test('the key is the one of go-hkdf', () => {
  const vector = vectorsOf<{ ikm: string; salt: string }>('hkdf').find(({ id }) => id === 'go-hkdf')
  const { ikm = '', salt = '' } = vector?.input ?? {}
  const key = deriveKey(integerFromHex(ikm, 'S'), integerFromHex(salt, 'u'))
  expect({ okm: bytesToHex(key) }).toEqual(vector?.output)
})
