import { beforeEach, expect, test } from 'vitest'

import { call, createTestEmulator, initiateAuth, POOL_ID, respond, signInWithPassword } from '../../test/caller.ts'
import type { Emulator, UserPoolConfig } from '../index.ts'

const START_MS = Date.UTC(2026, 10, 22)
const SUB = expect.stringMatching(/^[0-9a-f-]{36}$/)
const email = { Name: 'email', Value: 'bia@example.com' }
const phone = { Name: 'phone_number', Value: '+5511912345678' }
const verified = { Name: 'email_verified', Value: 'true' }

let emulator: Emulator
const start = (pool: Partial<UserPoolConfig> = {}): void => {
  emulator = createTestEmulator(pool, { now: () => START_MS })
}
beforeEach(() => start())

const create = (more: object = {}): Promise<Record<string, unknown>> =>
  call(emulator, 'AdminCreateUser', { UserPoolId: POOL_ID, Username: 'bia', ...more })
const get = (Username: string): Promise<Record<string, unknown>> =>
  call(emulator, 'AdminGetUser', { UserPoolId: POOL_ID, Username })
const sent = (): string[] => emulator.outbox.map(({ medium, destination }) => `${medium} ${destination}`)

test('AdminCreateUser returns the user with all attributes and the status FORCE_CHANGE_PASSWORD', async () => {
  const dates = { UserCreateDate: START_MS / 1000, UserLastModifiedDate: START_MS / 1000 }
  const state = { Username: 'bia', Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD', ...dates }
  const { User } = await create({ UserAttributes: [email] })
  expect(User).toEqual({ ...state, Attributes: expect.arrayContaining([email, { Name: 'sub', Value: SUB }]) })
  const { UserAttributes, ...rest } = await get('bia')
  expect(rest).toEqual(state)
  expect(UserAttributes).toEqual((User as { Attributes: unknown }).Attributes)
})

test('an invitation contains a valid temporary password', async () => {
  await create({ UserAttributes: [email] })
  const challenge = await signInWithPassword(emulator, 'bia', emulator.outbox.at(-1)?.code)
  expect(challenge.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
})

test("the password of an invitation has the minimum length of the pool's policy", async () => {
  start({ passwordPolicy: { minimumLength: 40 } })
  await create({ UserAttributes: [email] })
  expect(emulator.outbox.at(-1)?.code).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*-).{40,}$/)
})

test('AdminCreateUser applies the password policy to a temporary password', async () => {
  await expect(create({ TemporaryPassword: 'fraca' })).rejects.toMatchObject({ code: 'InvalidPasswordException' })
})

test.each([
  ['sent by SMS by default', [email, phone], undefined, [`SMS ${phone.Value}`]],
  ['sent by e-mail to a user without a phone number', [email], undefined, [`EMAIL ${email.Value}`]],
  ['sent by e-mail on request', [email, phone], ['EMAIL'], [`EMAIL ${email.Value}`]],
  [
    'sent by SMS and by e-mail on request',
    [email, phone],
    ['SMS', 'EMAIL'],
    [`SMS ${phone.Value}`, `EMAIL ${email.Value}`],
  ],
  ['not sent to a user without an address', [], undefined, []],
])('an invitation is %s', async (_case, UserAttributes, DesiredDeliveryMediums, messages) => {
  await create({ UserAttributes, DesiredDeliveryMediums })
  expect(sent()).toEqual(messages)
})

test.each([
  ['EMAIL', 'No email provided but desired delivery medium was Email'],
  ['SMS', /^No phone number provided/],
])(
  'AdminCreateUser fails for an invitation by %s if the user has no address for that medium',
  async (medium, message) => {
    const request = { DesiredDeliveryMediums: [medium] }
    await expect(create(request)).rejects.toMatchObject({ code: 'InvalidParameterException' })
    await expect(create(request)).rejects.toThrow(message)
    await expect(get('bia')).rejects.toMatchObject({ code: 'UserNotFoundException' })
  },
)

test('in a pool with one-time codes as a first factor, a user can be created without a password', async () => {
  start({ firstFactors: ['PASSWORD', 'EMAIL_OTP'] })
  const { User } = await create({ UserAttributes: [email, verified] })
  expect(User).toMatchObject({ UserStatus: 'CONFIRMED' })
  expect(sent()).toEqual([])
  const parameters = { USERNAME: 'bia', PREFERRED_CHALLENGE: 'EMAIL_OTP' }
  const challenge = await initiateAuth(emulator, 'USER_AUTH', parameters)
  const answer = { USERNAME: 'bia', EMAIL_OTP_CODE: emulator.outbox.at(-1)?.code ?? '' }
  await expect(respond(emulator, challenge, answer)).resolves.toHaveProperty('AuthenticationResult')
  await expect(create({ Username: 'caio' })).rejects.toMatchObject({ code: 'InvalidParameterException' })
  const invited = await create({ Username: 'caio', TemporaryPassword: 'Senha-111' })
  expect(invited).toMatchObject({ User: { UserStatus: 'FORCE_CHANGE_PASSWORD' } })
})

test('AdminCreateUser with MessageAction SUPPRESS does not send an invitation', async () => {
  await create({ UserAttributes: [email], MessageAction: 'SUPPRESS', DesiredDeliveryMediums: ['EMAIL'] })
  expect(sent()).toEqual([])
})

test('MessageAction RESEND replaces an unused temporary password, and rejects a user who has set a password', async () => {
  await create({ UserAttributes: [email], TemporaryPassword: 'Senha-111' })
  emulator.clock.advance(60)
  const { User } = await create({ MessageAction: 'RESEND' })
  expect(User).toMatchObject({ Username: 'bia', UserLastModifiedDate: START_MS / 1000 + 60 })
  expect(emulator.outbox.map(({ kind }) => kind)).toEqual(['TEMPORARY_PASSWORD', 'TEMPORARY_PASSWORD'])
  await expect(signInWithPassword(emulator, 'bia', 'Senha-111')).rejects.toThrow('Incorrect username or password.')
  const challenge = await signInWithPassword(emulator, 'bia', emulator.outbox.at(-1)?.code)
  await respond(emulator, challenge, { USERNAME: 'bia', NEW_PASSWORD: 'Minha-Senha-9' })
  await expect(create({ MessageAction: 'RESEND' })).rejects.toMatchObject({
    code: 'UnsupportedUserStateException',
    message: 'Resend not possible. bia status is not FORCE_CHANGE_PASSWORD',
  })
})

test('MessageAction RESEND rejects an unknown user', async () => {
  await expect(create({ MessageAction: 'RESEND' })).rejects.toMatchObject({ code: 'UserNotFoundException' })
})

test('in a pool with e-mail addresses as user names, AdminCreateUser rejects the address of another user', async () => {
  start({ usernameAttributes: ['email'], users: [] })
  const { User } = await create({ Username: 'bia@example.com' })
  expect(User).toMatchObject({ Username: SUB, Attributes: expect.arrayContaining([email]) })
  await expect(create({ Username: 'bia@example.com' })).rejects.toMatchObject({
    code: 'UsernameExistsException',
    message: 'An account with the given email already exists.',
  })
  await expect(create({ Username: 'bia' })).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test('AdminCreateUser rejects a verified alias of another user unless ForceAliasCreation is set', async () => {
  start({ aliasAttributes: ['email'], users: [{ username: 'ana', attributes: { email: 'bia@example.com' } }] })
  const request = { UserAttributes: [email, verified], MessageAction: 'SUPPRESS' }
  await expect(create(request)).rejects.toMatchObject({ code: 'AliasExistsException' })
  await expect(get('bia')).rejects.toMatchObject({ code: 'UserNotFoundException' })
  await create({ ...request, ForceAliasCreation: true })
  expect(await get('bia@example.com')).toMatchObject({ Username: 'bia' })
  const { UserAttributes } = await get('ana')
  expect(UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'false' })
})

test('ForceAliasCreation has no effect for an unverified address', async () => {
  start({ aliasAttributes: ['email'], users: [{ username: 'ana', attributes: { email: 'bia@example.com' } }] })
  await create({ UserAttributes: [email], ForceAliasCreation: true, MessageAction: 'SUPPRESS' })
  expect(await get('bia@example.com')).toMatchObject({ Username: 'ana' })
})

test.each([
  ['email_verified', 'Email is required to verify/un-verify an email'],
  ['phone_number_verified', 'Phone Number is required to verify/un-verify a phone number'],
])('AdminCreateUser rejects %s if the user has no such address', async (Name, message) => {
  const request = { UserAttributes: [{ Name, Value: 'true' }] }
  await expect(create(request)).rejects.toMatchObject({ code: 'InvalidParameterException', message })
})
