import { readdirSync, readFileSync } from 'node:fs'
import * as plain from '@cognito-srp/testing/srp'
import { expect, test } from 'vitest'

import { k, N, padHex, powerOfG } from './group.ts'
import { computeSessionKey, computeU, computeX, isClaimSigned, parseA, readTimestamp } from './handshake.ts'

type Values = Record<string, string>

/** Test vector from `packages/vectors`, where README.md describes the types and fields. */
type Vector = {
  comment: string
  input: Values
  expected: Values
  result: 'valid' | 'acceptable' | 'invalid'
}

type StoredFile = { testGroups: { type: string; tests: Vector[] }[] }

const FOLDER = new URL('../../../vectors/testvectors/', import.meta.url)
const GROUPS = readdirSync(FOLDER).flatMap(
  (file) => (JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as StoredFile).testGroups,
)

/** Returns the vectors of one group type. */
function vectorsOf(type: string): Vector[] {
  const vectors = GROUPS.filter((group) => group.type === type).flatMap(({ tests }) => tests)
  if (vectors.length === 0) throw new Error(`There is no vector of type ${type}.`)
  return vectors
}

const integer = (hex: string | undefined): bigint => BigInt(`0x${hex}`)
const xOf = ({ poolName = '', userId = '', password = '', salt }: Values) =>
  computeX({ poolName, userId }, password, integer(salt))

test('N is the prime of MODP group 15 in OpenSSL', () => {
  expect(N).toBe(plain.N)
})

test('N and k equal the values in the published vector', () => {
  const group = vectorsOf('Multiplier').find(({ comment }) => comment === "k of Cognito's group")
  expect({ N: N.toString(16), k: k.toString(16) }).toEqual({ N: group?.input['N'], k: group?.expected['k'] })
})

test.each(vectorsOf('PublicValue'))('powerOfG returns the A of “$comment”', ({ input, expected }) => {
  expect(powerOfG(integer(input['a'])).toString(16)).toBe(expected['A'])
})

test.each(vectorsOf('PrivateKey'))('computeX returns the x of “$comment”', ({ input, expected }) => {
  expect(xOf(input).toString(16)).toBe(expected['x'])
})

test.each(vectorsOf('Scrambler'))('computeU returns the u of “$comment”', ({ input, expected }) => {
  expect(computeU(integer(input['A']), integer(input['B'])).toString(16)).toBe(expected['u'])
})

test.each(vectorsOf('DeviceVerifier'))(
  'the device verifier and the salt equal those of “$comment”',
  ({ input, expected }) => {
    const { deviceGroupKey = '', deviceKey = '', devicePassword = '', salt = '' } = input
    const x = xOf({ poolName: deviceGroupKey, userId: deviceKey, password: devicePassword, salt })
    expect(padHex(powerOfG(x)).toString('base64')).toBe(expected['PasswordVerifier'])
    expect(padHex(integer(salt)).toString('base64')).toBe(expected['Salt'])
  },
)

test.each(vectorsOf('ServerVerifier'))('x and the verifier equal those of “$comment”', ({ input, expected }) => {
  const x = xOf(input)
  expect({ x: x.toString(16), verifier: powerOfG(x).toString(16) }).toEqual(expected)
})

/** Checks a claim as the emulator does. Returns undefined for a claim that the emulator rejects. */
function checkClaim({ A: hexA = '', b, verifier: hexVerifier, signature = '', ...signed }: Values): Values | undefined {
  const A = parseA(hexA)
  if (A === undefined) return undefined
  const verifier = integer(hexVerifier)
  const B = (k * verifier + powerOfG(integer(b))) % N
  const key = computeSessionKey(A, { b: integer(b), B }, verifier)
  const { poolName = '', userId = '', secretBlock = '', timestamp = '' } = signed
  if (!isClaimSigned(key, { poolName, userId, secretBlock, timestamp }, signature)) return undefined
  return { B: B.toString(16), u: computeU(A, B).toString(16), key: key.toString('hex') }
}

const claims = vectorsOf('ServerClaim')

test.each(claims.filter(({ result }) => result !== 'invalid'))(
  'the emulator accepts the claim of “$comment”',
  ({ input, expected }) => {
    const { B, u, key } = expected
    expect(checkClaim(input)).toEqual({ B, u, key })
  },
)

test.each(claims.filter(({ result }) => result === 'invalid'))(
  'the emulator rejects the claim of “$comment”',
  ({ input }) => {
    expect(checkClaim(input)).toBeUndefined()
  },
)

test.each(vectorsOf('ServerTimestamp'))(
  'the result of readTimestamp for “$comment” is $result',
  ({ input, expected, result }) => {
    const reading = readTimestamp(input['timestamp'] ?? '')
    if (result === 'valid') expect(reading).toEqual({ kind: 'valid', ...expected })
    else expect(reading.kind).not.toBe('valid')
  },
)
