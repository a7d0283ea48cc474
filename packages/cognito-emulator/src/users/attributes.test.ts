import { beforeAll, expect, test } from 'vitest'

import {
  accessTokenOf,
  ANA,
  call,
  claimsOf,
  createTestEmulator,
  POOL_ID,
  signInWithPassword,
} from '../../test/caller.ts'

// These tests check the schemas of attributes and the clients' access to attributes. If the service's exact message is
// publicly known, the test expects this message.

type Emulator = ReturnType<typeof createTestEmulator>

const admin = { UserPoolId: POOL_ID, Username: 'ana' }
const custom = (name: string, more: object = {}) =>
  ({ name: `custom:${name}`, dataType: 'String', required: false, mutable: true, ...more }) as const
const attribute = (Name: string, Value: string) => [{ Name, Value }]

let emulator: Emulator
let AccessToken: string

beforeAll(async () => {
  emulator = createTestEmulator({
    schema: [
      custom('school', { minLength: 2, maxLength: 5 }),
      custom('born', { mutable: false }),
      custom('age', { dataType: 'Number', minValue: 18, maxValue: 120 }),
      custom('since', { dataType: 'DateTime' }),
      custom('paid', { dataType: 'Boolean' }),
      { ...custom(''), name: 'dev:level', developerOnly: true },
      custom('role', { developerOnly: true }),
    ],
    clients: [{ id: 'web' }, { id: 'names', readAttributes: ['name', 'email'], writeAttributes: ['name'] }],
  })
  AccessToken = accessTokenOf(await signInWithPassword(emulator))
})

const update = (UserAttributes: object, token = AccessToken) =>
  call(emulator, 'UpdateUserAttributes', { AccessToken: token, UserAttributes })
const adminUpdate = (UserAttributes: object) =>
  call(emulator, 'AdminUpdateUserAttributes', { ...admin, UserAttributes })
const signUp = (UserAttributes: object, ClientId = 'web', Username = 'bia') =>
  call(emulator, 'SignUp', { ClientId, Username, Password: 'Senha-456', UserAttributes })
const create = (UserAttributes: object) =>
  call(emulator, 'AdminCreateUser', { ...admin, Username: 'caio', UserAttributes })

test.each([
  ['custom:other', 'x', 'Attribute does not exist in the schema.'],
  ['turma', 'x', 'Attribute does not exist in the schema.'],
  ['custom:school', 'a', 'String must be no shorter than 2 characters'],
  ['custom:school', 'abcdef', 'String must be no longer than 5 characters'],
  ['birthdate', '1/2/1999', 'String must be no shorter than 10 characters'],
  ['custom:age', 'x', 'Attribute value must be a number'],
  ['custom:age', '17', 'Number must be no less than 18'],
  ['custom:age', '121', 'Number must be no greater than 120'],
  ['updated_at', 'now', 'Attribute value must be a number'],
  ['custom:since', 'once', 'Attribute value must be a date and time'],
  ['custom:since', '99999999999999999999', 'Attribute value must be a date and time'],
  ['custom:paid', 'yes', 'Attribute value must be a boolean'],
])('SignUp, AdminCreateUser and attribute updates reject %s = %s with "%s"', async (name, value, fault) => {
  const code = 'InvalidParameterException'
  const made = { code, message: `Attributes did not conform to the schema: ${name}: ${fault}\n` }
  const changed = { code, message: `user.${name}: ${fault}\n` }
  await expect(signUp(attribute(name, value))).rejects.toMatchObject(made)
  await expect(create(attribute(name, value))).rejects.toMatchObject(made)
  await expect(update(attribute(name, value))).rejects.toMatchObject(changed)
  await expect(adminUpdate(attribute(name, value))).rejects.toMatchObject(changed)
})

test('the error message lists each invalid attribute on its own line', async () => {
  const wrong = [...attribute('custom:a', '1'), ...attribute('name', 'Bia'), ...attribute('custom:b', '2')]
  await expect(signUp(wrong)).rejects.toThrow(
    'Attributes did not conform to the schema: custom:a: Attribute does not exist in the schema.\n' +
      'custom:b: Attribute does not exist in the schema.\n',
  )
})

test('values of every type are stored unchanged, and an immutable attribute can be set only for a new user', async () => {
  const values = {
    'custom:school': 'azul',
    'custom:age': '18',
    'custom:since': '2026-11-22T10:00:00Z',
    'custom:paid': 'True',
  }
  await update(Object.entries(values).map(([Name, Value]) => ({ Name, Value })))
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  expect(claimsOf(result?.IdToken)).toMatchObject(values)
  const immutable = { code: 'InvalidParameterException', message: 'user.custom:born: Attribute cannot be updated.\n' }
  await expect(update(attribute('custom:born', '1999'))).rejects.toMatchObject(immutable)
  await expect(adminUpdate(attribute('custom:born', '1999'))).rejects.toMatchObject(immutable)
  await expect(create(attribute('custom:born', '1999'))).resolves.toHaveProperty('User')
})

test.each(['dev:level', 'custom:role'])('only administrators can write the developer attribute %s', async (name) => {
  const unwritable = { code: 'NotAuthorizedException', message: 'A client attempted to write unauthorized attribute' }
  await expect(update(attribute(name, '3'))).rejects.toMatchObject(unwritable)
  await expect(signUp(attribute(name, '3'))).rejects.toMatchObject(unwritable)
  await expect(adminUpdate(attribute(name, '3'))).resolves.toEqual({})
})

test('the NEW_PASSWORD_REQUIRED challenge contains only attributes that the client can read', async () => {
  const invited = { UserAttributes: [...attribute('name', 'Caio'), ...attribute('custom:school', 'EMEF')] }
  await call(emulator, 'AdminCreateUser', { ...admin, ...invited, Username: 'invited', TemporaryPassword: 'Senha-789' })
  const { ChallengeParameters: shown } = await call<Awaited<ReturnType<typeof signInWithPassword>>>(
    emulator,
    'InitiateAuth',
    {
      ClientId: 'names',
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'invited', PASSWORD: 'Senha-789' },
    },
  )
  expect(JSON.parse(shown['userAttributes'] ?? '')).toEqual({ name: 'Caio' })
})

test('id tokens contain flags, times and addresses as JSON booleans, numbers and objects', async () => {
  await adminUpdate([
    ...attribute('address', 'Rua A, 1'),
    ...attribute('updated_at', '1700000000'),
    ...attribute('email_verified', 'True'),
    ...attribute('phone_number_verified', 'false'),
  ])
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  expect(claimsOf(result?.IdToken)).toMatchObject({
    address: { formatted: 'Rua A, 1' },
    updated_at: 1_700_000_000,
    email_verified: true,
    phone_number_verified: false,
  })
})

test('a client can read and write only its permitted attributes', async () => {
  const { AuthenticationResult: result } = await call<Awaited<ReturnType<typeof signInWithPassword>>>(
    emulator,
    'InitiateAuth',
    {
      ClientId: 'names',
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: ANA.username, PASSWORD: ANA.password },
    },
  )
  const token = result?.AccessToken ?? ''
  await update(attribute('name', 'Ana'), token)
  const unwritable = { code: 'NotAuthorizedException', message: 'A client attempted to write unauthorized attribute' }
  await expect(update(attribute('email', 'other@example.com'), token)).rejects.toMatchObject(unwritable)
  await expect(signUp(attribute('email', 'bia@example.com'), 'names')).rejects.toMatchObject(unwritable)
  const removal = call(emulator, 'DeleteUserAttributes', { AccessToken: token, UserAttributeNames: ['email'] })
  await expect(removal).rejects.toMatchObject(unwritable)
  const { UserAttributes } = await call<{ UserAttributes: { Name: string }[] }>(emulator, 'GetUser', {
    AccessToken: token,
  })
  expect(UserAttributes.map(({ Name }) => Name)).toEqual(['email', 'name', 'sub'])
  const claims = claimsOf(result?.IdToken)
  expect(claims).toMatchObject({ email: ANA.attributes.email, 'cognito:username': 'ana' })
  expect(claims).not.toHaveProperty('phone_number')
  expect(claims).not.toHaveProperty('email_verified')
  for (const operation of ['GetUserAttributeVerificationCode', 'VerifyUserAttribute']) {
    const attempt = call(emulator, operation, { AccessToken: token, AttributeName: 'phone_number', Code: '123456' })
    await expect(attempt).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'A client attempted to read unauthorized attribute',
    })
  }
})

test('in a case-sensitive pool, user names and aliases that differ only in case do not identify the same user', async () => {
  const strict = createTestEmulator({ usernameCaseSensitive: true, aliasAttributes: ['email'] })
  const unknown = { code: 'UserNotFoundException' }
  await expect(signInWithPassword(strict, 'Ana')).rejects.toMatchObject(unknown)
  await expect(signInWithPassword(strict, 'Ana@example.com')).rejects.toMatchObject(unknown)
  await expect(call(strict, 'ForgotPassword', { ClientId: 'web', Username: 'ANA' })).rejects.toMatchObject(unknown)
  await expect(signInWithPassword(strict, ANA.attributes.email)).resolves.toHaveProperty('AuthenticationResult')
  await call(strict, 'AdminCreateUser', { ...admin, Username: 'Ana', TemporaryPassword: 'Outra-Senha-1' })
  await expect(signInWithPassword(strict, 'Ana', 'Outra-Senha-1')).resolves.toHaveProperty('ChallengeName')
  await expect(signInWithPassword(strict)).resolves.toHaveProperty('AuthenticationResult')
})
