import * as plain from '@cognito-srp/testing/srp'
import { expect, test } from 'vitest'

import published from '../../test/published.json' with { type: 'json' }
import { k, N, padHex, powerOfG } from './group.ts'
import { computeU, computeX } from './handshake.ts'

type Numbers = Record<string, string>

type Vector = { id: string; input: Numbers; output: Numbers; derived?: Numbers }

function vector(id: string): Required<Vector> {
  const vectors: Vector[] = published.vectors
  const found = vectors.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`There is no vector ${id}.`)
  return { derived: {}, ...found }
}

const integer = (hex: string | undefined): bigint => BigInt(`0x${hex}`)

test('N is the prime of MODP group 15 in OpenSSL', () => {
  expect(N).toBe(plain.N)
})

test('k is the hash of N and g', () => {
  expect(k).toBe(plain.k)
})

test.each(['go-A', 'helper-A'])('powerOfG returns the A of the published vector %s', (id) => {
  const { input, output } = vector(id)
  expect(powerOfG(integer(input['a'])).toString(16)).toBe(output['A'])
})

test.each(['go-authkey', 'dotnet-authkey'])('computeX returns the x of the published vector %s', (id) => {
  const { input, derived } = vector(id)
  const { poolName = '', userId = '', password = '' } = input
  expect(computeX({ poolName, userId }, password, integer(input['salt'])).toString(16)).toBe(derived['x'])
})

test('computeU returns the u of the published vector go-u', () => {
  const { input, output } = vector('go-u')
  expect(computeU(integer(input['A']), integer(input['B'])).toString(16)).toBe(output['u'])
})

test('a device verifier equals the published vector of cognito-srp-helper', () => {
  const { input, output } = vector('helper-device-verifier')
  const identity = { poolName: input['deviceGroupKey'] ?? '', userId: input['deviceKey'] ?? '' }
  const x = computeX(identity, input['randomPassword'] ?? '', integer(input['salt']))
  expect(padHex(powerOfG(x)).toString('base64')).toBe(output['PasswordVerifier'])
})
