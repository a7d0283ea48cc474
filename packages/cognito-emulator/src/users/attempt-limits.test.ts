import { totpCode } from '@cognito-srp/testing/totp'
import { beforeEach, expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  createTestEmulator,
  initiateAuth,
  POOL_ID,
  respond,
  signInWithPassword,
  signInWithSrp,
} from '../../test/caller.ts'
import { deviceVerifier } from '../../test/independent-srp.ts'
import { createClock } from '../controls/clock.ts'
import type { Emulator, UserPoolConfig } from '../index.ts'
import type { Pool } from '../pools/pools.ts'
import { tooManyRequests } from '../service-error.ts'
import { createAttemptLimits } from './attempt-limits.ts'

/** One moment of today: a proof by SRP is made by the machine's clock. */
const NOW_MS = Date.now()
const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const AT_ONCE = 20
const INCORRECT = 'Incorrect username or password.'
const LOCKED = 'Password attempts exceeded'
const LIMITED = 'Attempt limit exceeded, please try after some time.'
const ana = { ClientId: 'web', Username: ANA.username }

/** The emulator's time, which passes only by `emulator.clock`. */
let advancedMs: number
beforeEach(() => {
  advancedMs = 0
})
const start = (pool: Partial<UserPoolConfig> = {}, freeFailures?: number): Emulator =>
  createTestEmulator(pool, { now: () => NOW_MS, ...(freeFailures !== undefined && { freeFailures }) })
function wait(emulator: Emulator, seconds: number): void {
  emulator.clock.advance(seconds)
  advancedMs += seconds * 1000
}
const lastCode = ({ outbox }: Emulator): string => outbox.at(-1)?.code ?? ''
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')
const messageOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'let in',
    (error: unknown) => (error as Error).message,
  )

/** How one kind of guess is made: each call asks anew, as an attacker would, for as long as that is possible. */
type Guessing = { pool?: Partial<UserPoolConfig>; prepare: (emulator: Emulator) => Promise<Guess> | Guess }
type Guess = { wrong: () => Promise<unknown>; right: () => Promise<unknown> }

async function signedIn(emulator: Emulator): Promise<string> {
  return accessTokenOf(await signInWithPassword(emulator))
}

const passwordKinds: [string, Guessing][] = [
  [
    'a password in clear',
    {
      prepare: (emulator) => ({
        wrong: () => signInWithPassword(emulator, 'ana', 'Senha-999'),
        right: () => signInWithPassword(emulator),
      }),
    },
  ],
  [
    'a password by SRP',
    {
      prepare: (emulator) => ({
        wrong: () => signInWithSrp(emulator, { password: 'Senha-999' }),
        right: () => signInWithSrp(emulator),
      }),
    },
  ],
]

const signInKinds: [string, Guessing][] = [
  ...passwordKinds,
  [
    'the code of an authenticator app',
    {
      pool: { users: [{ ...ANA, totpSecret: TOTP_SECRET }] },
      prepare(emulator) {
        const answer = async (code: string) =>
          respond(emulator, await signInWithPassword(emulator), { SOFTWARE_TOKEN_MFA_CODE: code })
        return {
          wrong: async () => answer(otherThan(await totpCode(TOTP_SECRET, NOW_MS + advancedMs))),
          right: async () => answer(await totpCode(TOTP_SECRET, NOW_MS + advancedMs)),
        }
      },
    },
  ],
  [
    'a second factor by SMS',
    {
      pool: { users: [{ ...ANA, smsMfa: true }] },
      prepare(emulator) {
        const answer = async (isRight: boolean) => {
          const challenge = await signInWithPassword(emulator)
          const code = lastCode(emulator)
          return respond(emulator, challenge, { SMS_MFA_CODE: isRight ? code : otherThan(code) })
        }
        return { wrong: () => answer(false), right: () => answer(true) }
      },
    },
  ],
  [
    'a first factor by e-mail',
    {
      prepare(emulator) {
        const answer = async (isRight: boolean) => {
          const parameters = { USERNAME: ANA.username, PREFERRED_CHALLENGE: 'EMAIL_OTP' }
          const challenge = await initiateAuth(emulator, 'USER_AUTH', parameters)
          const code = lastCode(emulator)
          return respond(emulator, challenge, { EMAIL_OTP_CODE: isRight ? code : otherThan(code) })
        }
        return { wrong: () => answer(false), right: () => answer(true) }
      },
    },
  ],
]

const codeKinds: [string, Guessing][] = [
  [
    'the code of a reset',
    {
      async prepare(emulator) {
        await call(emulator, 'ForgotPassword', ana)
        const answer = (ConfirmationCode: string) =>
          call(emulator, 'ConfirmForgotPassword', { ...ana, ConfirmationCode, Password: 'Outra-Senha-1' })
        const code = lastCode(emulator)
        return { wrong: () => answer(otherThan(code)), right: () => answer(code) }
      },
    },
  ],
  [
    'the code of a sign-up',
    {
      pool: { users: [] },
      async prepare(emulator) {
        const UserAttributes = [{ Name: 'email', Value: 'ana@example.com' }]
        await call(emulator, 'SignUp', { ...ana, Password: ANA.password, UserAttributes })
        const answer = (ConfirmationCode: string) => call(emulator, 'ConfirmSignUp', { ...ana, ConfirmationCode })
        const code = lastCode(emulator)
        return { wrong: () => answer(otherThan(code)), right: () => answer(code) }
      },
    },
  ],
  [
    'the code of an address',
    {
      async prepare(emulator) {
        const request = { AccessToken: await signedIn(emulator), AttributeName: 'email' }
        await call(emulator, 'GetUserAttributeVerificationCode', request)
        const answer = (Code: string) => call(emulator, 'VerifyUserAttribute', { ...request, Code })
        const code = lastCode(emulator)
        return { wrong: () => answer(otherThan(code)), right: () => answer(code) }
      },
    },
  ],
  [
    'the first code of an authenticator app',
    {
      async prepare(emulator) {
        const AccessToken = await signedIn(emulator)
        const { SecretCode } = await call<{ SecretCode: string }>(emulator, 'AssociateSoftwareToken', { AccessToken })
        const answer = (UserCode: string) => call(emulator, 'VerifySoftwareToken', { AccessToken, UserCode })
        return {
          wrong: async () => answer(otherThan(await totpCode(SecretCode, NOW_MS + advancedMs))),
          right: async () => answer(await totpCode(SecretCode, NOW_MS + advancedMs)),
        }
      },
    },
  ],
  [
    'the previous password',
    {
      async prepare(emulator) {
        const request = { AccessToken: await signedIn(emulator), ProposedPassword: 'Outra-Senha-1' }
        const answer = (PreviousPassword: string) => call(emulator, 'ChangePassword', { ...request, PreviousPassword })
        return { wrong: () => answer('Senha-999'), right: () => answer(ANA.password) }
      },
    },
  ],
]

test.each(signInKinds)('%s: five guesses, then a lock that doubles and ends', async (_kind, { pool, prepare }) => {
  const emulator = start(pool)
  const { wrong, right } = await prepare(emulator)
  for (const lockSeconds of [0, 0, 0, 0, 1, 2, 4]) {
    expect(await messageOf(wrong())).not.toBe(LOCKED)
    if (lockSeconds === 0) continue
    wait(emulator, lockSeconds - 0.1)
    expect([await messageOf(wrong()), await messageOf(right())]).toEqual([LOCKED, LOCKED])
    wait(emulator, 0.1)
  }
  expect(await messageOf(right())).toBe('let in')
})

test.each(codeKinds)('%s: five guesses, then one in four minutes', async (_kind, { pool, prepare }) => {
  const emulator = start(pool)
  const { wrong, right } = await prepare(emulator)
  for (let guess = 0; guess < 7; guess++) {
    expect(await messageOf(wrong())).not.toBe(LIMITED)
    if (guess < 4) continue
    wait(emulator, 239)
    expect([await messageOf(wrong()), await messageOf(right())]).toEqual([LIMITED, LIMITED])
    wait(emulator, 1)
  }
  expect(await messageOf(right())).toBe('let in')
})

test.each([...signInKinds, ...codeKinds])(
  '%s: guesses sent at once are counted before they are judged',
  async (_kind, { pool, prepare }) => {
    const emulator = start(pool)
    const { wrong, right } = await prepare(emulator)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => messageOf(wrong())))
    const held = answers.filter((message) => message === LOCKED || message === LIMITED)
    expect(held).toHaveLength(AT_ONCE - 5)
    expect(await messageOf(right())).toBe(held[0])
  },
)

test.each(passwordKinds)('%s: right ones sent at once are all let in', async (_kind, { prepare }) => {
  const emulator = start()
  const { right } = await prepare(emulator)
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => messageOf(right())))
  expect(new Set(answers)).toEqual(new Set(['let in']))
})

test('the lock of a password grows to 15 minutes, and asking on does not prolong it', async () => {
  const emulator = start()
  const wrong = () => messageOf(signInWithPassword(emulator, 'ana', 'Senha-999'))
  for (let failure = 1; failure <= 15; failure++) {
    expect(await wrong()).toBe(INCORRECT)
    wait(emulator, failure < 15 ? 2 ** 9 : 899)
  }
  for (let asked = 0; asked < 50; asked++) expect(await wrong()).toBe(LOCKED)
  wait(emulator, 1)
  expect(await messageOf(signInWithPassword(emulator))).toBe('let in')
})

test('15 quiet minutes after a lock all failures are forgotten', async () => {
  const emulator = start()
  const wrong = () => messageOf(signInWithPassword(emulator, 'ana', 'Senha-999'))
  for (let failure = 0; failure < 5; failure++) await wrong()
  wait(emulator, 901)
  for (let failure = 0; failure < 5; failure++) expect(await wrong()).toBe(INCORRECT)
  expect(await wrong()).toBe(LOCKED)
})

test('an attacker that never stops gets at most 40 guesses at a password and 20 at a code in an hour', async () => {
  const emulator = start()
  await call(emulator, 'ForgotPassword', ana)
  const wrongCode = otherThan(lastCode(emulator))
  const reset = { ...ana, ConfirmationCode: wrongCode, Password: 'Outra-Senha-1' }
  let [passwords, codes] = [0, 0]
  for (let second = 0; second < 3600; second += 30) {
    if ((await messageOf(signInWithPassword(emulator, 'ana', 'Senha-999'))) === INCORRECT) passwords += 1
    if ((await messageOf(call(emulator, 'ConfirmForgotPassword', reset))) !== LIMITED) codes += 1
    wait(emulator, 30)
  }
  expect(passwords).toBeLessThanOrEqual(40)
  expect(codes).toBeLessThanOrEqual(20)
})

test('guesses at names that nobody has push out no failures of a user', async () => {
  const limits = createAttemptLimits(createClock(() => NOW_MS))
  const pool = { id: POOL_ID, settings: {} } as Pool
  const ana = { pool, username: 'ana', sub: 'sub-of-ana' }
  for (let asked = 0; asked < 10; asked++) limits.countRequest(ana)
  for (let name = 0; name < 100_001; name++) limits.countRequest({ pool, username: `${name}` })
  expect(() => limits.countRequest(ana)).toThrow(LIMITED)
})

test('a remembered device signs in while strangers keep its user locked', async () => {
  const emulator = start({ deviceTracking: 'always' })
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

test('a right password does not forget wrong second factors', async () => {
  const emulator = start({ users: [{ ...ANA, smsMfa: true }] })
  for (let failure = 0; failure < 5; failure++) {
    const challenge = await signInWithPassword(emulator)
    await messageOf(respond(emulator, challenge, { SMS_MFA_CODE: otherThan(lastCode(emulator)) }))
  }
  const challenge = await signInWithPassword(emulator)
  expect(await messageOf(respond(emulator, challenge, { SMS_MFA_CODE: lastCode(emulator) }))).toBe(LOCKED)
  wait(emulator, 1)
  expect(await respond(emulator, challenge, { SMS_MFA_CODE: lastCode(emulator) })).toHaveProperty(
    'AuthenticationResult',
  )
})

test.each([
  ['a reset', (emulator: Emulator) => resetPassword(emulator)],
  [
    'an administrator',
    (emulator: Emulator) =>
      call(emulator, 'AdminSetUserPassword', {
        UserPoolId: POOL_ID,
        Username: 'ana',
        Password: ANA.password,
        Permanent: true,
      }),
  ],
])('%s ends the lock of a password', async (_case, end) => {
  const emulator = start()
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
])('%s for %s: %d codes, then one in %d seconds', async (operation, Username, free, seconds) => {
  const emulator = start({ preventUserExistenceErrors: true })
  const request = () => messageOf(call(emulator, operation, { ClientId: 'web', Username }))
  for (let asked = 0; asked < free; asked++) expect(await request()).toBe('let in')
  expect(await request()).toBe(LIMITED)
  wait(emulator, seconds)
  expect(await request()).toBe('let in')
  expect(await request()).toBe(LIMITED)
})

test('what an emulator that is too busy does not judge is no failure', async () => {
  const limits = createAttemptLimits(createClock(() => NOW_MS))
  const guessed = { pool: { id: POOL_ID, settings: {} } as Pool, username: 'ana' }
  const refuse = () => {
    throw tooManyRequests()
  }
  for (let asked = 0; asked < 10; asked++) {
    expect(await messageOf(limits.guess(guessed, 'password', refuse))).toBe('Too many requests')
  }
  expect(await limits.guess(guessed, 'password', () => 'right')).toBe('right')
})

test('a suite may allow more failures', async () => {
  const emulator = start({}, 50)
  for (let failure = 0; failure < 49; failure++) await messageOf(signInWithPassword(emulator, 'ana', 'Senha-999'))
  expect(await messageOf(signInWithPassword(emulator))).toBe('let in')
})
