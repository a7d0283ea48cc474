import { totpCode } from '@cognito-srp/testing/totp'
import { expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  createTestEmulator,
  respond,
  signInWithPassword,
  signInWithSrp,
} from '../../test/caller.ts'
import type { UserPoolConfig } from '../options/pool-options.ts'

const NOW_MS = Date.UTC(2026, 10, 3, 4, 5, 6)
const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const now = () => NOW_MS
const codeAt = (ms: number, secret = TOTP_SECRET) => totpCode(secret, ms)
const withTotp = { users: [{ ...ANA, totpSecret: TOTP_SECRET }] }
const withBoth = { users: [{ ...ANA, totpSecret: TOTP_SECRET, smsMfa: true as const }] }

test('a code from an authenticator app completes the sign-in', async () => {
  const emulator = createTestEmulator(withTotp, { now })
  const challenge = await signInWithPassword(emulator)
  expect(challenge).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: expect.any(String) })
  const answer = await respond(emulator, challenge, { SOFTWARE_TOKEN_MFA_CODE: await codeAt(NOW_MS) })
  expect(answer.AuthenticationResult).toBeDefined()
})

test.each([-90_000, 90_000])(
  'SOFTWARE_TOKEN_MFA rejects a code from a clock that is off by %d ms',
  async (distanceMs) => {
    const emulator = createTestEmulator(withTotp, { now })
    const challenge = await signInWithPassword(emulator)
    const attempt = respond(emulator, challenge, { SOFTWARE_TOKEN_MFA_CODE: await codeAt(NOW_MS + distanceMs) })
    await expect(attempt).rejects.toMatchObject({ code: 'CodeMismatchException' })
  },
)

test('a wrong code leaves the Session open, and the right code uses up the Session', async () => {
  const emulator = createTestEmulator(withTotp, { now })
  const challenge = await signInWithPassword(emulator)
  await expect(respond(emulator, challenge, { SOFTWARE_TOKEN_MFA_CODE: '000000' })).rejects.toThrow('Invalid code')
  await respond(emulator, challenge, { SOFTWARE_TOKEN_MFA_CODE: await codeAt(NOW_MS) })
  const replay = respond(emulator, challenge, { SOFTWARE_TOKEN_MFA_CODE: await codeAt(NOW_MS + 30_000) })
  await expect(replay).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Invalid session for the user, session can only be used once.',
  })
})

test('five wrong codes close the Session', async () => {
  const emulator = createTestEmulator(withTotp, { now })
  const challenge = await signInWithPassword(emulator)
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(respond(emulator, challenge, { SOFTWARE_TOKEN_MFA_CODE: '000000' })).rejects.toThrow('Invalid code')
  }
  const right = respond(emulator, challenge, { SOFTWARE_TOKEN_MFA_CODE: await codeAt(NOW_MS) })
  await expect(right).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})

test('a Session is bound to its user, its client and its challenge', async () => {
  const clients = [{ id: 'web' }, { id: 'other' }]
  const emulator = createTestEmulator(
    { ...withTotp, clients, users: [...withTotp.users, { username: 'bia' }] },
    { now },
  )
  const challenge = await signInWithPassword(emulator)
  const right = { SOFTWARE_TOKEN_MFA_CODE: await codeAt(NOW_MS) }
  const rejection = { code: 'NotAuthorizedException', message: 'Invalid session for the user.' }
  await expect(respond(emulator, challenge, { ...right, USERNAME: 'bia' })).rejects.toMatchObject(rejection)
  await expect(respond(emulator, challenge, right, 'other')).rejects.toMatchObject(rejection)
  await expect(respond(emulator, { ...challenge, ChallengeName: 'SMS_MFA' }, right)).rejects.toMatchObject(rejection)
  await expect(respond(emulator, challenge, right)).resolves.toHaveProperty('AuthenticationResult')
})

test('a user signs in with an SMS code from the outbox, and the challenge masks the phone number', async () => {
  const emulator = createTestEmulator({ users: [{ ...ANA, smsMfa: true }] })
  const challenge = await signInWithSrp(emulator)
  expect(challenge.ChallengeParameters).toMatchObject({
    CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
    CODE_DELIVERY_DESTINATION: '+*********4321',
  })
  const [sent] = emulator.outbox
  expect(sent).toMatchObject({
    kind: 'CODE',
    username: 'ana',
    medium: 'SMS',
    destination: '+5511987654321',
    code: expect.stringMatching(/^\d{6}$/),
  })
  await expect(respond(emulator, challenge, { SMS_MFA_CODE: sent?.code ?? '' })).resolves.toHaveProperty(
    'AuthenticationResult',
  )
})

test('SELECT_MFA_TYPE offers both factors to a user without a preference', async () => {
  const emulator = createTestEmulator(withBoth, { now })
  const choice = await signInWithPassword(emulator)
  expect(choice).toMatchObject({
    ChallengeName: 'SELECT_MFA_TYPE',
    ChallengeParameters: { MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' },
  })
  await expect(respond(emulator, choice, { ANSWER: 'EMAIL_OTP' })).rejects.toMatchObject({
    code: 'InvalidParameterException',
  })
  const challenge = await respond(emulator, choice, { ANSWER: 'SOFTWARE_TOKEN_MFA' })
  expect(challenge.Session).not.toBe(choice.Session)
  await expect(respond(emulator, challenge, { SOFTWARE_TOKEN_MFA_CODE: await codeAt(NOW_MS) })).resolves.toHaveProperty(
    'AuthenticationResult',
  )
})

test('a sign-in asks for the preferred factor', async () => {
  const emulator = createTestEmulator({
    users: [{ ...ANA, totpSecret: TOTP_SECRET, smsMfa: true, preferredMfa: 'SMS_MFA' }],
  })
  expect(await signInWithPassword(emulator)).toMatchObject({ ChallengeName: 'SMS_MFA' })
})

test('MFA_SETUP sets up an authenticator app with three consecutive Sessions', async () => {
  const emulator = createTestEmulator({ mfa: 'ON' }, { now })
  const setup = await signInWithPassword(emulator)
  expect(setup).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' },
  })
  await expect(respond(emulator, setup, {})).rejects.toMatchObject({ code: 'NotAuthorizedException' })

  const again = await signInWithPassword(emulator)
  const associated = await call<{ SecretCode: string; Session: string }>(emulator, 'AssociateSoftwareToken', {
    Session: again.Session,
  })
  await expect(
    call(emulator, 'VerifySoftwareToken', { Session: associated.Session, UserCode: '000000' }),
  ).rejects.toMatchObject({
    code: 'EnableSoftwareTokenMFAException',
  })
  const UserCode = await codeAt(NOW_MS, associated.SecretCode)
  const verified = await call<{ Session: string }>(emulator, 'VerifySoftwareToken', {
    Session: associated.Session,
    UserCode,
  })
  expect(new Set([again.Session, associated.Session, verified.Session]).size).toBe(3)
  const done = await respond(emulator, { ChallengeName: 'MFA_SETUP', Session: verified.Session }, {})
  expect(await call(emulator, 'GetUser', { AccessToken: accessTokenOf(done) })).toMatchObject({
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
  })
  expect(await signInWithPassword(emulator)).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
})

test('MFA_SETUP does not replace a factor that was set up during the sign-in', async () => {
  const emulator = createTestEmulator({ mfa: 'ON' }, { now })
  type SetUp = { SecretCode: string; Session: string }
  const associate = async () =>
    call<SetUp>(emulator, 'AssociateSoftwareToken', { Session: (await signInWithPassword(emulator)).Session })
  const verify = async ({ SecretCode, Session }: SetUp) =>
    call(emulator, 'VerifySoftwareToken', { Session, UserCode: await codeAt(NOW_MS, SecretCode) })
  const [owner, thief, email] = [await associate(), await associate(), await signInWithPassword(emulator)]
  await verify(owner)
  const refused = { code: 'NotAuthorizedException', message: 'Invalid session for the user.' }
  await expect(verify(thief)).rejects.toMatchObject(refused)
  await expect(respond(emulator, email, { EMAIL: 'thief@example.com' })).rejects.toMatchObject(refused)
  const asked = await signInWithPassword(emulator)
  const code = await codeAt(NOW_MS + 30_000, owner.SecretCode)
  await expect(respond(emulator, asked, { SOFTWARE_TOKEN_MFA_CODE: code })).resolves.toHaveProperty(
    'AuthenticationResult',
  )
})

test('MFA_SETUP makes an e-mail address a second factor after the user confirms the code', async () => {
  const emulator = createTestEmulator({ mfa: 'ON' })
  const setup = await signInWithPassword(emulator)
  const challenge = await respond(emulator, setup, { EMAIL: 'nova@example.com' })
  expect(challenge).toMatchObject({ ChallengeName: 'EMAIL_OTP' })
  const sent = emulator.outbox.at(-1)
  expect(sent?.destination).toBe('nova@example.com')
  await respond(emulator, challenge, { EMAIL_OTP_CODE: sent?.code ?? '' })
  expect(await signInWithPassword(emulator)).toMatchObject({ ChallengeName: 'EMAIL_OTP' })
})

test('a signed-in user can set up an authenticator app as the preferred factor', async () => {
  const emulator = createTestEmulator({}, { now })
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const { SecretCode } = await call<{ SecretCode: string }>(emulator, 'AssociateSoftwareToken', { AccessToken })
  const enable = () =>
    call(emulator, 'SetUserMFAPreference', {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    })
  await expect(enable()).rejects.toThrow('User has not verified software token mfa')
  await call(emulator, 'VerifySoftwareToken', {
    AccessToken,
    UserCode: await codeAt(NOW_MS, SecretCode),
    FriendlyDeviceName: 'celular',
  })
  await enable()
  expect(await signInWithPassword(emulator)).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeParameters: { FRIENDLY_DEVICE_NAME: 'celular' },
  })
})

test('an unverified authenticator app does not replace the old app', async () => {
  const emulator = createTestEmulator(withTotp, { now })
  const challenge = await signInWithPassword(emulator)
  const answer = await respond(emulator, challenge, { SOFTWARE_TOKEN_MFA_CODE: await codeAt(NOW_MS) })
  await call(emulator, 'AssociateSoftwareToken', { AccessToken: accessTokenOf(answer) })
  emulator.clock.advance(60)
  const next = await signInWithPassword(emulator)
  const code = { SOFTWARE_TOKEN_MFA_CODE: await codeAt(NOW_MS + 60_000) }
  await expect(respond(emulator, next, code)).resolves.toHaveProperty('AuthenticationResult')
})

test.each<[string, Partial<UserPoolConfig>]>([
  ['without MFA', { mfa: 'OFF' }],
  ['that allows only other factors', { mfa: 'OPTIONAL', mfaTypes: ['EMAIL_OTP'] }],
])('AssociateSoftwareToken fails for a signed-in user in a pool %s', async (_case, settings) => {
  const emulator = createTestEmulator(settings)
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  await expect(call(emulator, 'AssociateSoftwareToken', { AccessToken })).rejects.toMatchObject({
    code: 'SoftwareTokenMFANotFoundException',
  })
})

test('AssociateSoftwareToken fails during MFA_SETUP in a pool that allows only other factors', async () => {
  const emulator = createTestEmulator({ mfa: 'ON', mfaTypes: ['EMAIL_OTP'], users: [{ ...ANA, attributes: {} }] })
  const { Session } = await signInWithPassword(emulator)
  await expect(call(emulator, 'AssociateSoftwareToken', { Session })).rejects.toMatchObject({
    code: 'SoftwareTokenMFANotFoundException',
  })
})
