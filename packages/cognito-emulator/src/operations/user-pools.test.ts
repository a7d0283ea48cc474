import { expect, test } from 'vitest'

import { accessTokenOf, call, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import type { Emulator } from '../index.ts'

const emulator = createTestEmulator()
const SMS = { SnsCallerArn: 'arn:aws:iam::123456789012:role/sms' }

type Described = { UserPool: Record<string, unknown> & { Id: string } }

const create = async (more: object = {}, on: Emulator = emulator) =>
  (await call<Described>(on, 'CreateUserPool', { PoolName: 'turma', ...more })).UserPool
const describe = async (UserPoolId: string, on: Emulator = emulator) =>
  (await call<Described>(on, 'DescribeUserPool', { UserPoolId })).UserPool

const FUNCTION = 'arn:aws:lambda:us-east-1:123456789012:function:send'
const recovery = (...names: string[]) => ({
  AccountRecoverySetting: { RecoveryMechanisms: names.map((Name, index) => ({ Name, Priority: index + 1 })) },
})
const rejection = (message: string) => expect.objectContaining({ code: 'InvalidParameterException', message })

test("a pool created without settings has the service's defaults", async () => {
  const pool = await create()
  expect(pool).toMatchObject({
    Id: expect.stringMatching(/^local_[0-9A-Za-z]{9}$/),
    Name: 'turma',
    Arn: `arn:aws:cognito-idp:local:123456789012:userpool/${pool.Id}`,
    Policies: {
      PasswordPolicy: {
        MinimumLength: 8,
        RequireUppercase: true,
        RequireLowercase: true,
        RequireNumbers: true,
        RequireSymbols: true,
        TemporaryPasswordValidityDays: 7,
      },
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD'] },
    },
    DeletionProtection: 'INACTIVE',
    LambdaConfig: {},
    MfaConfiguration: 'OFF',
    VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_CODE' },
    EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: false, UnusedAccountValidityDays: 7 },
    EstimatedNumberOfUsers: 0,
    UserPoolTier: 'ESSENTIALS',
    UserPoolTags: {},
  })
  expect(pool).not.toHaveProperty('AccountRecoverySetting')
  expect(pool['CreationDate']).toBeCloseTo(Date.now() / 1000, -1)
  expect(await describe(pool.Id)).toEqual(pool)
})

test('DescribeUserPool returns the settings passed to CreateUserPool', async () => {
  const settings = {
    Policies: {
      PasswordPolicy: { MinimumLength: 12, RequireSymbols: true, TemporaryPasswordValidityDays: 3 },
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] },
    },
    DeletionProtection: 'ACTIVE',
    LambdaConfig: { PreSignUp: 'arn:aws:lambda:us-east-1:123456789012:function:pre' },
    AutoVerifiedAttributes: ['email', 'phone_number'],
    AliasAttributes: ['email', 'preferred_username'],
    VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_LINK', EmailMessageByLink: '{##aqui##}' },
    SmsAuthenticationMessage: 'Codigo {####}',
    MfaConfiguration: 'OPTIONAL',
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    DeviceConfiguration: { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: false },
    EmailConfiguration: {
      EmailSendingAccount: 'DEVELOPER',
      SourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/a@example.com',
    },
    SmsConfiguration: { ...SMS, ExternalId: 'turma', SnsRegion: 'us-east-1' },
    UserPoolTags: { stage: 'test' },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    UserPoolAddOns: { AdvancedSecurityMode: 'AUDIT' },
    UsernameConfiguration: { CaseSensitive: false },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_phone_number', Priority: 1 }] },
    UserPoolTier: 'PLUS',
  }
  const { Id } = await create(settings)
  expect(await describe(Id)).toMatchObject(settings)
})

test('UpdateUserPool rejects a request that sets both members for the validity of temporary passwords', async () => {
  const Policies = { PasswordPolicy: { MinimumLength: 8, TemporaryPasswordValidityDays: 3 } }
  const { Id } = await create({ Policies })
  const { AdminCreateUserConfig } = await describe(Id)
  expect(AdminCreateUserConfig).toEqual({ AllowAdminCreateUserOnly: false, UnusedAccountValidityDays: 3 })
  await expect(
    call(emulator, 'UpdateUserPool', { UserPoolId: Id, Policies, AdminCreateUserConfig }),
  ).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'Please use TemporaryPasswordValidityDays in PasswordPolicy instead of UnusedAccountValidityDays',
  })
  await call(emulator, 'UpdateUserPool', { UserPoolId: Id, AdminCreateUserConfig })
})

test('AttributesRequireVerificationBeforeUpdate must be a subset of AutoVerifiedAttributes', async () => {
  const UserAttributeUpdateSettings = { AttributesRequireVerificationBeforeUpdate: ['email'] }
  await expect(create({ AutoVerifiedAttributes: [], UserAttributeUpdateSettings })).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'All attributes in AttributesRequireVerificationBeforeUpdate must exist in AutoVerifiedAttributes',
  })
  const { Id } = await create({ AutoVerifiedAttributes: ['email'], UserAttributeUpdateSettings })
  // An update without AutoVerifiedAttributes resets the setting to an empty list.
  const update = call(emulator, 'UpdateUserPool', { UserPoolId: Id, UserAttributeUpdateSettings })
  await expect(update).rejects.toThrow('must exist in AutoVerifiedAttributes')
})

test('CreateUserPool returns the same texts in the message template and in the three older members', async () => {
  const template = { SmsMessage: '{####} sms', EmailMessage: '{####} e-mail', EmailSubject: 'Seu codigo' }
  const older = {
    SmsVerificationMessage: '{####} sms',
    EmailVerificationMessage: '{####} e-mail',
    EmailVerificationSubject: 'Seu codigo',
  }
  for (const settings of [{ VerificationMessageTemplate: template }, older]) {
    expect(await create(settings)).toMatchObject({ ...older, VerificationMessageTemplate: template })
  }
})

test.each([
  ['TemporaryPasswordValidityDays 3', { Policies: { PasswordPolicy: { TemporaryPasswordValidityDays: 3 } } }, 3],
  ['UnusedAccountValidityDays 3', { AdminCreateUserConfig: { UnusedAccountValidityDays: 3 } }, 3],
  ['TemporaryPasswordValidityDays 0', { Policies: { PasswordPolicy: { TemporaryPasswordValidityDays: 0 } } }, 7],
])(
  'CreateUserPool with %s sets both members for the validity of temporary passwords',
  async (_case, settings, days) => {
    expect(await create(settings)).toMatchObject({
      Policies: { PasswordPolicy: { TemporaryPasswordValidityDays: days } },
      AdminCreateUserConfig: { UnusedAccountValidityDays: days },
    })
  },
)

test('CreateUserPool creates the pool in the region that the request is signed for', async () => {
  const headers = {
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261122/us-west-2/cognito-idp/aws4_request, SignedHeaders=host, Signature=0',
  }
  const { UserPool } = await call<Described>(emulator, 'CreateUserPool', { PoolName: 'oeste' }, headers)
  expect(UserPool.Id).toMatch(/^us-west-2_[0-9A-Za-z]{9}$/)
  expect(UserPool['Arn']).toContain(':us-west-2:')
})

test.each([
  [
    { AliasAttributes: ['email'], UsernameAttributes: ['email'] },
    'Only one of the aliasAttributes or usernameAttributes can be set in a user pool.',
  ],
  [
    { AutoVerifiedAttributes: ['phone_number'] },
    'SMS configuration is required when phone_number is selected for auto verification',
  ],
  [
    { MfaConfiguration: 'ON' },
    'SMS configuration and Auto verification for phone_number are required when MFA is required/optional',
  ],
  [
    { MfaConfiguration: 'OPTIONAL' },
    'SMS configuration and Auto verification for phone_number are required when MFA is required/optional',
  ],
  [
    { EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' } },
    'Source ARN is required to use DEVELOPER email sending owner',
  ],
  [
    recovery('admin_only', 'verified_email'),
    'Invalid account recovery setting parameter. Account Recovery Setting cannot use admin_only setting with any other recovery mechanisms.',
  ],
  [
    recovery('verified_email', 'verified_email'),
    'Invalid account recovery setting parameter. Account Recovery Setting cannot have duplicate priorities or recovery mechanisms.',
  ],
  [
    { LambdaConfig: { CustomSMSSender: { LambdaVersion: 'V1_0', LambdaArn: FUNCTION } } },
    'KMSKeyId parameter is required when Custom SMS/Email Lambda trigger is used.',
  ],
])('CreateUserPool rejects %j', async (more, message) => {
  await expect(create(more)).rejects.toEqual(rejection(message))
})

test.each([
  ['ESSENTIALS', { UserPoolAddOns: { AdvancedSecurityMode: 'AUDIT' } }, 'Threat Protection'],
  [
    'LITE',
    { Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] } } },
    'Passwordless Sign-In',
  ],
  [
    'LITE',
    { LambdaConfig: { PreTokenGenerationConfig: { LambdaVersion: 'V2_0', LambdaArn: FUNCTION } } },
    'Token Customization with Pre-Token Generation Lambda V2_0',
  ],
])('CreateUserPool in the %s tier rejects %j', async (UserPoolTier, more, feature) => {
  await expect(create({ UserPoolTier, ...more })).rejects.toMatchObject({
    code: 'FeatureUnavailableInTierException',
    message: `The following features need to be disabled for the ${UserPoolTier} pricing tier configured: ${feature}`,
  })
})

test('UpdateUserPool resets missing settings to the defaults, except the tier and settings that only CreateUserPool can set', async () => {
  const { Id, ...before } = await create({
    Policies: { PasswordPolicy: { MinimumLength: 12 } },
    UsernameAttributes: ['email'],
    AutoVerifiedAttributes: ['email'],
    LambdaConfig: { PreSignUp: 'arn:aws:lambda:us-east-1:123456789012:function:pre' },
    Schema: [{ Name: 'curso', AttributeDataType: 'String' }],
    UserPoolTier: 'LITE',
  })
  await call(emulator, 'UpdateUserPool', { UserPoolId: Id, PoolName: 'turma nova', AutoVerifiedAttributes: ['email'] })
  expect(await describe(Id)).toMatchObject({
    Name: 'turma nova',
    Policies: { PasswordPolicy: { MinimumLength: 8, RequireSymbols: true } },
    LambdaConfig: {},
    AutoVerifiedAttributes: ['email'],
    UsernameAttributes: ['email'],
    UserPoolTier: 'LITE',
    Arn: before['Arn'],
    CreationDate: before['CreationDate'],
    SchemaAttributes: before['SchemaAttributes'],
  })
  const mfa = call(emulator, 'UpdateUserPool', { UserPoolId: Id, MfaConfiguration: 'ON' })
  await expect(mfa).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test('a new password policy applies immediately', async () => {
  const { Id: UserPoolId } = await create({ Policies: { PasswordPolicy: { MinimumLength: 6 } } })
  const invite = (Username: string) =>
    call(emulator, 'AdminCreateUser', { UserPoolId, Username, TemporaryPassword: 'abcdef' })
  await invite('ana')
  expect(await describe(UserPoolId)).toMatchObject({ EstimatedNumberOfUsers: 1 })
  await call(emulator, 'UpdateUserPool', { UserPoolId })
  await expect(invite('bia')).rejects.toMatchObject({ code: 'InvalidPasswordException' })
})

test('DeleteUserPool rejects a protected pool, and deletes an unprotected pool with its clients and sessions', async () => {
  const { Id: UserPoolId } = await create({ DeletionProtection: 'ACTIVE' })
  const client = { UserPoolId, ClientName: 'web', ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] }
  const { UserPoolClient } = await call<{ UserPoolClient: { ClientId: string } }>(
    emulator,
    'CreateUserPoolClient',
    client,
  )
  const { ClientId } = UserPoolClient
  const user = { UserPoolId, Username: 'ana', Password: 'Senha-123', Permanent: true }
  await call(emulator, 'AdminCreateUser', { UserPoolId, Username: 'ana' })
  await call(emulator, 'AdminSetUserPassword', user)
  const request = {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'ana', PASSWORD: 'Senha-123' },
  }
  const AccessToken = accessTokenOf(await call(emulator, 'InitiateAuth', request))

  await expect(call(emulator, 'DeleteUserPool', { UserPoolId })).rejects.toEqual(
    rejection(
      'The user pool cannot be deleted because deletion protection is activated. Deletion protection must be inactivated first.',
    ),
  )
  await call(emulator, 'UpdateUserPool', { UserPoolId })
  await call(emulator, 'DeleteUserPool', { UserPoolId })
  await expect(describe(UserPoolId)).rejects.toMatchObject({
    code: 'ResourceNotFoundException',
    message: `User pool ${UserPoolId} does not exist.`,
  })
  await expect(call(emulator, 'InitiateAuth', request)).rejects.toMatchObject({ code: 'ResourceNotFoundException' })
  await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toMatchObject({ code: 'NotAuthorizedException' })
})

test('ListUserPools paginates its results', async () => {
  const one = createTestEmulator()
  for (const PoolName of ['a', 'b', 'c', 'd']) await create({ PoolName }, one)
  const names: string[] = []
  let NextToken: string | undefined
  do {
    const answer = await call<{ UserPools: { Name: string }[]; NextToken?: string }>(one, 'ListUserPools', {
      MaxResults: 2,
      NextToken,
    })
    names.push(...answer.UserPools.map(({ Name }) => Name))
    NextToken = answer.NextToken
  } while (NextToken !== undefined)
  expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', POOL_ID])
})
