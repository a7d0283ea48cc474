import { expect, test } from 'vitest'

import { accessTokenOf, ANA, BIA, call, claimsOf, createTestEmulator, signInWithPassword } from '../../test/caller.ts'

type Emulator = ReturnType<typeof createTestEmulator>

const biaAt = (emulator: Emulator) => ({
  ClientId: 'web',
  Username: 'bia',
  ConfirmationCode: emulator.outbox.at(-1)?.code,
})
const wrongCodeFor = (code: string | undefined) => (code === '000000' ? '000001' : '000000')

async function signUp(emulator: Emulator, more: object = {}): Promise<Record<string, unknown>> {
  return call(emulator, 'SignUp', { ...BIA, ...more })
}

test('a user can sign in after confirming the code from SignUp', async () => {
  const emulator = createTestEmulator()
  expect(await signUp(emulator)).toEqual({
    UserConfirmed: false,
    UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'b***@e***' },
    Session: expect.any(String),
  })
  await call(emulator, 'ConfirmSignUp', biaAt(emulator))
  const { AuthenticationResult: result } = await signInWithPassword(emulator, 'bia', BIA.Password)
  expect(claimsOf(result?.IdToken)).toMatchObject({ email: 'bia@example.com', email_verified: true })
})

test.each([
  ['aB1-', 'Password not long enough'],
  ['senha-456', 'Password must have uppercase characters'],
  ['SENHA-456', 'Password must have lowercase characters'],
  ['Senha-abc', 'Password must have numeric characters'],
  ['Senha4567', 'Password must have symbol characters'],
])('SignUp rejects the password %s with "%s"', async (Password, rule) => {
  await expect(signUp(createTestEmulator(), { Password })).rejects.toMatchObject({
    code: 'InvalidPasswordException',
    message: `Password did not conform with policy: ${rule}`,
  })
})

test.each([
  ['a user name that exists', { Username: 'ana' }, 'UsernameExistsException', 'User already exists'],
  [
    'a malformed e-mail address',
    { UserAttributes: [{ Name: 'email', Value: 'bia' }] },
    'InvalidParameterException',
    'Invalid email address format.',
  ],
  [
    'a malformed phone number',
    { UserAttributes: [{ Name: 'phone_number', Value: '11 9876' }] },
    'InvalidParameterException',
    'Invalid phone number format.',
  ],
  [
    'an attribute outside the schema',
    { UserAttributes: [{ Name: 'turma', Value: 'a' }] },
    'InvalidParameterException',
    'Attributes did not conform to the schema: turma: Attribute does not exist in the schema.\n',
  ],
  [
    'the attribute email_verified',
    { UserAttributes: [{ Name: 'email_verified', Value: 'true' }] },
    'NotAuthorizedException',
    'A client attempted to write unauthorized attribute',
  ],
])('SignUp rejects %s', async (_case, more, code, message) => {
  await expect(signUp(createTestEmulator(), more)).rejects.toMatchObject({ code, message })
})

test('SignUp rejects a user without a required attribute, and rejects every user if only administrators can create users', async () => {
  await expect(signUp(createTestEmulator({ requiredAttributes: ['given_name'] }))).rejects.toThrow(
    'given_name: The attribute is required',
  )
  await expect(signUp(createTestEmulator({ allowSignUp: false }))).rejects.toThrow(
    'SignUp is not permitted for this user pool',
  )
})

test('after five wrong codes, ConfirmSignUp rejects even the right code and a new code for four minutes', async () => {
  const emulator = createTestEmulator()
  await signUp(emulator)
  const right = biaAt(emulator)
  const wrong = { ...right, ConfirmationCode: wrongCodeFor(right.ConfirmationCode) }
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(call(emulator, 'ConfirmSignUp', wrong)).rejects.toMatchObject({ code: 'CodeMismatchException' })
  }
  await expect(call(emulator, 'ConfirmSignUp', right)).rejects.toMatchObject({ code: 'LimitExceededException' })
  await call(emulator, 'ResendConfirmationCode', { ClientId: 'web', Username: 'bia' })
  await expect(call(emulator, 'ConfirmSignUp', biaAt(emulator))).rejects.toMatchObject({
    code: 'LimitExceededException',
  })
  emulator.clock.advance(240)
  await expect(call(emulator, 'ConfirmSignUp', biaAt(emulator))).resolves.toEqual({ Session: expect.any(String) })
  await expect(call(emulator, 'ConfirmSignUp', biaAt(emulator))).rejects.toThrow(
    'User cannot be confirmed. Current status is CONFIRMED',
  )
  const again = call(emulator, 'ResendConfirmationCode', { ClientId: 'web', Username: 'bia' })
  await expect(again).rejects.toThrow('User is already confirmed.')
})

test.each([
  [false, 'UserNotFoundException'],
  [true, 'CodeMismatchException'],
])(
  'with preventUserExistenceErrors %s, ConfirmSignUp and ConfirmForgotPassword fail with %s for an unknown user',
  async (preventUserExistenceErrors, code) => {
    const emulator = createTestEmulator({ preventUserExistenceErrors })
    const request = { ClientId: 'web', Username: 'ninguem', ConfirmationCode: '123456' }
    await expect(call(emulator, 'ConfirmSignUp', request)).rejects.toMatchObject({ code })
    await expect(call(emulator, 'ConfirmForgotPassword', { ...request, Password: 'Senha-789' })).rejects.toMatchObject({
      code,
    })
  },
)

test('if the pool hides unknown users, ResendConfirmationCode and ForgotPassword pretend to send codes to unknown users', async () => {
  const { username, password, attributes } = ANA
  const users = [{ username, password, attributes: { email: attributes.email } }]
  const emulator = createTestEmulator({ preventUserExistenceErrors: true, users })
  for (const operation of ['ResendConfirmationCode', 'ForgotPassword']) {
    const answer = await call(emulator, operation, { ClientId: 'web', Username: 'x@example.com' })
    expect(answer).toMatchObject({ CodeDeliveryDetails: { Destination: 'x***@e***' } })
  }
  expect(emulator.outbox).toEqual([])
})

test('ConfirmSignUp rejects an alias of another user unless ForceAliasCreation is set', async () => {
  const emulator = createTestEmulator({ aliasAttributes: ['email'] })
  await signUp(emulator, { UserAttributes: [{ Name: 'email', Value: ANA.attributes.email }] })
  await expect(call(emulator, 'ConfirmSignUp', biaAt(emulator))).rejects.toMatchObject({
    code: 'AliasExistsException',
    message: 'An account with the email already exists.',
  })
  await call(emulator, 'ConfirmSignUp', { ...biaAt(emulator), ForceAliasCreation: true })
  const { AuthenticationResult: result } = await signInWithPassword(emulator, ANA.attributes.email, BIA.Password)
  expect(claimsOf(result?.AccessToken)).toMatchObject({ username: 'bia' })
  const ana = await signInWithPassword(emulator)
  expect(claimsOf(ana.AuthenticationResult?.IdToken)).toMatchObject({ email_verified: false })
})

test('in a pool with e-mail addresses as user names, an address can be registered only once', async () => {
  const emulator = createTestEmulator({ usernameAttributes: ['email'], users: [] })
  await signUp(emulator, { Username: 'bia@example.com', UserAttributes: [] })
  await expect(signUp(emulator, { Username: 'BIA@example.com', UserAttributes: [] })).rejects.toMatchObject({
    code: 'UsernameExistsException',
  })
  await expect(signUp(emulator, { Username: 'bia' })).rejects.toThrow('Username should be an email.')
})

test('PreSignUp can confirm or reject a new user', async () => {
  const confirming = createTestEmulator({
    triggers: { preSignUp: ({ response }) => void (response.autoConfirmUser = true) },
  })
  expect(await signUp(confirming)).toMatchObject({ UserConfirmed: true })
  expect(confirming.outbox).toEqual([])
  const refusing = createTestEmulator({
    triggers: {
      preSignUp({ request }) {
        throw new Error(`convite ${request.validationData?.['convite']} inválido`)
      },
    },
  })
  await expect(signUp(refusing, { ValidationData: [{ Name: 'convite', Value: '7' }] })).rejects.toMatchObject({
    code: 'UserLambdaValidationException',
    message: 'PreSignUp failed with error convite 7 inválido.',
  })
})

test('ForgotPassword rejects a user without an address', async () => {
  const emulator = createTestEmulator({ users: [{ username: 'ana', password: ANA.password }] })
  await expect(call(emulator, 'ForgotPassword', { ClientId: 'web', Username: 'ana' })).rejects.toThrow(
    'no registered/verified email or phone_number',
  )
})

test('ChangePassword requires the old password', async () => {
  const emulator = createTestEmulator()
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    call(emulator, 'ChangePassword', { AccessToken, PreviousPassword, ProposedPassword })
  await expect(change('Senha-999', 'Outra-Senha-1')).rejects.toThrow('Incorrect username or password.')
  await expect(change(ANA.password, 'fraca')).rejects.toMatchObject({ code: 'InvalidPasswordException' })
  await expect(change(ANA.password, 'Outra-Senha-1')).resolves.toEqual({})
  await expect(signInWithPassword(emulator)).rejects.toThrow('Incorrect username or password.')
  await expect(signInWithPassword(emulator, 'ana', 'Outra-Senha-1')).resolves.toHaveProperty('AuthenticationResult')
})

test('a new address stays unverified until its own code is confirmed, and an older code is rejected', async () => {
  const emulator = createTestEmulator()
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const verify = (Code: string | undefined) =>
    call(emulator, 'VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
  const attributes = async () => {
    const { UserAttributes } = await call<{ UserAttributes: { Name: string; Value: string }[] }>(emulator, 'GetUser', {
      AccessToken,
    })
    return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
  }
  await call(emulator, 'GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
  const oldCode = emulator.outbox.at(-1)?.code
  const UserAttributes = [{ Name: 'email', Value: 'nova@example.com' }]
  await call(emulator, 'UpdateUserAttributes', { AccessToken, UserAttributes })
  expect(await attributes()).toMatchObject({ email: 'nova@example.com', email_verified: 'false' })
  const sent = emulator.outbox.at(-1)
  expect(sent?.destination).toBe('nova@example.com')
  if (oldCode !== sent?.code) await expect(verify(oldCode)).rejects.toMatchObject({ code: 'CodeMismatchException' })
  await verify(sent?.code)
  expect(await attributes()).toMatchObject({ email_verified: 'true' })
  await call(emulator, 'DeleteUserAttributes', { AccessToken, UserAttributeNames: ['email'] })
  expect(await attributes()).not.toHaveProperty('email')
})

test('DeleteUser removes the user and invalidates the access token', async () => {
  const emulator = createTestEmulator()
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  await call(emulator, 'DeleteUser', { AccessToken })
  await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toMatchObject({ code: 'UserNotFoundException' })
  await expect(signInWithPassword(emulator)).rejects.toMatchObject({ code: 'UserNotFoundException' })
})
