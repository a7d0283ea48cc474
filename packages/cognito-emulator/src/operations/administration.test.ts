import { expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  claimsOf,
  createTestEmulator,
  initiateAuth,
  POOL_ID,
  respond,
  signInWithPassword,
} from '../../test/caller.ts'

type Emulator = ReturnType<typeof createTestEmulator>

const pool = { UserPoolId: POOL_ID }
const ana = { ...pool, Username: ANA.username }
const bia = { ...pool, Username: 'bia' }
const email = [{ Name: 'email', Value: 'bia@example.com' }]

test('an invitation carries a password that fits the policy and must be replaced', async () => {
  const emulator = createTestEmulator()
  const created = await call(emulator, 'AdminCreateUser', { ...bia, UserAttributes: email })
  expect(created).toMatchObject({ User: { Username: 'bia', UserStatus: 'FORCE_CHANGE_PASSWORD', Enabled: true } })
  const password = emulator.outbox.at(-1)?.code ?? ''
  const challenge = await signInWithPassword(emulator, 'bia', password)
  expect(challenge.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
})

test('an invitation sent again makes the first password worthless, and only while it is unused', async () => {
  const emulator = createTestEmulator()
  await call(emulator, 'AdminCreateUser', { ...bia, UserAttributes: email, TemporaryPassword: 'Senha-111' })
  await call(emulator, 'AdminCreateUser', { ...bia, MessageAction: 'RESEND' })
  expect(emulator.outbox.map(({ kind }) => kind)).toEqual(['TEMPORARY_PASSWORD', 'TEMPORARY_PASSWORD'])
  await expect(signInWithPassword(emulator, 'bia', 'Senha-111')).rejects.toThrow('Incorrect username or password.')
  const second = await signInWithPassword(emulator, 'bia', emulator.outbox.at(-1)?.code)
  await respond(emulator, second, { USERNAME: 'bia', NEW_PASSWORD: 'Minha-Senha-9' })
  const again = call(emulator, 'AdminCreateUser', { ...bia, MessageAction: 'RESEND' })
  await expect(again).rejects.toMatchObject({ code: 'UnsupportedUserStateException' })
})

test('a suppressed invitation sends nothing', async () => {
  const emulator = createTestEmulator()
  await call(emulator, 'AdminCreateUser', { ...bia, UserAttributes: email, MessageAction: 'SUPPRESS' })
  expect(emulator.outbox).toEqual([])
})

test('a password set for good signs in, one set for once must be replaced, a weak one is refused', async () => {
  const emulator = createTestEmulator()
  const set = (Password: string, Permanent?: boolean) =>
    call(emulator, 'AdminSetUserPassword', { ...ana, Password, Permanent })
  await set('Outra-Senha-1', true)
  await expect(signInWithPassword(emulator, 'ana', 'Outra-Senha-1')).resolves.toHaveProperty('AuthenticationResult')
  await set('Outra-Senha-2')
  expect(await signInWithPassword(emulator, 'ana', 'Outra-Senha-2')).toMatchObject({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
  })
  await expect(set('fraca', true)).rejects.toMatchObject({ code: 'InvalidPasswordException' })
})

test('a reset password is replaced with the code that is sent', async () => {
  const emulator = createTestEmulator()
  await call(emulator, 'AdminResetUserPassword', ana)
  const ConfirmationCode = emulator.outbox.at(-1)?.code
  const request = { ClientId: 'web', Username: 'ana', ConfirmationCode, Password: 'Outra-Senha-1' }
  await call(emulator, 'ConfirmForgotPassword', request)
  await expect(signInWithPassword(emulator, 'ana', 'Outra-Senha-1')).resolves.toHaveProperty('AuthenticationResult')
})

test('a user without a verified address cannot have the password reset', async () => {
  const emulator = createTestEmulator({ users: [{ username: 'ana' }] })
  await expect(call(emulator, 'AdminResetUserPassword', ana)).rejects.toThrow(
    'no registered/verified email or phone_number',
  )
})

test('an administrator may say that an address is verified; a person may not', async () => {
  const emulator = createTestEmulator()
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const UserAttributes = [
    { Name: 'email', Value: 'nova@example.com' },
    { Name: 'email_verified', Value: 'true' },
  ]
  await expect(call(emulator, 'UpdateUserAttributes', { AccessToken, UserAttributes })).rejects.toMatchObject({
    code: 'InvalidParameterException',
  })
  await call(emulator, 'AdminUpdateUserAttributes', { ...ana, UserAttributes })
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  expect(claimsOf(result?.IdToken)).toMatchObject({ email: 'nova@example.com', email_verified: true })
})

test('only a user who waits for it is confirmed', async () => {
  const emulator = createTestEmulator()
  await expect(call(emulator, 'AdminConfirmSignUp', ana)).rejects.toThrow(
    'User cannot be confirmed. Current status is CONFIRMED',
  )
  await call(emulator, 'SignUp', { ClientId: 'web', Username: 'bia', Password: 'Senha-123' })
  await call(emulator, 'AdminConfirmSignUp', bia)
  await expect(signInWithPassword(emulator, 'bia')).resolves.toHaveProperty('AuthenticationResult')
})

test('groups reach the tokens of those who are in them', async () => {
  const emulator = createTestEmulator({ groups: ['turma-a'] })
  const membership = { ...ana, GroupName: 'turma-a' }
  const groups = async () =>
    claimsOf((await signInWithPassword(emulator)).AuthenticationResult?.AccessToken)['cognito:groups']
  await call(emulator, 'AdminAddUserToGroup', membership)
  await call(emulator, 'AdminAddUserToGroup', membership)
  expect(await groups()).toEqual(['turma-a'])
  await call(emulator, 'AdminRemoveUserFromGroup', membership)
  expect(await groups()).toBeUndefined()
  const unknown = { ...membership, GroupName: 'turma-z' }
  for (const operation of ['AdminAddUserToGroup', 'AdminRemoveUserFromGroup']) {
    await expect(call(emulator, operation, unknown)).rejects.toMatchObject({ code: 'ResourceNotFoundException' })
  }
  await expect(call(emulator, 'CreateGroup', { ...pool, GroupName: 'turma-a' })).rejects.toMatchObject({
    code: 'GroupExistsException',
  })
})

type Listed = { Users: { Username: string }[]; PaginationToken?: string }

const list = async (emulator: Emulator, more: object): Promise<Listed> =>
  call<Listed>(emulator, 'ListUsers', { ...pool, ...more })

test('users are listed by pages', async () => {
  const users = ['a', 'b', 'c', 'd', 'e'].map((username) => ({ username }))
  const emulator = createTestEmulator({ users })
  const names: string[] = []
  let page: Listed = { Users: [] }
  do {
    page = await list(emulator, { Limit: 2, ...(page.PaginationToken && { PaginationToken: page.PaginationToken }) })
    names.push(...page.Users.map(({ Username }) => Username))
  } while (page.PaginationToken)
  expect(names).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test.each([
  ['username = "ana"', ['ana']],
  ['email ^= "ana@"', ['ana']],
  ['cognito:user_status = "FORCE_CHANGE_PASSWORD"', ['bia']],
  ['status = "Enabled"', ['ana', 'bia']],
  ['name = "Ana \\"B\\""', ['ana']],
  ['email = "nobody@example.com"', []],
])('the filter %s finds %j', async (Filter, names) => {
  const named = { ...ANA, attributes: { ...ANA.attributes, name: 'Ana "B"' } }
  const emulator = createTestEmulator({ users: [named, { username: 'bia', password: 'x', temporaryPassword: true }] })
  const { Users } = await list(emulator, { Filter })
  expect(Users.map(({ Username }) => Username)).toEqual(names)
})

test('a filter that cannot be read is refused', async () => {
  await expect(list(createTestEmulator(), { Filter: 'email is ana' })).rejects.toThrow('Error while parsing filter.')
})

test('a pool made at run time follows its settings', async () => {
  const emulator = createTestEmulator()
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', {
    PoolName: 'turma',
    Policies: { PasswordPolicy: { MinimumLength: 12, RequireSymbols: false } },
    AutoVerifiedAttributes: ['email'],
    UsernameAttributes: ['email'],
    DeviceConfiguration: { DeviceOnlyRememberedOnUserPrompt: true },
    Schema: [{ Name: 'given_name', Required: true }],
  })
  const UserPoolId = UserPool.Id
  expect(await call(emulator, 'DescribeUserPool', { UserPoolId })).toMatchObject({
    UserPool: { Name: 'turma', MfaConfiguration: 'OFF', UsernameAttributes: ['email'] },
  })
  const { UserPoolClient: client } = await call<{ UserPoolClient: { ClientId: string } }>(
    emulator,
    'CreateUserPoolClient',
    {
      UserPoolId,
      ClientName: 'app',
      ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
      AccessTokenValidity: 10,
      TokenValidityUnits: { AccessToken: 'minutes' },
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 5 },
      PreventUserExistenceErrors: 'ENABLED',
    },
  )
  const signUp = { ClientId: client.ClientId, Username: 'bia@example.com', Password: 'SenhaDeBia12' }
  await expect(call(emulator, 'SignUp', { ...signUp, Password: 'Senha-123' })).rejects.toThrow(
    'Password not long enough',
  )
  await expect(call(emulator, 'SignUp', signUp)).rejects.toThrow('given_name: The attribute is required')
  await call(emulator, 'SignUp', { ...signUp, UserAttributes: [{ Name: 'given_name', Value: 'Bia' }] })
  await call(emulator, 'AdminConfirmSignUp', { UserPoolId, Username: 'bia@example.com' })
  const parameters = { USERNAME: 'bia@example.com', PASSWORD: 'SenhaDeBia12' }
  const { AuthenticationResult: result } = await initiateAuth(
    emulator,
    'USER_PASSWORD_AUTH',
    parameters,
    client.ClientId,
  )
  expect(result).toMatchObject({ ExpiresIn: 600, NewDeviceMetadata: { DeviceKey: expect.any(String) } })
  const custom = initiateAuth(emulator, 'CUSTOM_AUTH', parameters, client.ClientId)
  await expect(custom).rejects.toThrow('CUSTOM_AUTH flow not enabled for this client')
})

test('administrator sign-in stays within its pool', async () => {
  const emulator = createTestEmulator()
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', { PoolName: 'outra' })
  const request = {
    AuthFlow: 'ADMIN_NO_SRP_AUTH',
    ClientId: 'web',
    AuthParameters: { USERNAME: 'ana', PASSWORD: ANA.password },
  }
  await expect(call(emulator, 'AdminInitiateAuth', { ...request, UserPoolId: UserPool.Id })).rejects.toMatchObject({
    code: 'InvalidParameterException',
  })
  await expect(call(emulator, 'AdminInitiateAuth', { ...request, ...pool })).resolves.toHaveProperty(
    'AuthenticationResult',
  )
})
