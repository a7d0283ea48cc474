import { expect, test } from 'vitest'

import type { UserPoolSettings } from '../options/pool-options.ts'
import { describeSettings, settingsOf } from './pool-description.ts'

const ID = { id: 'local_Pool1' }
const describe = (settings: Omit<UserPoolSettings, 'id'>) => describeSettings({ ...ID, ...settings }, 'local', 0)

// The description of a configured pool must match its behaviour. Otherwise UpdateUserPool would change settings that are
// not in the request.
test.each<Omit<UserPoolSettings, 'id'>>([
  { name: 'turma', mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'] },
  { mfa: 'OFF', mfaTypes: [] },
  { mfa: 'OPTIONAL', mfaTypes: ['SMS_MFA', 'EMAIL_OTP'] },
  { deviceTracking: 'always' },
  { deviceTracking: 'opt-in' },
  { deviceTracking: 'off' },
  { usernameAttributes: ['email'], autoVerifiedAttributes: ['email'], usernameCaseSensitive: true },
  { aliasAttributes: ['email', 'preferred_username'], autoVerifiedAttributes: [] },
  { passwordPolicy: { minimumLength: 12, requireSymbols: false, temporaryPasswordValidityDays: 3 } },
  { allowSignUp: false, deletionProtection: true },
  { verifyBeforeUpdate: ['email'], accountRecovery: ['verified_phone_number', 'verified_email'] },
  {
    firstFactors: ['PASSWORD', 'WEB_AUTHN'],
    webAuthn: { relyingPartyId: 'example.com', userVerification: 'required' },
  },
  { requiredAttributes: ['name'] },
])('describing a pool and reading its description preserves the settings %j', (settings) => {
  expect(settingsOf(describe(settings))).toMatchObject(settings)
})

test('the description of a pool contains the standard attributes, and reading the description preserves the schema', () => {
  const course = {
    name: 'custom:course',
    dataType: 'String',
    required: false,
    mutable: true,
    minLength: 2,
    maxLength: 9,
  } as const
  const email = { name: 'email', dataType: 'String', required: true, mutable: false } as const
  const { schema = [], requiredAttributes } = settingsOf(describe({ schema: [course, email] }))
  expect(schema).toHaveLength(21)
  expect(schema).toContainEqual(course)
  expect(schema.find(({ name }) => name === 'email')).toMatchObject({ required: true, mutable: false })
  expect(requiredAttributes).toEqual(['email'])
})

test('a change to a configured pool preserves the settings that UpdateUserPool cannot set', () => {
  const configured: UserPoolSettings = {
    ...ID,
    usernameAttributes: ['email'],
    preventUserExistenceErrors: true,
    mfa: 'ON',
  }
  const changed = settingsOf({ ...describe(configured), MfaConfiguration: 'OFF' }, configured)
  expect(changed).toMatchObject({ usernameAttributes: ['email'], preventUserExistenceErrors: true, mfa: 'OFF' })
  expect(changed.schema).toBeUndefined()
})
