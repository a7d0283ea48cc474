import { ANA } from '@cognito-srp/testing/user-pools'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { RunningEmulator } from '../../packages/cognito-emulator/src/index.ts'
import { EVERY_PEER } from './peers.ts'
import { startPool } from './pool.ts'

let emulator: RunningEmulator

beforeAll(async () => {
  emulator = await startPool('always')
})
afterAll(() => emulator.close())

const CREDENTIALS = { username: ANA.username, password: ANA.password }

test.each(EVERY_PEER)('%s confirms a device and uses it in the next sign-in', async (_name, create) => {
  const peer = create(emulator.url)
  expect(await peer.signIn(CREDENTIALS)).toBe('signed-in')
  const deviceKey = peer.deviceKey()
  expect(deviceKey).toMatch(/^local_/)
  expect(await peer.signIn(CREDENTIALS)).toBe('signed-in')
  expect(peer.deviceKey()).toBe(deviceKey)
})

test.each(EVERY_PEER)('%s cannot sign in with a tampered device secret', async (_name, create) => {
  const peer = create(emulator.url)
  await peer.signIn(CREDENTIALS)
  const key = [...peer.storage.keys()].find((name) => name.endsWith('randomPasswordKey')) ?? ''
  expect(peer.storage.get(key)).toBeDefined()
  peer.storage.set(key, Buffer.from('another secret').toString('base64'))
  await expect(peer.signIn(CREDENTIALS)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
})
