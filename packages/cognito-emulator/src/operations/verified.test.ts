import { expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  BIA,
  call,
  claimsOf,
  createTestEmulator,
  initiateAuth,
  POOL_ID,
  respond,
  signInWithPassword,
} from '../../test/caller.ts'
import { newDataFile } from '../../test/data-file.ts'
import { openDatabase } from '../storage/database.ts'
import type { User } from '../users/user.ts'

// A code verifies only the address that it was sent to.

type Emulator = ReturnType<typeof createTestEmulator>

const ana = { UserPoolId: POOL_ID, Username: ANA.username }
const codeFor = (emulator: Emulator, destination: string) =>
  emulator.outbox.findLast((message) => message.destination === destination)?.code ?? ''
const rename = (emulator: Emulator, Value: string, Name = 'email') =>
  call(emulator, 'AdminUpdateUserAttributes', { ...ana, UserAttributes: [{ Name, Value }] })

async function attributesOf(emulator: Emulator, Username = 'ana'): Promise<Record<string, string>> {
  const { UserAttributes } = await call<{ UserAttributes: { Name: string; Value: string }[] }>(
    emulator,
    'AdminGetUser',
    { UserPoolId: POOL_ID, Username },
  )
  return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
}

const demanding = { mfa: 'ON', mfaTypes: ['EMAIL_OTP'], users: [{ ...ANA, attributes: {} }] } as const

test('an MFA set-up code verifies only the address that the code was sent to, even during a concurrent set-up', async () => {
  const emulator = createTestEmulator({ ...demanding, mfaTypes: [...demanding.mfaTypes], users: [...demanding.users] })
  const setUp = async (EMAIL: string) => respond(emulator, await signInWithPassword(emulator), { EMAIL })
  const own = await setUp('ladra@example.com')
  await setUp('vitima@example.com')
  await rename(emulator, 'vitima@example.com')
  const { AuthenticationResult: result } = await respond(emulator, own, {
    EMAIL_OTP_CODE: codeFor(emulator, 'ladra@example.com'),
  })
  expect(claimsOf(result?.IdToken)).toMatchObject({ email: 'ladra@example.com', email_verified: true })
})

test('an MFA set-up does not change the address before the user confirms the code', async () => {
  const emulator = createTestEmulator({ ...demanding, mfaTypes: [...demanding.mfaTypes], users: [ANA] })
  await respond(emulator, await signInWithPassword(emulator), { EMAIL: 'ladra@example.com' })
  expect(await attributesOf(emulator)).toMatchObject({ email: ANA.attributes.email, email_verified: 'true' })
})

test.each([
  ['USER_AUTH', { PREFERRED_CHALLENGE: 'EMAIL_OTP' }, 'EMAIL_OTP_CODE', 'email', 'nova@example.com'],
  ['USER_AUTH', { PREFERRED_CHALLENGE: 'SMS_OTP' }, 'SMS_OTP_CODE', 'phone_number', '+5511000000000'],
])('a %s sign-in with %j fails after the address changes', async (flow, parameters, response, name, value) => {
  const emulator = createTestEmulator()
  const challenge = await initiateAuth(emulator, flow, { USERNAME: 'ana', ...parameters })
  const code = emulator.outbox.at(-1)?.code ?? ''
  await rename(emulator, value, name)
  await expect(respond(emulator, challenge, { [response]: code })).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  })
})

test('a second-factor code becomes invalid when the address changes', async () => {
  const emulator = createTestEmulator({ users: [{ ...ANA, emailMfa: true }] })
  const challenge = await signInWithPassword(emulator)
  await rename(emulator, 'nova@example.com')
  const answered = respond(emulator, challenge, { EMAIL_OTP_CODE: codeFor(emulator, ANA.attributes.email) })
  await expect(answered).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})

test('a code sent by e-mail does not verify a phone number that was added later', async () => {
  const emulator = createTestEmulator()
  await call(emulator, 'SignUp', BIA)
  const bia = { UserPoolId: POOL_ID, Username: 'bia' }
  const UserAttributes = [{ Name: 'phone_number', Value: '+5511000000000' }]
  await call(emulator, 'AdminUpdateUserAttributes', { ...bia, UserAttributes })
  const ConfirmationCode = codeFor(emulator, 'bia@example.com')
  await call(emulator, 'ConfirmSignUp', { ClientId: 'web', Username: 'bia', ConfirmationCode })
  expect(await attributesOf(emulator, 'bia')).toMatchObject({ email_verified: 'true', phone_number_verified: 'false' })
})

test.each([
  ['ConfirmSignUp', 'SignUp', BIA],
  ['ConfirmForgotPassword', 'ForgotPassword', { ClientId: 'web', Username: 'ana' }],
])('%s rejects a code that was sent to an earlier address', async (confirm, ask, request) => {
  const emulator = createTestEmulator({ users: [{ ...ANA, attributes: { email: ANA.attributes.email } }] })
  await call(emulator, ask, request)
  const { code: ConfirmationCode, username: Username } = emulator.outbox.at(-1) ?? {}
  const email = { Name: 'email', Value: 'nova@example.com' }
  await call(emulator, 'AdminUpdateUserAttributes', { UserPoolId: POOL_ID, Username, UserAttributes: [email] })
  const confirmed = call(emulator, confirm, { ClientId: 'web', Username, ConfirmationCode, Password: 'Outra-Senha-1' })
  await expect(confirmed).rejects.toMatchObject({ code: 'ExpiredCodeException' })
})

test('ConfirmSignUp rejects a code for an address that changed in the data file', async () => {
  const data = newDataFile()
  const emulator = createTestEmulator({}, { data })
  await call(emulator, 'SignUp', BIA)
  const kept = openDatabase(data)
  const users = kept.collection<User>('user')
  const bia = users.get(POOL_ID, 'bia')
  if (bia) users.put(POOL_ID, 'bia', { ...bia, attributes: { email: 'nova@example.com' } })
  kept.close()
  const ConfirmationCode = codeFor(emulator, 'bia@example.com')
  await expect(
    call(emulator, 'ConfirmSignUp', { ClientId: 'web', Username: 'bia', ConfirmationCode }),
  ).rejects.toMatchObject({ code: 'ExpiredCodeException' })
  await emulator.close()
})

test('VerifyUserAttribute rejects a code for a removed address', async () => {
  const emulator = createTestEmulator()
  const own = { AccessToken: accessTokenOf(await signInWithPassword(emulator)) }
  const email = { ...own, AttributeName: 'email' }
  await call(emulator, 'GetUserAttributeVerificationCode', email)
  const Code = codeFor(emulator, ANA.attributes.email)
  await call(emulator, 'DeleteUserAttributes', { ...own, UserAttributeNames: ['email'] })
  await expect(call(emulator, 'VerifyUserAttribute', { ...email, Code })).rejects.toMatchObject({
    code: 'ExpiredCodeException',
  })
  expect(await attributesOf(emulator)).not.toHaveProperty('email_verified')
})

test('PreSignUp cannot verify an address that the user does not have', async () => {
  const emulator = createTestEmulator({
    triggers: { preSignUp: ({ response }) => void (response.autoVerifyPhone = true) },
  })
  await expect(call(emulator, 'SignUp', BIA)).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test('a preferred_username that looks like an address cannot be used to sign in, and another user can register that address', async () => {
  const other = { ...ANA, attributes: { email: 'ana@example.com', preferred_username: 'bia@example.com' } }
  const emulator = createTestEmulator({ aliasAttributes: ['email', 'preferred_username'], users: [other] })
  const byAddress = () =>
    initiateAuth(emulator, 'USER_PASSWORD_AUTH', { USERNAME: 'bia@example.com', PASSWORD: ANA.password })
  await expect(byAddress()).rejects.toMatchObject({ code: 'UserNotFoundException' })
  await call(emulator, 'SignUp', BIA)
  const ConfirmationCode = codeFor(emulator, 'bia@example.com')
  await call(emulator, 'ConfirmSignUp', { ClientId: 'web', Username: 'bia', ConfirmationCode })
  await expect(byAddress()).rejects.toMatchObject({ code: 'NotAuthorizedException' })
  expect(await attributesOf(emulator)).toMatchObject({ email_verified: 'true' })
})

test('a preferred_username cannot be the user name of another user, and SignUp does not accept a preferred_username alias', async () => {
  const emulator = createTestEmulator({
    aliasAttributes: ['preferred_username'],
    users: [ANA, { username: 'caio', password: 'Senha-789' }],
  })
  const preferred = (Value: string) => [{ Name: 'preferred_username', Value }]
  const { AuthenticationResult: caio } = await initiateAuth(emulator, 'USER_PASSWORD_AUTH', {
    USERNAME: 'caio',
    PASSWORD: 'Senha-789',
  })
  const update = (value: string) =>
    call(emulator, 'UpdateUserAttributes', { AccessToken: caio?.AccessToken, UserAttributes: preferred(value) })
  await expect(update('Ana')).rejects.toMatchObject({ code: 'AliasExistsException' })
  await expect(update('caio')).resolves.toBeDefined()
  await expect(update('o-caio')).resolves.toBeDefined()
  await expect(call(emulator, 'SignUp', { ...BIA, UserAttributes: preferred('diretora') })).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: expect.stringContaining('Preferred username cannot be provided for unconfirmed account'),
  })
})

test('an address with a lookalike character does not take over an alias, even with ForceAliasCreation', async () => {
  const kim = { ...ANA, username: 'kim', attributes: { email: 'Kim@example.com' } }
  const emulator = createTestEmulator({ aliasAttributes: ['email'], users: [kim] })
  const lookalike = '\u212aim@example.com' // the sign for Kelvin
  await call(emulator, 'SignUp', { ...BIA, UserAttributes: [{ Name: 'email', Value: lookalike }] })
  const ConfirmationCode = codeFor(emulator, lookalike)
  await call(emulator, 'ConfirmSignUp', {
    ClientId: 'web',
    Username: 'bia',
    ConfirmationCode,
    ForceAliasCreation: true,
  })
  await expect(signInWithPassword(emulator, 'KIM@example.com')).resolves.toHaveProperty('AuthenticationResult')
})
