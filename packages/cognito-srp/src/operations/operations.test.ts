import { expect, test } from 'vitest'

import {
  ACCOUNT_CASES,
  clientMetadata,
  ClientMetadata,
  DELIVERY,
  delivery,
  type Case,
} from '../../test/account-operations.ts'
import { rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { SessionError } from '../errors.ts'
import type { RegistrationResponseJSON } from '../webauthn.ts'
import * as devices from './devices.ts'
import * as mfa from './mfa.ts'
import * as passkeys from './passkeys.ts'
import * as revocation from './revocation.ts'
import * as user from './user.ts'

const passkey: RegistrationResponseJSON = {
  id: 'id',
  rawId: 'id',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'c', attestationObject: 'a' },
}

/** Operations of a signed-in user. */
const SESSION_CASES: Case[] = [
  {
    operation: 'GetUser',
    call: (client, options) => user.getUser(client, options),
    payload: {},
    answer: {
      Username: 'ana',
      UserAttributes: [{ Name: 'email', Value: 'ana@example.com' }, { Name: 'name' }],
      PreferredMfaSetting: 'SMS_MFA',
      UserMFASettingList: ['SMS_MFA'],
    },
    output: {
      username: 'ana',
      userAttributes: { email: 'ana@example.com', name: '' },
      preferredMfaSetting: 'SMS_MFA',
      userMfaSettingList: ['SMS_MFA'],
    },
  },
  {
    operation: 'UpdateUserAttributes',
    call: (client, options) =>
      user.updateUserAttributes(client, { userAttributes: { name: 'Ana' }, clientMetadata, ...options }),
    payload: { UserAttributes: [{ Name: 'name', Value: 'Ana' }], ClientMetadata },
    answer: { CodeDeliveryDetailsList: [DELIVERY] },
    output: { codeDeliveryDetailsList: [delivery] },
  },
  {
    operation: 'DeleteUserAttributes',
    call: (client, options) => user.deleteUserAttributes(client, { userAttributeNames: ['name'], ...options }),
    payload: { UserAttributeNames: ['name'] },
  },
  {
    operation: 'GetUserAttributeVerificationCode',
    call: (client, options) =>
      user.getUserAttributeVerificationCode(client, { attributeName: 'email', clientMetadata, ...options }),
    payload: { AttributeName: 'email', ClientMetadata },
    answer: { CodeDeliveryDetails: DELIVERY },
    output: delivery,
  },
  {
    operation: 'VerifyUserAttribute',
    call: (client, options) => user.verifyUserAttribute(client, { attributeName: 'email', code: '1', ...options }),
    payload: { AttributeName: 'email', Code: '1' },
  },
  {
    operation: 'ChangePassword',
    call: (client, options) =>
      user.changePassword(client, { previousPassword: 'old', proposedPassword: 'new', ...options }),
    payload: { PreviousPassword: 'old', ProposedPassword: 'new' },
  },
  { operation: 'DeleteUser', call: (client, options) => user.deleteUser(client, options), payload: {} },
  {
    operation: 'GetUserAuthFactors',
    call: (client, options) => user.getUserAuthFactors(client, options),
    payload: {},
    answer: { Username: 'ana', ConfiguredUserAuthFactors: ['PASSWORD'] },
    output: { username: 'ana', configuredUserAuthFactors: ['PASSWORD'], userMfaSettingList: [] },
  },
  {
    operation: 'VerifySoftwareToken',
    call: (client, options) =>
      mfa.verifySoftwareToken(client, { userCode: '1', friendlyDeviceName: 'Celular', ...options }),
    payload: { UserCode: '1', FriendlyDeviceName: 'Celular' },
    answer: { Status: 'SUCCESS' },
    output: { status: 'SUCCESS' },
  },
  {
    operation: 'SetUserMFAPreference',
    call: (client, options) =>
      mfa.setUserMfaPreference(client, {
        smsMfaSettings: { enabled: false },
        softwareTokenMfaSettings: { enabled: true, preferredMfa: true },
        emailMfaSettings: { enabled: true },
        ...options,
      }),
    payload: {
      SMSMfaSettings: { Enabled: false },
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      EmailMfaSettings: { Enabled: true },
    },
  },
  {
    operation: 'SetUserSettings',
    call: (client, options) =>
      mfa.setUserSettings(client, {
        mfaOptions: [{ deliveryMedium: 'SMS', attributeName: 'phone_number' }],
        ...options,
      }),
    payload: { MFAOptions: [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }] },
  },
  {
    operation: 'ConfirmDevice',
    call: (client, options) =>
      devices.confirmDevice(client, {
        deviceKey: 'key',
        deviceName: 'Notebook',
        deviceSecretVerifierConfig: { salt: 's', passwordVerifier: 'v' },
        ...options,
      }),
    payload: {
      DeviceKey: 'key',
      DeviceName: 'Notebook',
      DeviceSecretVerifierConfig: { Salt: 's', PasswordVerifier: 'v' },
    },
    answer: { UserConfirmationNecessary: true },
    output: { userConfirmationNecessary: true },
  },
  {
    operation: 'GetDevice',
    call: (client, options) => devices.getDevice(client, { deviceKey: 'key', ...options }),
    payload: { DeviceKey: 'key' },
    answer: {
      Device: {
        DeviceKey: 'key',
        DeviceAttributes: [{ Name: 'device_name', Value: 'Notebook' }],
        DeviceCreateDate: 1.5,
        DeviceLastModifiedDate: 2,
        DeviceLastAuthenticatedDate: 3,
      },
    },
    output: {
      deviceKey: 'key',
      deviceAttributes: { device_name: 'Notebook' },
      deviceCreateDate: new Date(1500),
      deviceLastModifiedDate: new Date(2000),
      deviceLastAuthenticatedDate: new Date(3000),
    },
  },
  {
    operation: 'ListDevices',
    call: (client, options) => devices.listDevices(client, { limit: 5, paginationToken: 'page', ...options }),
    payload: { Limit: 5, PaginationToken: 'page' },
    answer: { Devices: [{ DeviceKey: 'key' }], PaginationToken: 'next' },
    output: { devices: [{ deviceKey: 'key', deviceAttributes: {} }], paginationToken: 'next' },
  },
  {
    operation: 'ForgetDevice',
    call: (client, options) => devices.forgetDevice(client, { deviceKey: 'key', ...options }),
    payload: { DeviceKey: 'key' },
  },
  {
    operation: 'UpdateDeviceStatus',
    call: (client, options) =>
      devices.updateDeviceStatus(client, { deviceKey: 'key', deviceRememberedStatus: 'remembered', ...options }),
    payload: { DeviceKey: 'key', DeviceRememberedStatus: 'remembered' },
  },
  { operation: 'GlobalSignOut', call: (client, options) => revocation.globalSignOut(client, options), payload: {} },
  {
    operation: 'StartWebAuthnRegistration',
    call: (client, options) => passkeys.startWebAuthnRegistration(client, options),
    payload: {},
    answer: { CredentialCreationOptions: { challenge: 'abc', rp: { name: 'X' } } },
    output: { credentialCreationOptions: { challenge: 'abc', rp: { name: 'X' } } },
  },
  {
    operation: 'CompleteWebAuthnRegistration',
    call: (client, options) => passkeys.completeWebAuthnRegistration(client, { credential: passkey, ...options }),
    payload: { Credential: passkey },
  },
  {
    operation: 'ListWebAuthnCredentials',
    call: (client, options) => passkeys.listWebAuthnCredentials(client, { maxResults: 2, nextToken: 'n', ...options }),
    payload: { MaxResults: 2, NextToken: 'n' },
    answer: {
      Credentials: [
        {
          CredentialId: 'id',
          FriendlyCredentialName: 'Celular',
          RelyingPartyId: 'example.com',
          AuthenticatorAttachment: 'platform',
          AuthenticatorTransports: ['internal'],
          CreatedAt: 2,
        },
        { CredentialId: 'bare' },
      ],
      NextToken: 'm',
    },
    output: {
      credentials: [
        {
          credentialId: 'id',
          friendlyCredentialName: 'Celular',
          relyingPartyId: 'example.com',
          authenticatorAttachment: 'platform',
          authenticatorTransports: ['internal'],
          createdAt: new Date(2000),
        },
        { credentialId: 'bare', authenticatorTransports: [] },
      ],
      nextToken: 'm',
    },
  },
  {
    operation: 'DeleteWebAuthnCredential',
    call: (client, options) => passkeys.deleteWebAuthnCredential(client, { credentialId: 'id', ...options }),
    payload: { CredentialId: 'id' },
  },
]

const ALL_CASES = [...ACCOUNT_CASES, ...SESSION_CASES]

test.each(ACCOUNT_CASES)('$operation sends and reads the fields that the service defines', async (given) => {
  const { client, pool } = testClient({
    clientSecret: 'secret',
    userContextData: (username) => `context of ${username}`,
    analyticsMetadata: { analyticsEndpointId: 'endpoint-1' },
  })
  pool.on(given.operation, { json: given.answer ?? {} })
  expect(await given.call(client, {})).toEqual(given.output)
  expect(pool.payload(given.operation)).toEqual({
    ClientId: 'web',
    Username: 'ana',
    // This hash was computed with: printf '%s' 'anaweb' | openssl dgst -sha256 -hmac secret -binary | base64
    SecretHash: 'QJ592q/Mqb9uW5DU20ca+djNF3foA9JmrrhqANt3Uw4=',
    UserContextData: { EncodedData: 'context of ana' },
    AnalyticsMetadata: { AnalyticsEndpointId: 'endpoint-1' },
    ...given.payload,
  })
})

test.each(SESSION_CASES)('$operation sends the access token of the signed-in user', async (given) => {
  const { client, pool } = testClient({ items: storedItems(tokens()) })
  pool.on(given.operation, { json: given.answer ?? {} })
  expect(await given.call(client, {})).toEqual(given.output)
  expect(pool.operations).toEqual([given.operation])
  expect(pool.payload(given.operation)).toEqual({ AccessToken: tokens().AccessToken, ...given.payload })
})

test.each(SESSION_CASES)('$operation without a session sends no request', async ({ call }) => {
  for (const items of [{}, storedItems(tokens({ iat: NOW_SECONDS - 3600, refreshToken: undefined }))]) {
    const { client, pool } = testClient({ items })
    const error = await rejection(call(client, {}))
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({ message: 'User is not authenticated', code: 'SessionError' })
    expect(pool.requests).toEqual([])
  }
})

test.each(SESSION_CASES)('$operation first renews an expired session', async ({ operation, call, answer }) => {
  const { client, pool } = testClient({ items: storedItems(tokens({ iat: NOW_SECONDS - 3600 })) })
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: tokens() } })
  pool.on(operation, { json: answer ?? {} })
  await call(client, {})
  expect(pool.operations).toEqual(['GetTokensFromRefreshToken', operation])
})

test.each(ALL_CASES)('$operation sends no request after an abort, and passes on service errors', async (given) => {
  const { client, pool } = testClient({ items: storedItems(tokens()) })
  const signal = AbortSignal.abort(new Error('left'))
  expect(await rejection(given.call(client, { signal }))).toEqual(new Error('left'))
  expect(pool.requests).toEqual([])
  pool.on(given.operation, failure('TooManyRequestsException'))
  expect(await rejection(given.call(client, {}))).toMatchObject({ code: 'TooManyRequestsException' })
  expect(pool.requests).toHaveLength(1)
})

test.each(ACCOUNT_CASES)('$operation without a user name sends no request', async ({ call }) => {
  const { client, pool } = testClient()
  const error = await rejection(call(client, { username: '' } as object))
  expect(error).toMatchObject({ code: 'ConfigurationError', message: 'Username and Pool information are required.' })
  expect(pool.requests).toEqual([])
})
