import { totpCode } from '@cognito-srp/testing/totp'
import { beforeEach, expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  initiateAuth,
  respond,
  signInWithPassword,
  signInWithSrp,
} from '../../test/caller.ts'
import { ana, lastCode, LIMITED, LOCKED, messageOf, NOW_MS, otherThan, startAtOneMoment } from '../../test/guesses.ts'
import type { Emulator, UserPoolConfig } from '../index.ts'

const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const AT_ONCE = 10

/** Milliseconds by which `emulator.clock` was advanced. */
let advancedMs: number
beforeEach(() => {
  advancedMs = 0
})
function wait(emulator: Emulator, seconds: number): void {
  emulator.clock.advance(seconds)
  advancedMs += seconds * 1000
}

/** One kind of guess. If possible, each guess starts a new attempt, as an attacker would. */
type Guessing = { pool?: Partial<UserPoolConfig>; prepare: (emulator: Emulator) => Promise<Guess> | Guess }
type Guess = { wrong: () => Promise<unknown>; right: () => Promise<unknown> }

async function signedIn(emulator: Emulator): Promise<string> {
  return accessTokenOf(await signInWithPassword(emulator))
}

const passwordKinds: [string, Guessing][] = [
  [
    'a plain-text password',
    {
      prepare: (emulator) => ({
        wrong: () => signInWithPassword(emulator, 'ana', 'Senha-999'),
        right: () => signInWithPassword(emulator),
      }),
    },
  ],
  [
    'a password proved by SRP',
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
    'a TOTP code',
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
    'an SMS code as second factor',
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
    'an e-mail code as first factor',
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
    'a password-reset code',
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
    'a sign-up code',
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
    'a code that verifies an e-mail address',
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
    'the first TOTP code of a new app',
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

test.each(signInKinds)(
  'five wrong guesses at %s cause a temporary lockout, which doubles with each further failure',
  async (_kind, { pool, prepare }) => {
    const emulator = startAtOneMoment(pool)
    const { wrong, right } = await prepare(emulator)
    for (const lockSeconds of [0, 0, 0, 0, 1, 2, 4]) {
      expect(await messageOf(wrong())).not.toBe(LOCKED)
      if (lockSeconds === 0) continue
      wait(emulator, lockSeconds - 0.1)
      expect([await messageOf(wrong()), await messageOf(right())]).toEqual([LOCKED, LOCKED])
      wait(emulator, 0.1)
    }
    expect(await messageOf(right())).toBe('let in')
  },
)

test.each(codeKinds)(
  'after five wrong guesses at %s, one more guess is allowed every four minutes',
  async (_kind, { pool, prepare }) => {
    const emulator = startAtOneMoment(pool)
    const { wrong, right } = await prepare(emulator)
    for (let guess = 0; guess < 7; guess++) {
      expect(await messageOf(wrong())).not.toBe(LIMITED)
      if (guess < 4) continue
      wait(emulator, 239)
      expect([await messageOf(wrong()), await messageOf(right())]).toEqual([LIMITED, LIMITED])
      wait(emulator, 1)
    }
    expect(await messageOf(right())).toBe('let in')
  },
)

test.each([...signInKinds, ...codeKinds])(
  'only five of ten simultaneous wrong guesses at %s are checked',
  async (_kind, { pool, prepare }) => {
    const emulator = startAtOneMoment(pool)
    const { wrong, right } = await prepare(emulator)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => messageOf(wrong())))
    const rejected = answers.filter((message) => message === LOCKED || message === LIMITED)
    expect(rejected).toHaveLength(AT_ONCE - 5)
    expect(await messageOf(right())).toBe(rejected[0])
  },
)

test.each(passwordKinds)('simultaneous right guesses at %s all succeed', async (_kind, { prepare }) => {
  const emulator = startAtOneMoment()
  const { right } = await prepare(emulator)
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => messageOf(right())))
  expect(new Set(answers)).toEqual(new Set(['let in']))
})
