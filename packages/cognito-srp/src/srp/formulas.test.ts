import { createHash } from 'node:crypto'

import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { vectorAbout } from '../../test/vectors.ts'
import { SrpError } from '../errors.ts'
import { COGNITO, cognitoGroup } from './cognito.ts'
import { computeA, computeK, computeS } from './formulas.ts'
import { createGroup, type GroupDefinition } from './group.ts'
import { createSrpWithoutBigInt } from './powers/digit-arrays.ts'
import { createSrp, type Srp } from './srp.ts'

const group = cognitoGroup()
const { N } = group

/** Both implementations. If BigInt exists, big-integer uses BigInt. */
const IMPLEMENTATIONS: [string, (definition: GroupDefinition) => Srp][] = [
  ['native BigInt', (definition) => createSrp(createGroup(definition))],
  ['big-integer', (definition) => createSrpWithoutBigInt(definition)],
]

type AppendixB = { N: string; g: string; identity: string; password: string; salt: string; a: string }

test.each(IMPLEMENTATIONS)(
  'the formulas with %s compute the values of RFC 5054 Appendix B',
  async (_name, implement) => {
    const { input, expected } = vectorAbout<AppendixB>('Rfc5054', 'RFC 5054, Appendix B')
    const srp = implement({
      N: input.N,
      g: input.g,
      hash: (bytes) => createHash('sha1').update(bytes).digest(),
      pad: (hex) => hexToBytes(hex.padStart(input.N.length, '0')),
    })
    const credentials = { salt: hexToBytes(input.salt), identity: input.identity, password: input.password }
    const A = await srp.publicValue(input.a)
    const secret = await srp.premasterSecret({ a: input.a, A, B: expected['B'] ?? '', ...credentials })
    const { x, verifier } = await srp.verifier(credentials)
    expect({ A, B: expected['B'], ...secret, verifier }).toEqual(expected)
    expect(x).toBe(expected['x'])
  },
)

test('a sign-in aborts when A is a multiple of N', async () => {
  const abort = new SrpError('Illegal paramater. A mod N cannot be 0.')
  await expect(computeA({ ...group, pow: () => Promise.resolve(0n) }, 5n)).rejects.toThrow(abort)
  for (const [, implement] of IMPLEMENTATIONS) {
    await expect(implement({ ...COGNITO, g: COGNITO.N }).publicValue('5')).rejects.toThrow(abort)
  }
})

const known = { k: computeK(group), a: 13n, B: 17n, u: 19n, x: 11n }
const kgx = known.k * 2n ** 11n

test.each([
  ['B = 0', { B: 0n }, 'B cannot be zero.'],
  ['B = N', { B: N }, 'B cannot be zero.'],
  ['B = 2N', { B: 2n * N }, 'B cannot be zero.'],
  ['B = N + 1', { B: N + 1n }, 'B must be less than N.'],
  ['u = 0', { u: 0n }, 'U cannot be zero.'],
  ['B = k * g^x', { B: kgx }, 'B forces a known premaster secret.'],
  ['B = k * g^x + 1', { B: kgx + 1n }, 'B forces a known premaster secret.'],
  ['B = k * g^x - 1', { B: kgx - 1n }, 'B forces a known premaster secret.'],
])('computeS aborts when %s', async (_case, values, message) => {
  await expect(computeS(group, { ...known, ...values })).rejects.toThrow(new SrpError(message))
})

test('computeS accepts B = k * g^x + 2, which is next to a rejected value', async () => {
  expect(await computeS(group, { ...known, B: kgx + 2n })).toBe(2n ** (13n + 19n * 11n))
})

/** Group and hash that are so small that every error occurs. For example, u is 0 in one of 16 cases. */
const smallGroup = fc
  .record({ half: fc.integer({ min: 1, max: 60 }), g: fc.integer({ min: 1, max: 200 }) })
  .map(({ half, g }): GroupDefinition => ({
    N: (2 * half + 1).toString(16),
    g: g.toString(16),
    hash: (bytes) => Uint8Array.of((createHash('sha256').update(bytes).digest()[0] ?? 0) % 16),
    pad: COGNITO.pad,
  }))
const hex = fc.nat({ max: 130 }).map((integer) => integer.toString(16))

test('the native and the big-integer implementations return the same values and throw the same errors', async () => {
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(smallGroup, hex, hex, fc.string(), async (definition, a, B, password) => {
      const credentials = { salt: Uint8Array.of(7), identity: 'ana', password }
      const [native, bigInteger] = IMPLEMENTATIONS.map(([, implement]) => implement(definition)) as [Srp, Srp]
      const outcomeOf = async (srp: Srp) => ({
        A: await srp.publicValue(a).catch(messageOf),
        secret: await srp.premasterSecret({ a, A: 'c0ffee', B, ...credentials }).catch(messageOf),
        verifier: await srp.verifier(credentials),
      })
      const outcome = await outcomeOf(native)
      expect(await outcomeOf(bigInteger)).toEqual(outcome)
      for (const value of [outcome.A, outcome.secret]) {
        outcomes.add(typeof value === 'string' && value.includes(' ') ? value : 'value')
      }
    }),
    { numRuns: 600 },
  )
  expect(outcomes).toEqual(
    new Set([
      'value',
      'Illegal paramater. A mod N cannot be 0.',
      'B cannot be zero.',
      'B must be less than N.',
      'U cannot be zero.',
      'B forces a known premaster secret.',
    ]),
  )
})

test('the native and the big-integer implementations return the same values in Cognito’s group', async () => {
  const wide = fc.bigInt({ min: 2n, max: N - 2n }).map((integer) => integer.toString(16))
  const [native, bigInteger] = IMPLEMENTATIONS.map(([, implement]) => implement(COGNITO)) as [Srp, Srp]
  await fc.assert(
    fc.asyncProperty(wide, wide, fc.uint8Array(), fc.string(), async (a, B, salt, password) => {
      const values = { a: a.slice(0, 64), A: B, B, salt, identity: 'ana', password }
      expect(await bigInteger.publicValue(a)).toBe(await native.publicValue(a))
      expect(await bigInteger.premasterSecret(values)).toEqual(await native.premasterSecret(values))
      expect(await bigInteger.verifier(values)).toEqual(await native.verifier(values))
    }),
    { numRuns: 8 },
  )
})

function messageOf(error: unknown): string {
  if (!(error instanceof SrpError)) throw error
  return error.message
}
