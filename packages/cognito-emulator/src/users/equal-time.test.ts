import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { ANA, call, createTestEmulator, initiateAuth, respond } from '../../test/caller.ts'
import type { Caller } from '../pools/pools.ts'
import { answerInEqualTime } from './equal-time.ts'

const emulator = createTestEmulator({ preventUserExistenceErrors: true })
type Question = [operation: string, ask: (name: string) => Promise<object>]
const byName = (operation: string, more: object = {}): Question => [
  operation,
  (Username) => call(emulator, operation, { ClientId: 'web', Username, ...more }),
]

async function measureMs(answer: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await answer().catch(() => undefined)
  return performance.now() - startMs
}

test.each<Question>([
  ['USER_SRP_AUTH', (USERNAME) => initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME, SRP_A: '4' })],
  ['USER_PASSWORD_AUTH', (USERNAME) => initiateAuth(emulator, 'USER_PASSWORD_AUTH', { USERNAME, PASSWORD: 'x' })],
  ['USER_AUTH', (USERNAME) => initiateAuth(emulator, 'USER_AUTH', { USERNAME })],
  byName('ForgotPassword'),
  byName('ConfirmForgotPassword', { ConfirmationCode: '000000', Password: 'Outra-Senha-1' }),
  byName('ConfirmSignUp', { ConfirmationCode: '000000' }),
  byName('ResendConfirmationCode'),
])('%s takes at least 20 ms, even after 12 simultaneous requests', async (_operation, ask) => {
  for (const name of [ANA.username, 'zoe']) {
    const timesMs = await Promise.all(Array.from({ length: 12 }, () => measureMs(() => ask(name))))
    timesMs.push(await measureMs(() => ask(name)))
    expect(Math.min(...timesMs)).toBeGreaterThanOrEqual(20)
  }
})

test('a response that takes longer than 20 ms is delayed to the next multiple of 20 ms', async () => {
  const caller = { client: { preventUserExistenceErrors: true } } as Caller
  expect(await measureMs(() => answerInEqualTime(caller, () => wait(25)))).toBeGreaterThanOrEqual(40)
})

test('RespondToAuthChallenge takes at least 20 ms', async () => {
  for (const name of [ANA.username, 'zoe']) {
    const choice = await initiateAuth(emulator, 'USER_AUTH', { USERNAME: name })
    const timeMs = await measureMs(() => respond(emulator, choice, { USERNAME: name, ANSWER: 'EMAIL_OTP' }))
    expect(timeMs).toBeGreaterThanOrEqual(20)
  }
})
