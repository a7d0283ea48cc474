import { totpCode } from '@cognito-srp/testing/totp'
import { ANA, TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { RunningEmulator } from '../../packages/cognito-emulator/src/index.ts'
import { EVERY_PEER, WHOLE_CLIENTS } from './peers.ts'
import { CUSTOM_ANSWER, startPool } from './pool.ts'

let emulator: RunningEmulator
let clockAdvancedMs = 0

beforeAll(async () => {
  emulator = await startPool('off')
})
afterAll(() => emulator.close())

const CREDENTIALS = { username: ANA.username, password: ANA.password }

test.each(EVERY_PEER)('%s signs in with the right password', async (_name, create) => {
  await expect(create(emulator.url).signIn(CREDENTIALS)).resolves.toBe('signed-in')
})

test.each(EVERY_PEER)('%s cannot sign in with a wrong password', async (_name, create) => {
  await expect(create(emulator.url).signIn({ username: 'ana', password: 'Senha-124' })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
})

test.each(WHOLE_CLIENTS)('%s signs in with a code from an authenticator app', async (_name, create) => {
  const peer = create(emulator.url)
  expect(await peer.signIn({ username: 'totp', password: ANA.password })).toBe('totp')
  await expect(peer.answer('000000')).rejects.toMatchObject({ name: 'CodeMismatchException' })
  emulator.clock.advance(60) // a new time step for each client, because each code is accepted only once
  clockAdvancedMs += 60_000
  expect(await peer.answer(await totpCode(TOTP_SECRET, Date.now() + clockAdvancedMs))).toBe('signed-in')
})

test.each(WHOLE_CLIENTS)('%s signs in with a code sent by SMS', async (_name, create) => {
  const peer = create(emulator.url)
  expect(await peer.signIn({ username: 'sms', password: ANA.password })).toBe('sms')
  const sent = emulator.outbox.findLast(({ username, medium }) => username === 'sms' && medium === 'SMS')
  expect(await peer.answer(sent?.code ?? '')).toBe('signed-in')
})

test.each(WHOLE_CLIENTS)('%s signs in with a custom challenge after the password', async (_name, create) => {
  const peer = create(emulator.url)
  expect(await peer.signIn({ ...CREDENTIALS, flow: 'custom-with-srp' })).toBe('custom')
  expect(await peer.answer(CUSTOM_ANSWER)).toBe('signed-in')
})

test.each(WHOLE_CLIENTS)('%s cannot sign in with a wrong answer to a custom challenge', async (_name, create) => {
  const peer = create(emulator.url)
  expect(await peer.signIn({ ...CREDENTIALS, flow: 'custom-with-srp' })).toBe('custom')
  await expect(peer.answer('verde')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
})

test.each(WHOLE_CLIENTS)('%s replaces a temporary password', async (_name, create) => {
  const ownPool = await startPool('off')
  const peer = create(ownPool.url)
  expect(await peer.signIn({ username: 'new', password: ANA.password })).toBe('new-password')
  expect(await peer.answer('Minha-Senha-9')).toBe('signed-in')
  expect(await create(ownPool.url).signIn({ username: 'new', password: 'Minha-Senha-9' })).toBe('signed-in')
  await ownPool.close()
})
