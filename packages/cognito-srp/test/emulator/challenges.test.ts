import { nextTotpCode, totpCode } from '@cognito-srp/testing/totp'
import { ANA as ACCOUNT, askQuestion, TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { afterEach, expect, test } from 'vitest'

import {
  associateSoftwareToken,
  currentUsername,
  parseChallenge,
  respondToChallenge,
  signIn,
  type ChallengeName,
  type ChallengeOf,
  type SignInStep,
} from '../../src/index.ts'
import { rejection } from '../clients.ts'
import { PASSWORD, REQUEST, startPool, type TestPool } from './pool.ts'

const ATTRIBUTES = { ...ACCOUNT.attributes, phone_number: '+5511999991234' }
const ANA = { ...ACCOUNT, attributes: ATTRIBUTES }
let pool: TestPool

afterEach(() => pool.emulator.close())

/** Checks the name of the step and returns it after a round trip through JSON, like a reload. */
function reloaded<Name extends ChallengeName>(step: SignInStep, name: Name): ChallengeOf<Name> {
  expect(step.name).toBe(name)
  return parseChallenge(JSON.parse(JSON.stringify(step))) as ChallengeOf<Name>
}

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

test('a wrong SMS code can be corrected, and the right code works only once', async () => {
  pool = await startPool({ mfa: 'ON', users: [{ ...ANA, smsMfa: true }] })
  const client = pool.createClient()
  const challenge = reloaded(await signIn(client, REQUEST), 'SMS_MFA')
  expect(challenge.destination).toMatch(/^\+\*+1234$/)
  const code = pool.lastCode('ana')
  expect(await rejection(respondToChallenge(client, challenge, { code: wrongOf(code) }))).toMatchObject({
    code: 'CodeMismatchException',
  })
  expect(await currentUsername(client)).toBeNull()
  expect(await respondToChallenge(client, challenge, { code })).toMatchObject({ name: 'SIGNED_IN' })
  expect(await rejection(respondToChallenge(client, challenge, { code }))).toMatchObject({ name: 'ServiceError' })
})

test('a sign-in succeeds with a code from an authenticator app', async () => {
  pool = await startPool({ mfa: 'ON', users: [{ ...ANA, totpSecret: TOTP_SECRET }] })
  const client = pool.createClient()
  const challenge = reloaded(await signIn(client, REQUEST), 'SOFTWARE_TOKEN_MFA')
  const step = await respondToChallenge(client, challenge, { code: await totpCode(TOTP_SECRET) })
  expect(step).toMatchObject({ name: 'SIGNED_IN', session: { username: 'ana' } })
})

test('a sign-in succeeds after the user chooses a second factor', async () => {
  pool = await startPool({ mfa: 'ON', users: [{ ...ANA, smsMfa: true, totpSecret: TOTP_SECRET }] })
  const client = pool.createClient()
  const choice = reloaded(await signIn(client, REQUEST), 'SELECT_MFA_TYPE')
  expect([...choice.options].sort()).toEqual(['SMS_MFA', 'SOFTWARE_TOKEN_MFA'])
  const challenge = reloaded(await respondToChallenge(client, choice, { mfaType: 'SMS_MFA' }), 'SMS_MFA')
  const step = await respondToChallenge(client, challenge, { code: pool.lastCode('ana') })
  expect(step.name).toBe('SIGNED_IN')
})

test('an authenticator app can be set up despite a reload and a wrong code', async () => {
  pool = await startPool({ mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'], users: [ANA] })
  const client = pool.createClient()
  const setup = reloaded(await signIn(client, REQUEST), 'MFA_SETUP')
  expect(setup.options).toContain('SOFTWARE_TOKEN_MFA')
  const associated = await associateSoftwareToken(client, setup)
  const challenge = reloaded(associated.challenge, 'MFA_SETUP')
  const userCode = await totpCode(associated.secretCode)
  expect(await rejection(respondToChallenge(client, challenge, { userCode: wrongOf(userCode) }))).toMatchObject({
    name: 'ServiceError',
  })
  const step = await respondToChallenge(client, challenge, { userCode, deviceName: 'Celular' })
  expect(step.name).toBe('SIGNED_IN')
  const again = reloaded(await signIn(pool.createClient(), REQUEST), 'SOFTWARE_TOKEN_MFA')
  const next = await respondToChallenge(client, again, { code: await nextTotpCode(associated.secretCode) })
  expect(next.name).toBe('SIGNED_IN')
})

test('the set-up can continue if the request that reports a verified code is lost', async () => {
  pool = await startPool({ mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'], users: [ANA] })
  const client = pool.createClient()
  const associated = await associateSoftwareToken(client, reloaded(await signIn(client, REQUEST), 'MFA_SETUP'))
  const userCode = await totpCode(associated.secretCode)
  pool.emulator.faults.order({ operation: 'RespondToAuthChallenge', fault: { kind: 'drop' } })
  const error = await rejection(respondToChallenge(client, associated.challenge, { userCode }))
  expect(error).toMatchObject({ code: 'ChallengeError', cause: { code: 'NetworkError' } })
  const { challenge } = error as { challenge: SignInStep }
  const step = await respondToChallenge(client, reloaded(challenge, 'MFA_SETUP'), { userCode })
  expect(step.name).toBe('SIGNED_IN')
})

test('e-mail codes can be set up during a sign-in', async () => {
  pool = await startPool({ mfa: 'ON', mfaTypes: ['EMAIL_OTP'], users: [{ username: 'ana', password: PASSWORD }] })
  const client = pool.createClient()
  const setup = reloaded(await signIn(client, REQUEST), 'MFA_SETUP')
  const challenge = reloaded(await respondToChallenge(client, setup, { email: 'nova@example.com' }), 'EMAIL_OTP')
  const step = await respondToChallenge(client, challenge, { code: pool.lastCode('ana') })
  expect(step.name).toBe('SIGNED_IN')
})

test('a user with a temporary password sets a new password and a required attribute', async () => {
  const user = { ...ANA, temporaryPassword: true as const }
  pool = await startPool({ users: [user], requiredAttributes: ['name'] })
  const client = pool.createClient()
  const challenge = reloaded(await signIn(client, REQUEST), 'NEW_PASSWORD_REQUIRED')
  expect(challenge.userAttributes).toMatchObject({ email: 'ana@example.com' })
  expect(challenge.requiredAttributes).toEqual(['name'])
  const weak = await rejection(respondToChallenge(client, challenge, { newPassword: 'x', attributes: { name: 'Ana' } }))
  expect(weak).toMatchObject({ code: 'InvalidPasswordException' })
  const answer = { newPassword: 'Nova-Senha-1', attributes: { name: 'Ana' } }
  expect(await respondToChallenge(client, challenge, answer)).toMatchObject({
    name: 'SIGNED_IN',
    session: { idToken: { claims: { name: 'Ana' } } },
  })
  expect(await rejection(signIn(client, REQUEST))).toMatchObject({ code: 'NotAuthorizedException' })
  expect(await signIn(client, { username: 'ana', password: 'Nova-Senha-1' })).toMatchObject({ name: 'SIGNED_IN' })
})

const CAPITAL_TRIGGERS = askQuestion('Capital do Brasil?', 'Brasília')

test.each([
  ['without SRP', { username: 'ana', flow: 'CUSTOM_AUTH' as const }],
  ['after SRP', { ...REQUEST, flow: 'CUSTOM_AUTH' as const }],
])('a custom challenge %s allows another attempt after a wrong answer', async (_case, request) => {
  pool = await startPool({ users: [ANA], triggers: CAPITAL_TRIGGERS })
  const client = pool.createClient()
  const first = reloaded(await signIn(client, request), 'CUSTOM_CHALLENGE')
  expect(first.parameters).toMatchObject({ question: 'Capital do Brasil?' })
  const second = reloaded(await respondToChallenge(client, first, { answer: 'Rio' }), 'CUSTOM_CHALLENGE')
  expect(await currentUsername(client)).toBeNull()
  expect(await respondToChallenge(client, second, { answer: 'Brasília' })).toMatchObject({ name: 'SIGNED_IN' })
})

test('a custom sign-in that starts with SRP rejects a wrong password', async () => {
  pool = await startPool({ users: [ANA], triggers: CAPITAL_TRIGGERS })
  const request = { username: 'ana', password: 'wrong', flow: 'CUSTOM_AUTH' as const }
  expect(await rejection(signIn(pool.createClient(), request))).toMatchObject({ code: 'NotAuthorizedException' })
})

test.each(['PASSWORD', 'PASSWORD_SRP'])(
  'an answer that chooses %s signs in only with the right password',
  async (challengeName) => {
    pool = await startPool({ users: [ANA] })
    const client = pool.createClient()
    const choice = reloaded(await signIn(client, { username: 'ana', flow: 'USER_AUTH' }), 'SELECT_CHALLENGE')
    expect(choice.options).toContain(challengeName)
    const wrong = await rejection(respondToChallenge(client, choice, { challengeName, password: 'wrong' }))
    expect(wrong).toMatchObject({ code: 'NotAuthorizedException' })
    const anew = reloaded(await signIn(client, { username: 'ana', flow: 'USER_AUTH' }), 'SELECT_CHALLENGE')
    const step = await respondToChallenge(client, anew, { challengeName, password: PASSWORD })
    expect(step).toMatchObject({ name: 'SIGNED_IN', session: { username: 'ana' } })
  },
)

test.each(['EMAIL_OTP', 'SMS_OTP'] as const)('choosing %s leads to a code challenge', async (challengeName) => {
  pool = await startPool({
    users: [{ ...ANA, attributes: { ...ATTRIBUTES, email_verified: 'true', phone_number_verified: 'true' } }],
  })
  const client = pool.createClient()
  const choice = reloaded(await signIn(client, { username: 'ana', flow: 'USER_AUTH' }), 'SELECT_CHALLENGE')
  const step = await respondToChallenge(client, choice, { challengeName })
  const challenge = reloaded(step, challengeName)
  expect(await respondToChallenge(client, challenge, { code: pool.lastCode('ana') })).toMatchObject({
    name: 'SIGNED_IN',
  })
})

test.each([
  ['PASSWORD', PASSWORD],
  ['PASSWORD_SRP', PASSWORD],
  [undefined, PASSWORD],
])(
  'a sign-in with the preferred challenge %s and a password needs no further challenge',
  async (preferredChallenge, password) => {
    pool = await startPool({ users: [ANA] })
    const request = { username: 'ana', password, flow: 'USER_AUTH' as const, preferredChallenge }
    expect(await signIn(pool.createClient(), request)).toMatchObject({ name: 'SIGNED_IN' })
  },
)

test('an expired challenge is rejected by the client, and by the pool if the clocks differ', async () => {
  pool = await startPool({ mfa: 'ON', users: [{ ...ANA, smsMfa: true }] })
  const client = pool.createClient()
  const challenge = reloaded(await signIn(client, REQUEST), 'SMS_MFA')
  pool.advance(181)
  const answer = { code: pool.lastCode('ana') }
  expect(await rejection(respondToChallenge(client, challenge, answer))).toMatchObject({ code: 'ChallengeError' })
  const unaware = pool.createClient({ now: Date.now })
  expect(await rejection(respondToChallenge(unaware, challenge, answer))).toMatchObject({
    code: 'NotAuthorizedException',
  })
})
