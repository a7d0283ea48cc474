import { totpCode } from '@cognito-srp/testing/totp'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ANA, CallError, createTestEmulator, initiateAuth, respond } from '../../test/caller.ts'
import { createClientEphemeral, proveClaim, type ServerAnswer } from '../../test/independent-srp.ts'
import type { ChallengeName } from './challenges.ts'
import type { AuthAnswer } from './sign-in.ts'

/**
 * An attacker who tries steps in any order. The attacker may know the password or have the authenticator app, but not both. The
 * attacker remembers every earlier response: Sessions, SECRET_BLOCKs and codes.
 */
const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const NAMES = [
  'PASSWORD_VERIFIER',
  'SOFTWARE_TOKEN_MFA',
  'SMS_MFA',
  'SELECT_MFA_TYPE',
  'MFA_SETUP',
  'NEW_PASSWORD_REQUIRED',
  'CUSTOM_CHALLENGE',
  'SELECT_CHALLENGE',
  'PASSWORD',
  'EMAIL_OTP',
  'DEVICE_SRP_AUTH',
  'WEB_AUTHN',
] as const satisfies ChallengeName[]

type Attacker = { password: string; isHoldingApp: boolean }
type Step =
  | { kind: 'initiate'; flow: 'USER_SRP_AUTH' | 'USER_PASSWORD_AUTH' | 'USER_AUTH'; user: string; client: string }
  | { kind: 'respond'; name: (typeof NAMES)[number]; from: number; user: string; client: string }
  | { kind: 'wait'; seconds: number }

const user = fc.constantFrom('ana', 'bia')
const client = fc.constantFrom('web', 'other')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('initiate' as const),
    flow: fc.constantFrom('USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'USER_AUTH'),
    user,
    client,
  }),
  fc.record({ kind: fc.constant('respond' as const), name: fc.constantFrom(...NAMES), from: fc.nat(9), user, client }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 31, 200) }),
)

async function attack(steps: Step[], attacker: Attacker): Promise<AuthAnswer[]> {
  const clients = [{ id: 'web' }, { id: 'other' }]
  const bia = { ...ANA, username: 'bia', attributes: {}, totpSecret: TOTP_SECRET }
  const emulator = createTestEmulator({ clients, users: [{ ...ANA, totpSecret: TOTP_SECRET }, bia] })
  const { a, srpA } = createClientEphemeral()
  const answers: AuthAnswer[] = []
  let advancedMs = 0
  for (const next of steps) {
    if (next.kind === 'wait') {
      emulator.clock.advance(next.seconds)
      advancedMs += next.seconds * 1000
      continue
    }
    const nowMs = Date.now() + advancedMs
    const answer = await take(next, nowMs).catch((error: unknown) => {
      if (!(error instanceof CallError) || error.status >= 500) throw error
    })
    if (answer) answers.push(answer)
  }
  await emulator.close()
  return answers

  async function take(next: Exclude<Step, { kind: 'wait' }>, nowMs: number): Promise<AuthAnswer> {
    const { password } = attacker
    if (next.kind === 'initiate') {
      return initiateAuth(emulator, next.flow, { USERNAME: next.user, SRP_A: srpA, PASSWORD: password }, next.client)
    }
    const earlier = answers[next.from % Math.max(answers.length, 1)]
    const server = earlier?.ChallengeParameters as ServerAnswer | undefined
    const proof = server?.SRP_B ? proveClaim(a, { poolName: 'Pool1', userId: next.user, password }, server) : {}
    const code = attacker.isHoldingApp ? await totpCode(TOTP_SECRET, nowMs) : '123456'
    const guesses = {
      SMS_MFA_CODE: '123456',
      EMAIL_OTP_CODE: '123456',
      SOFTWARE_TOKEN_MFA_CODE: code,
      SRP_A: srpA,
      CREDENTIAL: '{}',
    }
    const texts = { PASSWORD: password, NEW_PASSWORD: 'Minha-Senha-9', ANSWER: 'PASSWORD', EMAIL: 'e@example.com' }
    const challenge = { ChallengeName: next.name, ...(earlier?.Session && { Session: earlier.Session }) }
    return respond(emulator, challenge, { USERNAME: next.user, ...proof, ...guesses, ...texts }, next.client)
  }
}

test.each([
  ['only the password', { password: ANA.password, isHoldingApp: false }],
  ['only the authenticator app', { password: 'Senha-999', isHoldingApp: true }],
])(
  'an attacker with %s gets no tokens in random sequences of steps',
  async (_case, attacker) => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const answers = await attack(steps, attacker)
      expect(answers.filter(({ AuthenticationResult }) => AuthenticationResult)).toEqual([])
    })
    await fc.assert(property, { numRuns: 20 })
  },
  60_000,
)

test('an attacker with both the password and the authenticator app gets tokens with the steps of a normal sign-in', async () => {
  const steps: Step[] = [
    { kind: 'initiate', flow: 'USER_SRP_AUTH', user: 'ana', client: 'web' },
    { kind: 'respond', name: 'PASSWORD_VERIFIER', from: 0, user: 'ana', client: 'web' },
    { kind: 'respond', name: 'SOFTWARE_TOKEN_MFA', from: 1, user: 'ana', client: 'web' },
  ]
  const answers = await attack(steps, { password: ANA.password, isHoldingApp: true })
  expect(answers.at(-1)).toHaveProperty('AuthenticationResult')
})
