import { ANA } from '@cognito-srp/testing/user-pools'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { RunningEmulator } from '../../packages/cognito-emulator/src/index.ts'
import { createAmplify } from './amplify.ts'
import { createIdentityJs } from './identity-js.ts'
import { createOwnClient } from './own-client.ts'
import type { CreatePeer } from './peer.ts'
import { startPool } from './pool.ts'
import { createSrpHelper } from './srp-helper.ts'

let emulator: RunningEmulator

beforeAll(async () => {
  emulator = await startPool('always')
})
afterAll(() => emulator.close())

const credentials = { username: ANA.username, password: ANA.password }
const everyPeer: [string, CreatePeer][] = [
  ['amazon-cognito-identity-js', createIdentityJs],
  ['aws-amplify/auth', createAmplify],
  ['@cognito-srp/client', createOwnClient],
  ['cognito-srp-helper with @aws-sdk', createSrpHelper],
]

test.each(everyPeer)('%s confirms a device and comes back with it', async (_name, create) => {
  const peer = create(emulator.url)
  expect(await peer.signIn(credentials)).toBe('signed-in')
  const deviceKey = peer.deviceKey()
  expect(deviceKey).toMatch(/^local_/)
  expect(await peer.signIn(credentials)).toBe('signed-in')
  expect(peer.deviceKey()).toBe(deviceKey)
})

test.each(everyPeer)('%s is refused with a tampered device secret', async (_name, create) => {
  const peer = create(emulator.url)
  await peer.signIn(credentials)
  const key = [...peer.storage.keys()].find((name) => name.endsWith('randomPasswordKey')) ?? ''
  expect(peer.storage.get(key)).toBeDefined()
  peer.storage.set(key, Buffer.from('another secret').toString('base64'))
  await expect(peer.signIn(credentials)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
})
