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

test('a pool has no second factor until it is given one', async () => {
  const pool = await create()
  expect(await get(pool)).toEqual({ MfaConfiguration: 'OFF', SoftwareTokenMfaConfiguration: { Enabled: false } })
  await expect(set(pool, { MfaConfiguration: 'ON' })).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: "Invalid MFA configuration given, can't disable all MFAs with a required or optional configuration.",
  })
  await expect(set(pool, { MfaConfiguration: 'ON', SmsMfaConfiguration: {} })).rejects.toMatchObject({
    code: 'InvalidParameterException',
  })
})

test('what is set is answered and shown again', async () => {
  const pool = await create()
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

test('a factor that is not named goes, SMS stays with its configuration', async () => {
  const pool = await create({ MfaConfiguration: 'ON', SmsConfiguration: SMS })
  await set(pool, { MfaConfiguration: 'ON', SoftwareTokenMfaConfiguration: { Enabled: true } })
  expect(await get(pool)).toEqual({
    MfaConfiguration: 'ON',
    SmsMfaConfiguration: { SmsConfiguration: SMS },
    SoftwareTokenMfaConfiguration: { Enabled: true },
  })
  expect(await set(pool, { MfaConfiguration: 'OFF' })).toEqual({ MfaConfiguration: 'OFF' })
  expect(await get(pool)).toMatchObject({ SoftwareTokenMfaConfiguration: { Enabled: false } })
})

test('passkeys are set without a word about MFA, which stays as it is', async () => {
  const pool = await create({ MfaConfiguration: 'OPTIONAL', SmsConfiguration: SMS })
  const WebAuthnConfiguration = { RelyingPartyId: 'example.com', UserVerification: 'preferred' }
  expect(await set(pool, { WebAuthnConfiguration })).toEqual({ MfaConfiguration: 'OPTIONAL', WebAuthnConfiguration })
})

test('an update of the pool keeps what only this operation sets', async () => {
  const pool = await create()
  await set(pool, { MfaConfiguration: 'ON', SoftwareTokenMfaConfiguration: { Enabled: true } })
  await call(emulator, 'UpdateUserPool', { UserPoolId: pool, MfaConfiguration: 'OPTIONAL' })
  expect(await get(pool)).toMatchObject({
    MfaConfiguration: 'OPTIONAL',
    SoftwareTokenMfaConfiguration: { Enabled: true },
  })
})

test('a configured pool has every factor, optionally', async () => {
  expect(await get(POOL_ID)).toMatchObject({
    MfaConfiguration: 'OPTIONAL',
    SmsMfaConfiguration: { SmsConfiguration: { SnsCallerArn: expect.any(String) } },
    SoftwareTokenMfaConfiguration: { Enabled: true },
    EmailMfaConfiguration: {},
  })
})
