import { expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  initiateAuth,
  POOL_ID,
  respond,
  signInWithPassword,
  signInWithSrp,
} from '../../test/caller.ts'
import { ana, lastCode, LIMITED, LOCKED, messageOf, NOW_MS, otherThan, startAtOneMoment } from '../../test/guesses.ts'
import { deviceVerifier } from '../../test/independent-srp.ts'
import { createClock } from '../controls/clock.ts'
import type { Emulator } from '../index.ts'
import type { Pool } from '../pools/pools.ts'
import { tooManyRequests } from '../service-error.ts'
import { createAttemptLimits } from './attempt-limits.ts'

const INCORRECT = 'Incorrect username or password.'

test('the lockout after wrong passwords grows to 15 minutes, and further attempts do not extend it', async () => {
  const emulator = startAtOneMoment()
  const wrong = () => messageOf(signInWithPassword(emulator, 'ana', 'Senha-999'))
  for (let failure = 1; failure <= 15; failure++) {
    expect(await wrong()).toBe(INCORRECT)
    emulator.clock.advance(failure < 15 ? 2 ** 9 : 899)
  }
  for (let asked = 0; asked < 50; asked++) expect(await wrong()).toBe(LOCKED)
  emulator.clock.advance(1)
  expect(await messageOf(signInWithPassword(emulator))).toBe('let in')
})

test('all failures are cleared if no attempt follows within 15 minutes after a lockout', async () => {
  const emulator = startAtOneMoment()
  const wrong = () => messageOf(signInWithPassword(emulator, 'ana', 'Senha-999'))
  for (let failure = 0; failure < 5; failure++) await wrong()
  emulator.clock.advance(901)
  for (let failure = 0; failure < 5; failure++) expect(await wrong()).toBe(INCORRECT)
  expect(await wrong()).toBe(LOCKED)
})

test('a persistent attacker gets at most 40 password guesses and 20 code guesses in an hour', async () => {
  const emulator = startAtOneMoment()
  await call(emulator, 'ForgotPassword', ana)
  const wrongCode = otherThan(lastCode(emulator))
  const reset = { ...ana, ConfirmationCode: wrongCode, Password: 'Outra-Senha-1' }
  let [passwords, codes] = [0, 0]
  for (let second = 0; second < 3600; second += 30) {
    if ((await messageOf(signInWithPassword(emulator, 'ana', 'Senha-999'))) === INCORRECT) passwords += 1
    if ((await messageOf(call(emulator, 'ConfirmForgotPassword', reset))) !== LIMITED) codes += 1
    emulator.clock.advance(30)
  }
  expect(passwords).toBeLessThanOrEqual(40)
  expect(codes).toBeLessThanOrEqual(20)
})

test("requests for unknown names do not evict a user's recorded requests", async () => {
  const limits = createAttemptLimits(
    createClock(() => NOW_MS),
    5,
    1000,
  )
  const pool = { id: POOL_ID, settings: {} } as Pool
  const ana = { pool, username: 'ana', sub: 'sub-of-ana' }
  for (let asked = 0; asked < 10; asked++) limits.countRequest(ana)
  for (let name = 0; name < 1001; name++) limits.countRequest({ pool, username: `${name}` })
  expect(() => limits.countRequest(ana)).toThrow(LIMITED)
})

test('a user can sign in with a remembered device while an attacker keeps the account locked', async () => {
  const emulator = startAtOneMoment({ deviceTracking: 'always' })
  const answer = await signInWithSrp(emulator)
  const { DeviceKey = '', DeviceGroupKey = '' } = answer.AuthenticationResult?.NewDeviceMetadata ?? {}
  const identity = { poolName: DeviceGroupKey, userId: DeviceKey, password: 'c2VncmVkbw==' }
  const DeviceSecretVerifierConfig = deviceVerifier(identity)
  await call(emulator, 'ConfirmDevice', { AccessToken: accessTokenOf(answer), DeviceKey, DeviceSecretVerifierConfig })
  const signIn = (password: string, DEVICE_KEY: string) =>
    initiateAuth(emulator, 'USER_PASSWORD_AUTH', { USERNAME: 'ana', PASSWORD: password, DEVICE_KEY })

  const strange = 'local_00000000-0000-4000-8000-000000000000'
  for (let failure = 0; failure < 5; failure++) await messageOf(signIn('Senha-999', strange))
  expect(await messageOf(signIn(ANA.password, strange))).toBe(LOCKED)
  expect(await signIn(ANA.password, DeviceKey)).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH' })
  expect(await messageOf(signIn(ANA.password, strange))).toBe(LOCKED)
})

test('a correct password does not clear second-factor failures', async () => {
  const emulator = startAtOneMoment({ users: [{ ...ANA, smsMfa: true }] })
  for (let failure = 0; failure < 5; failure++) {
    const challenge = await signInWithPassword(emulator)
    await messageOf(respond(emulator, challenge, { SMS_MFA_CODE: otherThan(lastCode(emulator)) }))
  }
  const challenge = await signInWithPassword(emulator)
  expect(await messageOf(respond(emulator, challenge, { SMS_MFA_CODE: lastCode(emulator) }))).toBe(LOCKED)
  emulator.clock.advance(1)
  expect(await respond(emulator, challenge, { SMS_MFA_CODE: lastCode(emulator) })).toHaveProperty(
    'AuthenticationResult',
  )
})

test.each([
  ['a password reset', (emulator: Emulator) => resetPassword(emulator)],
  [
    'a password set by an administrator',
    (emulator: Emulator) =>
      call(emulator, 'AdminSetUserPassword', {
        UserPoolId: POOL_ID,
        Username: 'ana',
        Password: ANA.password,
        Permanent: true,
      }),
  ],
])('%s ends the lockout after wrong passwords', async (_case, end) => {
  const emulator = startAtOneMoment()
  for (let failure = 0; failure < 5; failure++) await messageOf(signInWithPassword(emulator, 'ana', 'Senha-999'))
  expect(await messageOf(signInWithPassword(emulator))).toBe(LOCKED)
  await end(emulator)
  expect(await messageOf(signInWithPassword(emulator))).toBe('let in')
})

async function resetPassword(emulator: Emulator): Promise<void> {
  await call(emulator, 'ForgotPassword', ana)
  const answer = { ...ana, ConfirmationCode: lastCode(emulator), Password: ANA.password }
  await call(emulator, 'ConfirmForgotPassword', answer)
}

test.each([
  ['ForgotPassword', 'ana', 5, 240],
  ['ForgotPassword', 'ninguem', 5, 240],
  ['ResendConfirmationCode', 'ana', 10, 360],
  ['ResendConfirmationCode', 'ninguem', 10, 360],
])('%s for %s accepts %d requests, then one more every %d seconds', async (operation, Username, free, seconds) => {
  const emulator = startAtOneMoment({ preventUserExistenceErrors: true })
  const request = () => messageOf(call(emulator, operation, { ClientId: 'web', Username }))
  for (let asked = 0; asked < free; asked++) expect(await request()).toBe('let in')
  expect(await request()).toBe(LIMITED)
  emulator.clock.advance(seconds)
  expect(await request()).toBe('let in')
  expect(await request()).toBe(LIMITED)
})

test('a guess does not count as a failure if the emulator is too busy to check the guess', async () => {
  const limits = createAttemptLimits(createClock(() => NOW_MS))
  const guessed = { pool: { id: POOL_ID, settings: {} } as Pool, username: 'ana' }
  const failBusy = () => {
    throw tooManyRequests()
  }
  for (let asked = 0; asked < 10; asked++) {
    expect(await messageOf(limits.guess(guessed, 'password', failBusy))).toBe('Too many requests')
  }
  expect(await limits.guess(guessed, 'password', () => 'right')).toBe('right')
})

test('the option freeFailures allows more failures before a lockout', async () => {
  const emulator = startAtOneMoment({}, 50)
  for (let failure = 0; failure < 49; failure++) await messageOf(signInWithPassword(emulator, 'ana', 'Senha-999'))
  expect(await messageOf(signInWithPassword(emulator))).toBe('let in')
})
