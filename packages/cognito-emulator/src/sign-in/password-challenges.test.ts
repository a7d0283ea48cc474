import { expect, test } from 'vitest'

import {
  ANA,
  call,
  claimsOf,
  createTestEmulator,
  initiateAuth,
  respond,
  signInWithPassword,
  signInWithSrp,
} from '../../test/caller.ts'

const INCORRECT = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' }
const temporary = { users: [{ ...ANA, temporaryPassword: true as const }] }

test('USER_PASSWORD_AUTH signs in with the right password', async () => {
  const { AuthenticationResult: result } = await signInWithPassword(createTestEmulator())
  expect(claimsOf(result?.AccessToken)).toMatchObject({ username: 'ana', token_use: 'access' })
})

test('USER_PASSWORD_AUTH rejects a wrong password', async () => {
  await expect(signInWithPassword(createTestEmulator(), 'ana', 'senha-123')).rejects.toMatchObject(INCORRECT)
})

test('a sign-in with a flow that the client does not allow is rejected', async () => {
  const emulator = createTestEmulator({ clients: [{ id: 'web', explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] }] })
  await expect(signInWithPassword(emulator)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'USER_PASSWORD_AUTH flow not enabled for this client',
  })
  await expect(signInWithSrp(emulator)).resolves.toHaveProperty('AuthenticationResult')
})

test('NEW_PASSWORD_REQUIRED asks for a new password and the missing required attributes', async () => {
  const emulator = createTestEmulator({ ...temporary, requiredAttributes: ['email', 'given_name'] })
  const challenge = await signInWithSrp(emulator)
  expect(challenge.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  expect(JSON.parse(challenge.ChallengeParameters['requiredAttributes'] ?? '')).toEqual(['userAttributes.given_name'])
  expect(JSON.parse(challenge.ChallengeParameters['userAttributes'] ?? '')).toMatchObject({ email: 'ana@example.com' })

  const NEW_PASSWORD = 'Minha-Senha-9'
  await expect(respond(emulator, challenge, { NEW_PASSWORD: 'curta' })).rejects.toMatchObject({
    code: 'InvalidPasswordException',
    message: 'Password did not conform with policy: Password not long enough',
  })
  await expect(respond(emulator, challenge, { NEW_PASSWORD })).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'Invalid attributes given, given_name is missing',
  })
  const verified = respond(emulator, challenge, { NEW_PASSWORD, 'userAttributes.email_verified': 'true' })
  await expect(verified).rejects.toThrow('Cannot modify the non-mutable attribute email_verified')
  const done = await respond(emulator, challenge, { NEW_PASSWORD, 'userAttributes.given_name': 'Ana' })
  expect(claimsOf(done.AuthenticationResult?.IdToken)).toMatchObject({ given_name: 'Ana' })
  await expect(signInWithSrp(emulator)).rejects.toMatchObject(INCORRECT)
  await expect(signInWithSrp(emulator, { password: NEW_PASSWORD })).resolves.toHaveProperty('AuthenticationResult')
})

test('a temporary password expires after seven days', async () => {
  const emulator = createTestEmulator(temporary)
  emulator.clock.advance(7 * 24 * 3600)
  await expect(signInWithPassword(emulator)).rejects.toThrow('Temporary password has expired')
})

test('an unconfirmed user gets UserNotConfirmedException, but only with the right password if the pool hides unknown users', async () => {
  const open = createTestEmulator()
  const bia = { ClientId: 'web', Username: 'bia', Password: 'Senha-123' }
  await call(open, 'SignUp', bia)
  const unconfirmed = { code: 'UserNotConfirmedException' }
  await expect(signInWithPassword(open, 'bia', 'Senha-124')).rejects.toMatchObject(unconfirmed)
  await expect(signInWithSrp(open, { username: 'bia', password: 'Senha-124' })).rejects.toMatchObject(unconfirmed)
  const emulator = createTestEmulator({ preventUserExistenceErrors: true })
  await call(emulator, 'SignUp', bia)
  await expect(signInWithPassword(emulator, 'bia', 'Senha-124')).rejects.toMatchObject(INCORRECT)
  await expect(signInWithPassword(emulator, 'bia')).rejects.toMatchObject({ code: 'UserNotConfirmedException' })
})

test('five failures lock a known or unknown user name, and each further failure doubles the lock', async () => {
  const emulator = createTestEmulator({ preventUserExistenceErrors: true })
  for (const name of ['ana', 'ninguem']) {
    for (let failure = 0; failure < 5; failure++) {
      await expect(signInWithPassword(emulator, name, 'Senha-999')).rejects.toMatchObject(INCORRECT)
    }
    await expect(signInWithPassword(emulator, name)).rejects.toThrow('Password attempts exceeded')
    emulator.clock.advance(1)
    await expect(signInWithPassword(emulator, name, 'Senha-999')).rejects.toMatchObject(INCORRECT)
    emulator.clock.advance(1)
    await expect(signInWithPassword(emulator, name)).rejects.toThrow('Password attempts exceeded')
  }
  emulator.clock.advance(1)
  await expect(signInWithPassword(emulator)).resolves.toHaveProperty('AuthenticationResult')
})

test('if the pool hides unknown users, an unknown user gets the same kind of challenge as a known user, and each unknown name always gets the same salt', async () => {
  const emulator = createTestEmulator({ preventUserExistenceErrors: true })
  const ask = (name: string) => initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: name, SRP_A: 'abc123' })
  const [known, unknown, again] = [await ask('ana'), await ask('ninguem'), await ask('ninguem')]
  expect(Object.keys(unknown.ChallengeParameters).toSorted()).toEqual(Object.keys(known.ChallengeParameters).toSorted())
  expect(unknown.ChallengeParameters['USER_ID_FOR_SRP']).toBe('ninguem')
  expect(again.ChallengeParameters['SALT']).toBe(unknown.ChallengeParameters['SALT'])
  expect(again.ChallengeParameters['SRP_B']).not.toBe(unknown.ChallengeParameters['SRP_B'])
  await expect(signInWithSrp(emulator, { username: 'ninguem' })).rejects.toMatchObject(INCORRECT)
})

test('if the pool hides unknown users, an unknown e-mail address always gets the same made-up user name', async () => {
  const emulator = createTestEmulator({ usernameAttributes: ['email'], users: [], preventUserExistenceErrors: true })
  const ask = () => initiateAuth(emulator, 'USER_SRP_AUTH', { USERNAME: 'x@example.com', SRP_A: 'abc123' })
  const { USER_ID_FOR_SRP: userId } = (await ask()).ChallengeParameters
  expect(userId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect((await ask()).ChallengeParameters['USER_ID_FOR_SRP']).toBe(userId)
})

test('a user signs in with an e-mail address, and SRP hashes the user name', async () => {
  const emulator = createTestEmulator({
    usernameAttributes: ['email'],
    users: [
      {
        username: '6b1f2a9e-6d0f-4a53-9a3e-0c1d2e3f4a5b',
        password: ANA.password,
        attributes: { email: 'ana@example.com' },
      },
    ],
  })
  const { AuthenticationResult: result } = await signInWithSrp(emulator, { username: 'Ana@Example.com' })
  expect(claimsOf(result?.AccessToken)).toMatchObject({
    username: '6b1f2a9e-6d0f-4a53-9a3e-0c1d2e3f4a5b',
    sub: '6b1f2a9e-6d0f-4a53-9a3e-0c1d2e3f4a5b',
  })
})

test('a sign-in with an unverified e-mail alias fails, and a sign-in with a verified phone number or a preferred_username succeeds', async () => {
  const unverified = {
    ...ANA,
    attributes: { ...ANA.attributes, email_verified: 'false', preferred_username: 'aninha' },
  }
  const emulator = createTestEmulator({
    aliasAttributes: ['email', 'phone_number', 'preferred_username'],
    users: [unverified],
  })
  await expect(signInWithPassword(emulator, 'ana@example.com')).rejects.toMatchObject({ code: 'UserNotFoundException' })
  await expect(signInWithPassword(emulator, '+5511987654321')).resolves.toHaveProperty('AuthenticationResult')
  await expect(signInWithSrp(emulator, { username: 'aninha' })).resolves.toHaveProperty('AuthenticationResult')
})

test('a user can sign in with an address that is both their e-mail and their preferred_username', async () => {
  const attributes = { email: 'ana@example.com', preferred_username: 'ana@example.com' }
  const emulator = createTestEmulator({
    aliasAttributes: ['email', 'preferred_username'],
    users: [{ ...ANA, attributes }],
  })
  await expect(signInWithPassword(emulator, 'ana@example.com')).resolves.toHaveProperty('AuthenticationResult')
})

test('SECRET_HASH is computed from the name in the first request, and from the user name in later requests', async () => {
  const client = { id: 'web', secret: 'segredo' }
  const emulator = createTestEmulator({ clients: [client], aliasAttributes: ['email'] })
  await expect(signInWithSrp(emulator)).rejects.toThrow(
    'Client web is configured with secret but SECRET_HASH was not received',
  )
  await expect(signInWithSrp(emulator, {}, { ...client, secret: 'outro' })).rejects.toThrow(
    'Unable to verify secret hash for client web',
  )
  await expect(signInWithSrp(emulator, { username: 'ana@example.com' }, client)).resolves.toHaveProperty(
    'AuthenticationResult',
  )
})

test('a sign-in with the right password fails for a disabled user and after AdminResetUserPassword', async () => {
  const emulator = createTestEmulator()
  const user = { UserPoolId: 'local_Pool1', Username: 'ana' }
  await call(emulator, 'AdminDisableUser', user)
  await expect(signInWithSrp(emulator)).rejects.toThrow('User is disabled.')
  await call(emulator, 'AdminEnableUser', user)
  await call(emulator, 'AdminResetUserPassword', user)
  await expect(signInWithSrp(emulator)).rejects.toMatchObject({ code: 'PasswordResetRequiredException' })
})

test("both tokens contain the user's groups, and the id token contains the pre-token trigger's claims", async () => {
  const emulator = createTestEmulator({
    users: [{ ...ANA, groups: ['turma-a'] }],
    triggers: {
      preTokenGeneration({ request, response }) {
        response.claimsOverrideDetails = {
          claimsToAddOrOverride: {
            groups: request.groupConfiguration.groupsToOverride?.join() ?? '',
            school: 'central',
          },
          claimsToSuppress: ['phone_number'],
        }
      },
    },
  })
  const { AuthenticationResult: result } = await signInWithPassword(emulator)
  expect(claimsOf(result?.AccessToken)).toMatchObject({ 'cognito:groups': ['turma-a'] })
  expect(claimsOf(result?.IdToken)).toMatchObject({
    groups: 'turma-a',
    school: 'central',
    'cognito:groups': ['turma-a'],
  })
  expect(claimsOf(result?.IdToken)).not.toHaveProperty('phone_number')
})
