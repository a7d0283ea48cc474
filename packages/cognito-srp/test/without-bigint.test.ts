import { expect, test } from 'vitest'

import { allVectors } from './vectors.ts'
import { bundleAnswers, runWithoutBigInt } from './without-bigint.ts'

/** One of every kind, with few powers: each takes big-integer a third of a second. */
const QUICK = new Set([
  'constants',
  'go-A',
  'go-u',
  'go-hkdf',
  'go-secret-hash',
  'helper-passwordHash',
  'helper-device-verifier',
  'helper-signature',
  'refused-b-0',
  'rfc5054-b',
  'timestamp-1',
])

test('a bundle in a realm without BigInt answers a vector of every kind', { timeout: 120_000 }, async () => {
  const vectors = allVectors()
  const quick = vectors.filter(({ id }) => QUICK.has(id))
  expect(new Set(quick.map(({ kind }) => kind))).toEqual(new Set(vectors.map(({ kind }) => kind)))
  expect(await runWithoutBigInt(await bundleAnswers(), quick)).toEqual([])
})
