import { expect, test } from 'vitest'

import { createDeviceVerifier } from './device-verifier.ts'
import { traceDeviceVerifier } from './trace.ts'

const metadata = { deviceGroupKey: '-Abc1Defg', deviceKey: 'us-east-1_0cbf2b11-5a52-4c0e-9d3e-6d1f0a1c2b3d' }

test('a device gets 40 random bytes as password and 16 as salt', async () => {
  const drawn = [new Uint8Array(40).fill(0xfb), new Uint8Array(16).fill(0x9c)]
  const asked: number[] = []
  const verifier = await createDeviceVerifier({
    ...metadata,
    randomBytes: (lengthBytes) => {
      asked.push(lengthBytes)
      return drawn.shift() ?? new Uint8Array()
    },
  })
  const devicePassword = Buffer.alloc(40, 0xfb).toString('base64')
  const { Salt, PasswordVerifier } = await traceDeviceVerifier({ ...metadata, devicePassword, salt: '9c'.repeat(16) })
  expect(asked).toEqual([40, 16])
  expect(verifier).toEqual({ devicePassword, Salt, PasswordVerifier })
  expect(Salt).toBe(Buffer.from(`00${'9c'.repeat(16)}`, 'hex').toString('base64'))
})

test('two devices of one person never share a password or a salt', async () => {
  const randomBytes = (lengthBytes: number) => crypto.getRandomValues(new Uint8Array(lengthBytes))
  const [first, second] = await Promise.all([
    createDeviceVerifier({ ...metadata, randomBytes }),
    createDeviceVerifier({ ...metadata, randomBytes }),
  ])
  expect(first.devicePassword).not.toBe(second.devicePassword)
  expect(first.Salt).not.toBe(second.Salt)
  expect(first.PasswordVerifier).not.toBe(second.PasswordVerifier)
})

test('a source of randomness that gives too little is refused', async () => {
  await expect(createDeviceVerifier({ ...metadata, randomBytes: () => new Uint8Array(39) })).rejects.toThrow(TypeError)
})
