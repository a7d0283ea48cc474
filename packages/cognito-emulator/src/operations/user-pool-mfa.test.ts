import { expect, test } from 'vitest'

import { call, createTestEmulator, POOL_ID } from '../../test/caller.ts'

const emulator = createTestEmulator()
const SMS = { SnsCallerArn: 'arn:aws:iam::123456789012:role/sms' }

const create = async (more: object = {}) => {
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', { PoolName: 'a', ...more })
  return UserPool.Id
}
const set = (UserPoolId: string, config: object) => call(emulator, 'SetUserPoolMfaConfig', { UserPoolId, ...config })
const get = (UserPoolId: string) => call(emulator, 'GetUserPoolMfaConfig', { UserPoolId })

test('a new pool has no second factor, and MFA cannot be turned on if no factor is enabled', async () => {
  const pool = await create()
  expect(await get(pool)).toEqual({ MfaConfiguration: 'OFF' })
  await expect(set(pool, { MfaConfiguration: 'ON' })).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'Invalid MFA Configuration given. SMS MFA, Email MFA, or Software Token MFA must be enabled.',
  })
  await expect(set(pool, { MfaConfiguration: 'ON', SmsMfaConfiguration: {} })).rejects.toMatchObject({
    code: 'InvalidParameterException',
  })
})

const BY_SES = {
  EmailConfiguration: {
    EmailSendingAccount: 'DEVELOPER',
    SourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/a@example.com',
  },
}

test('e-mail MFA requires a pool that sends e-mail through SES and has a tier above LITE', async () => {
  const byEmail = { MfaConfiguration: 'ON', EmailMfaConfiguration: {} }
  await expect(set(await create(), byEmail)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message:
      'Cannot set EmailMfaConfiguration when user pool EmailConfiguration contains an EmailSendingAccount of COGNITO_DEFAULT.',
  })
  await expect(set(await create({ ...BY_SES, UserPoolTier: 'LITE' }), byEmail)).rejects.toMatchObject({
    code: 'FeatureUnavailableInTierException',
  })
})

test('SetUserPoolMfaConfig and GetUserPoolMfaConfig return the stored configuration', async () => {
  const pool = await create(BY_SES)
  const config = {
    MfaConfiguration: 'ON',
    SmsMfaConfiguration: { SmsAuthenticationMessage: 'Codigo {####}', SmsConfiguration: SMS },
    SoftwareTokenMfaConfiguration: { Enabled: true },
    EmailMfaConfiguration: { Message: 'Codigo {####}', Subject: 'Entrar' },
    WebAuthnConfiguration: { RelyingPartyId: 'example.com', UserVerification: 'required' },
  }
  expect(await set(pool, config)).toEqual(config)
  expect(await get(pool)).toEqual(config)
  const { UserPool } = await call<{ UserPool: object }>(emulator, 'DescribeUserPool', { UserPoolId: pool })
  expect(UserPool).toMatchObject({ MfaConfiguration: 'ON', SmsConfiguration: SMS })
  expect(UserPool).not.toHaveProperty('SoftwareTokenMfaConfiguration')
})

test('SetUserPoolMfaConfig removes factors that are missing from the request, but keeps the SMS configuration', async () => {
  const pool = await create({ MfaConfiguration: 'ON', SmsConfiguration: SMS })
  await set(pool, { MfaConfiguration: 'ON', SoftwareTokenMfaConfiguration: { Enabled: true } })
  expect(await get(pool)).toEqual({
    MfaConfiguration: 'ON',
    SmsMfaConfiguration: { SmsConfiguration: SMS },
    SoftwareTokenMfaConfiguration: { Enabled: true },
  })
  expect(await set(pool, { MfaConfiguration: 'OFF' })).toEqual({ MfaConfiguration: 'OFF' })
  expect(await get(pool)).toEqual({ MfaConfiguration: 'OFF', SmsMfaConfiguration: { SmsConfiguration: SMS } })
})

test.each([
  ['an authenticator app', { SoftwareTokenMfaConfiguration: { Enabled: true } }],
  ['a disabled authenticator app', { SoftwareTokenMfaConfiguration: { Enabled: false } }],
  ['SMS', { SmsMfaConfiguration: { SmsConfiguration: SMS } }],
  ['e-mail', { EmailMfaConfiguration: {} }],
])('SetUserPoolMfaConfig rejects %s if MFA is off', async (_name, factor) => {
  const pool = await create()
  const rejection = {
    code: 'InvalidParameterException',
    message: "Invalid MFA configuration given, can't turn off MFA and configure an MFA together.",
  }
  await expect(set(pool, { MfaConfiguration: 'OFF', ...factor })).rejects.toMatchObject(rejection)
  await expect(set(pool, factor)).rejects.toMatchObject(rejection)
})

test('SetUserPoolMfaConfig without MfaConfiguration turns MFA off and keeps the passkey settings', async () => {
  const pool = await create({ MfaConfiguration: 'OPTIONAL', SmsConfiguration: SMS })
  const WebAuthnConfiguration = { RelyingPartyId: 'example.com', UserVerification: 'preferred' }
  expect(await set(pool, { WebAuthnConfiguration })).toEqual({ MfaConfiguration: 'OFF', WebAuthnConfiguration })
  expect(await set(pool, {})).toEqual({ MfaConfiguration: 'OFF' })
  expect(await get(pool)).toMatchObject({ MfaConfiguration: 'OFF', WebAuthnConfiguration })
})

test('UpdateUserPool keeps the factor that SetUserPoolMfaConfig enabled', async () => {
  const pool = await create()
  await set(pool, { MfaConfiguration: 'ON', SoftwareTokenMfaConfiguration: { Enabled: true } })
  await call(emulator, 'UpdateUserPool', { UserPoolId: pool, MfaConfiguration: 'OPTIONAL' })
  expect(await get(pool)).toMatchObject({
    MfaConfiguration: 'OPTIONAL',
    SoftwareTokenMfaConfiguration: { Enabled: true },
  })
})

test('by default, MFA is optional in a configured pool and every second factor is enabled', async () => {
  expect(await get(POOL_ID)).toMatchObject({
    MfaConfiguration: 'OPTIONAL',
    SmsMfaConfiguration: { SmsConfiguration: { SnsCallerArn: expect.any(String) } },
    SoftwareTokenMfaConfiguration: { Enabled: true },
    EmailMfaConfiguration: {},
  })
})
