import { expect, test } from 'vitest'

import { accessTokenOf, ANA, BIA, call, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'

const ana = { UserPoolId: POOL_ID, Username: ANA.username }
const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('GetUserAuthFactors and AdminGetUserAuthFactors list the factors of the user', async () => {
  const emulator = createTestEmulator()
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const factors = { Username: 'ana', ConfiguredUserAuthFactors: ['PASSWORD', 'EMAIL_OTP', 'SMS_OTP'] }
  expect(await call(emulator, 'AdminGetUserAuthFactors', ana)).toEqual(factors)
  expect(await call(emulator, 'GetUserAuthFactors', { AccessToken })).toEqual(factors)
})

test("AdminDeleteSoftwareToken removes the user's authenticator app", async () => {
  const emulator = createTestEmulator({
    users: [{ ...ANA, totpSecret: TOTP_SECRET, preferredMfa: 'SOFTWARE_TOKEN_MFA' }],
  })
  expect(await call(emulator, 'AdminGetUserAuthFactors', ana)).toMatchObject({
    PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    ConfiguredUserAuthFactors: expect.arrayContaining(['SOFTWARE_TOKEN']),
  })
  await call(emulator, 'AdminDeleteSoftwareToken', ana)
  const settings = await call(emulator, 'AdminGetUserAuthFactors', ana)
  expect(settings).toMatchObject({ ConfiguredUserAuthFactors: expect.not.arrayContaining(['SOFTWARE_TOKEN']) })
  expect(Object.keys(settings)).not.toContain('UserMFASettingList')
  await expect(signInWithPassword(emulator)).resolves.toHaveProperty('AuthenticationResult')
  await expect(call(emulator, 'AdminDeleteSoftwareToken', ana)).rejects.toMatchObject({
    code: 'InvalidParameterException',
  })
})

test('MFAOptions accepts SMS and rejects e-mail', async () => {
  const emulator = createTestEmulator({ mfa: 'OPTIONAL' })
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const sms = [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }]
  for (const [operation, who] of [
    ['AdminSetUserSettings', ana],
    ['SetUserSettings', { AccessToken }],
  ] as const) {
    await call(emulator, operation, { ...who, MFAOptions: sms })
    const set = await call(emulator, 'AdminGetUser', ana)
    expect(set).toMatchObject({ MFAOptions: sms, UserMFASettingList: ['SMS_MFA'] })
    await call(emulator, operation, { ...who, MFAOptions: [] })
    expect(Object.keys(await call(emulator, 'AdminGetUser', ana))).not.toContain('MFAOptions')
    const MFAOptions = [{ DeliveryMedium: 'EMAIL', AttributeName: 'email' }]
    await expect(call(emulator, operation, { ...who, MFAOptions })).rejects.toMatchObject({
      code: 'InvalidParameterException',
    })
  }
})

test('AdminDeleteSoftwareToken rejects an unconfirmed user', async () => {
  const emulator = createTestEmulator()
  await call(emulator, 'SignUp', BIA)
  const bia = { ...ana, Username: BIA.Username }
  await expect(call(emulator, 'AdminDeleteSoftwareToken', bia)).rejects.toMatchObject({
    code: 'UserNotConfirmedException',
  })
})
