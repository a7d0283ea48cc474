import * as nodeCrypto from 'node:crypto'

import { afterEach, expect, test, vi } from 'vitest'

import { vectorsOf, type Vector } from '../../test/vectors.ts'
import type { PasswordClaimTraceInput } from './claim.ts'
import type { DeviceVerifierTraceInput } from './device-verifier.ts'
import * as onNode from './platform.node.ts'
import * as portable from './platform.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const CLAIMS = vectorsOf<PasswordClaimTraceInput>('PasswordClaim') as [
  Vector<PasswordClaimTraceInput>,
  ...Vector<PasswordClaimTraceInput>[],
]
const fill = (lengthBytes: number) => new Uint8Array(lengthBytes).fill(0xa5)

test('the build for Node has the same exports as the portable build', () => {
  expect(Object.keys(onNode).sort()).toEqual(Object.keys(portable).sort())
})

test.each(CLAIMS.slice(0, 5))('the claim of vector $id is correct on Node', async ({ input, expected }) => {
  expect(await onNode.tracePasswordClaim(input)).toMatchObject(expected)
})

test.each(vectorsOf<DeviceVerifierTraceInput>('DeviceVerifier').slice(0, 5))(
  'the device verifier of vector $id is correct on Node',
  async ({ input, expected }) => {
    expect(await onNode.traceDeviceVerifier(input)).toMatchObject(expected)
  },
)

test('a sign-in on Node sends the same values as the portable build', async () => {
  const device = { deviceGroupKey: 'group', deviceKey: 'key', randomBytes: fill }
  const ephemeral = await portable.createEphemeral(fill)
  const { a: _a, ...challenge } = CLAIMS[0].input
  expect(await onNode.createEphemeral(fill)).toEqual(ephemeral)
  expect(await onNode.signPasswordClaim(ephemeral, challenge)).toBe(
    await portable.signPasswordClaim(ephemeral, challenge),
  )
  expect(await onNode.createDeviceVerifier(device)).toEqual(await portable.createDeviceVerifier(device))
})

test('OpenSSL computes the powers on Node', async () => {
  const setPrivateKey = vi.spyOn(nodeCrypto.DiffieHellman.prototype, 'setPrivateKey')
  await onNode.createEphemeral(fill)
  expect(setPrivateKey).toHaveBeenLastCalledWith('a5'.repeat(32).padStart(128, '0'), 'hex')
})

test.each([
  ['Bun', { openssl: '3.0.0', bun: '1.4.5' }],
  ['Deno', { openssl: '3.0.0', deno: '2.9.6' }],
  ['a Worker', { node: '22.0.0' }],
])('%s computes powers without node:crypto', async (_platform, versions) => {
  vi.stubGlobal('process', { ...process, versions })
  vi.resetModules()
  const elsewhere = await import('./platform.node.ts')
  const setPrivateKey = vi.spyOn(nodeCrypto.DiffieHellman.prototype, 'setPrivateKey')
  expect(await elsewhere.createEphemeral(fill)).toEqual(await portable.createEphemeral(fill))
  expect(setPrivateKey).not.toHaveBeenCalled()
})

test('a platform without BigInt and without a registered implementation throws an error that names the import', async () => {
  vi.stubGlobal('BigInt', undefined)
  vi.resetModules()
  const elsewhere = await import('./platform.node.ts')
  await expect(elsewhere.createEphemeral(fill)).rejects.toThrow('Import @cognito-srp/client/without-bigint once')
})
