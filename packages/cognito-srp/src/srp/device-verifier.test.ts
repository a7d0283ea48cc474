import { g, pad, power, privateKey, toInteger } from '@cognito-srp/testing/srp'
import { expect, test } from 'vitest'

import { ConfigurationError, SrpError } from '../errors.ts'
import { createDeviceVerifier, traceDeviceVerifier } from './platform.ts'

const [deviceGroupKey, deviceKey] = ['-Abc1Defg', 'us-east-1_0cbf2b11-5a52-4c0e-9d3e-6d1f0a1c2b3d']

test('a device gets a password of 40 random bytes, a salt of 16 random bytes, and the matching verifier', async () => {
  const drawn = [new Uint8Array(40).fill(0xfb), new Uint8Array(16).fill(0x9c)]
  const asked: number[] = []
  const verifier = await createDeviceVerifier({
    deviceGroupKey,
    deviceKey,
    randomBytes: (lengthBytes) => {
      asked.push(lengthBytes)
      return drawn.shift() ?? new Uint8Array()
    },
  })
  const devicePassword = Buffer.alloc(40, 0xfb).toString('base64')
  const salt = BigInt(`0x${'9c'.repeat(16)}`)
  const expected = power(g, privateKey(salt, deviceGroupKey, deviceKey, devicePassword))
  expect(asked).toEqual([40, 16])
  expect(verifier).toEqual({
    devicePassword,
    Salt: Buffer.from(`00${'9c'.repeat(16)}`, 'hex').toString('base64'),
    PasswordVerifier: Buffer.from(pad(expected)).toString('base64'),
  })
})

test('two devices get different passwords, salts and verifiers', async () => {
  const randomBytes = (lengthBytes: number) => crypto.getRandomValues(new Uint8Array(lengthBytes))
  const [first, second] = await Promise.all([
    createDeviceVerifier({ deviceGroupKey, deviceKey, randomBytes }),
    createDeviceVerifier({ deviceGroupKey, deviceKey, randomBytes }),
  ])
  expect(first.devicePassword).not.toBe(second.devicePassword)
  expect(first.Salt).not.toBe(second.Salt)
  expect(first.PasswordVerifier).not.toBe(second.PasswordVerifier)
})

test('the salt is sent and hashed as an integer, without redundant leading zero bytes', async () => {
  const drawn = [new Uint8Array(40).fill(7), Uint8Array.of(0, 0, 0x9c, ...new Uint8Array(13))]
  const device = { deviceGroupKey, deviceKey, randomBytes: () => drawn.shift() ?? new Uint8Array() }
  const { Salt, PasswordVerifier } = await createDeviceVerifier(device)
  const salt = toInteger(Uint8Array.of(0x9c, ...new Uint8Array(13)))
  const devicePassword = Buffer.alloc(40, 7).toString('base64')
  const expected = power(g, privateKey(salt, deviceGroupKey, deviceKey, devicePassword))
  expect(Salt).toBe(Buffer.from([0, 0x9c, ...new Uint8Array(13)]).toString('base64'))
  expect(PasswordVerifier).toBe(Buffer.from(pad(expected)).toString('base64'))
})

test('a source of randomness that returns too few bytes is rejected', async () => {
  const device = { deviceGroupKey, deviceKey, randomBytes: () => new Uint8Array(39) }
  await expect(createDeviceVerifier(device)).rejects.toThrow(
    new ConfigurationError('randomBytes(40) must return a Uint8Array of 40 random bytes.'),
  )
})

test('traceDeviceVerifier rejects a salt that is not hex', async () => {
  const device = { deviceGroupKey, deviceKey, devicePassword: 'senha', salt: '' }
  await expect(traceDeviceVerifier(device)).rejects.toThrow(new SrpError('salt is not a hexadecimal number.'))
})
