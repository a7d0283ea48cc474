import { expect, test } from 'vitest'

import { ANA, call, createTestEmulator, initiateAuth, POOL_ID, signInWithPassword } from '../../test/caller.ts'

const pool = { UserPoolId: POOL_ID }
const ana = { ...pool, Username: ANA.username }
const bia = { ...pool, Username: 'bia' }

test('AdminSetUserPassword sets a permanent or a temporary password, and rejects a weak password', async () => {
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

test('after AdminResetUserPassword, the user can set a new password with the sent code', async () => {
  const emulator = createTestEmulator()
  await call(emulator, 'AdminResetUserPassword', ana)
  const ConfirmationCode = emulator.outbox.at(-1)?.code
  const request = { ClientId: 'web', Username: 'ana', ConfirmationCode, Password: 'Outra-Senha-1' }
  await call(emulator, 'ConfirmForgotPassword', request)
  await expect(signInWithPassword(emulator, 'ana', 'Outra-Senha-1')).resolves.toHaveProperty('AuthenticationResult')
})

test('AdminResetUserPassword rejects a user without an address', async () => {
  const emulator = createTestEmulator({ users: [{ username: 'ana' }] })
  await expect(call(emulator, 'AdminResetUserPassword', ana)).rejects.toThrow(
    'no registered/verified email or phone_number',
  )
})

test.each([
  ['is disabled', 'AdminDisableUser', {}, 'User is disabled'],
  [
    'has a temporary password',
    'AdminSetUserPassword',
    { Password: 'Outra-Senha-1' },
    'User password cannot be reset in the current state.',
  ],
])('AdminResetUserPassword rejects a user who %s', async (_case, operation, more, message) => {
  const emulator = createTestEmulator()
  await call(emulator, operation, { ...ana, ...more })
  await expect(call(emulator, 'AdminResetUserPassword', ana)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message,
  })
})

test('AdminConfirmSignUp confirms only unconfirmed users', async () => {
  const emulator = createTestEmulator()
  await expect(call(emulator, 'AdminConfirmSignUp', ana)).rejects.toThrow(
    'User cannot be confirmed. Current status is CONFIRMED',
  )
  await call(emulator, 'SignUp', { ClientId: 'web', Username: 'bia', Password: 'Senha-123' })
  await call(emulator, 'AdminConfirmSignUp', bia)
  await expect(signInWithPassword(emulator, 'bia')).resolves.toHaveProperty('AuthenticationResult')
})

test('a pool created through the API enforces its settings', async () => {
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
  await expect(custom).rejects.toThrow('CUSTOM_AUTH is not enabled for the client.')
})

test('AdminInitiateAuth rejects a client of another pool', async () => {
  const emulator = createTestEmulator()
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', { PoolName: 'outra' })
  const request = {
    AuthFlow: 'ADMIN_NO_SRP_AUTH',
    ClientId: 'web',
    AuthParameters: { USERNAME: 'ana', PASSWORD: ANA.password },
  }
  await expect(call(emulator, 'AdminInitiateAuth', { ...request, UserPoolId: UserPool.Id })).rejects.toMatchObject({
    code: 'ResourceNotFoundException',
  })
  await expect(call(emulator, 'AdminInitiateAuth', { ...request, ...pool })).resolves.toHaveProperty(
    'AuthenticationResult',
  )
})
