import { afterEach, expect, test, vi } from 'vitest'

import { scriptedUser, signedInUser, firstCall, firstCallOf, type CallbackCall } from '../../test/identity-js.ts'
import { failure, deferredResponse, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { tokens } from '../../test/tokens.ts'
import { CognitoUserAttribute, type CognitoUser } from './index.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const USER = { Username: 'ana', UserAttributes: [{ Name: 'email', Value: 'ana@example.com' }], MFAOptions: [] }
const SENT = { CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@e***' } }

type Call = (user: CognitoUser) => Promise<CallbackCall>
type Row = [name: string, call: Call, operation: string, sent: object, answer: object, tells: unknown[]]

const OF_ONE_FUNCTION: Row[] = [
  [
    'changePassword',
    (user) => firstCall((callback) => user.changePassword('Senha-123', 'Nova-1234', callback, { tenant: '7' })),
    'ChangePassword',
    { PreviousPassword: 'Senha-123', ProposedPassword: 'Nova-1234', ClientMetadata: { tenant: '7' } },
    {},
    [null, 'SUCCESS'],
  ],
  [
    'enableMFA',
    (user) => firstCall((callback) => user.enableMFA(callback)),
    'SetUserSettings',
    { MFAOptions: [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }] },
    {},
    [null, 'SUCCESS'],
  ],
  [
    'disableMFA',
    (user) => firstCall((callback) => user.disableMFA(callback)),
    'SetUserSettings',
    { MFAOptions: [] },
    {},
    [null, 'SUCCESS'],
  ],
  [
    'setUserMfaPreference',
    (user) => firstCall((callback) => user.setUserMfaPreference(null, { Enabled: true, PreferredMfa: true }, callback)),
    'SetUserMFAPreference',
    { SMSMfaSettings: null, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } },
    {},
    [null, 'SUCCESS'],
  ],
  [
    'getUserAttributes',
    (user) => firstCall((callback) => user.getUserAttributes(callback)),
    'GetUser',
    {},
    USER,
    [null, [new CognitoUserAttribute({ Name: 'email', Value: 'ana@example.com' })]],
  ],
  ['getMFAOptions', (user) => firstCall((callback) => user.getMFAOptions(callback)), 'GetUser', {}, USER, [null, []]],
]

const OF_TWO_FUNCTIONS: Row[] = [
  [
    'setDeviceStatusRemembered',
    (user) => firstCallOf((callbacks) => user.setDeviceStatusRemembered(callbacks)),
    'UpdateDeviceStatus',
    { DeviceKey: 'device-1', DeviceRememberedStatus: 'remembered' },
    {},
    ['SUCCESS'],
  ],
  [
    'setDeviceStatusNotRemembered',
    (user) => firstCallOf((callbacks) => user.setDeviceStatusNotRemembered(callbacks)),
    'UpdateDeviceStatus',
    { DeviceKey: 'device-1', DeviceRememberedStatus: 'not_remembered' },
    {},
    ['SUCCESS'],
  ],
  [
    'getDevice',
    (user) => firstCallOf((callbacks) => user.getDevice(callbacks)),
    'GetDevice',
    { DeviceKey: 'device-1' },
    { Device: { DeviceKey: 'device-1' } },
    [{ Device: { DeviceKey: 'device-1' } }],
  ],
  [
    'forgetSpecificDevice',
    (user) => firstCallOf((callbacks) => user.forgetSpecificDevice('device-2', callbacks)),
    'ForgetDevice',
    { DeviceKey: 'device-2' },
    {},
    ['SUCCESS'],
  ],
  [
    'listDevices',
    (user) => firstCallOf((callbacks) => user.listDevices(5, 'page-2', callbacks)),
    'ListDevices',
    { Limit: 5, PaginationToken: 'page-2' },
    { Devices: [] },
    [{ Devices: [] }],
  ],
  [
    'listDevices from the start',
    (user) => firstCallOf((callbacks) => user.listDevices(5, null, callbacks)),
    'ListDevices',
    { Limit: 5 },
    { Devices: [] },
    [{ Devices: [] }],
  ],
  [
    'verifyAttribute',
    (user) => firstCallOf((callbacks) => user.verifyAttribute('email', '123456', callbacks)),
    'VerifyUserAttribute',
    { AttributeName: 'email', Code: '123456' },
    {},
    ['SUCCESS'],
  ],
  [
    'getAttributeVerificationCode',
    (user) => firstCallOf((callbacks) => user.getAttributeVerificationCode('email', callbacks, { tenant: '7' })),
    'GetUserAttributeVerificationCode',
    { AttributeName: 'email', ClientMetadata: { tenant: '7' } },
    SENT,
    [SENT],
  ],
]

const SIGNED_IN = [...OF_ONE_FUNCTION, ...OF_TWO_FUNCTIONS]

test.each(SIGNED_IN)(
  '%s sends one request and passes the result to the callback',
  async (_name, call, operation, sent, json, tells) => {
    const { user, service, AccessToken } = signedInUser()
    service.on(operation, { json })
    const { args, isSync } = await call(user)
    expect([args, isSync]).toEqual([tells, false])
    expect(service.requests).toHaveLength(1)
    expect(service.payload(operation)).toEqual({ AccessToken, ...sent })
  },
)

const ENDING: [name: string, call: Call, operation: string][] = [
  ['globalSignOut', (user) => firstCallOf((callbacks) => user.globalSignOut(callbacks)), 'GlobalSignOut'],
  ['deleteUser', (user) => firstCall((callback) => user.deleteUser(callback)), 'DeleteUser'],
]
const CHANGING: [name: string, call: Call, operation: string][] = [
  ['updateAttributes', (user) => firstCall((callback) => user.updateAttributes([], callback)), 'UpdateUserAttributes'],
  ['deleteAttributes', (user) => firstCall((callback) => user.deleteAttributes([], callback)), 'DeleteUserAttributes'],
  ['forgetDevice', (user) => firstCallOf((callbacks) => user.forgetDevice(callbacks)), 'ForgetDevice'],
  ['getUserData', (user) => firstCall((callback) => user.getUserData(callback)), 'GetUser'],
]
const ALL = [...SIGNED_IN.map(([name, call, operation]) => [name, call, operation] as const), ...ENDING, ...CHANGING]

test.each(ALL)('%s without a session fails before the call returns', async (_name, call) => {
  const { user, service } = scriptedUser()
  const { args, isSync } = await call(user)
  expect([args[0], isSync, service.requests]).toEqual([new Error('User is not authenticated'), true, []])
})

test.each(ALL)('%s reports the service’s error', async (_name, call, operation) => {
  const { user, service, Storage } = signedInUser()
  const before = new Map(Storage.items)
  service.on(operation, failure('NotAuthorizedException', 'No.'))
  const { args } = await call(user)
  expect(args[0]).toMatchObject({ name: 'NotAuthorizedException', code: 'NotAuthorizedException', message: 'No.' })
  expect(Storage.items).toEqual(before)
})

test.each(ENDING)(
  '%s removes the local session only after the service has responded',
  async (_name, call, operation) => {
    const { user, service, Storage, Pool } = signedInUser()
    Storage.setItem(user.userDataKey, '{}')
    const deferred = deferredResponse()
    service.on(operation, deferred.script)
    const ending = call(user)
    expect(Pool.getCurrentUser()).not.toBeNull()
    deferred.send({ text: '' })
    expect((await ending).args).toContain('SUCCESS')
    expect([...Storage.items]).toEqual([])
  },
)

test('updateAttributes reports the destinations of codes after it has refreshed the stored user data', async () => {
  const { user, service, Storage } = signedInUser()
  service.on('GetUser', { json: USER }).on('UpdateUserAttributes', { json: { CodeDeliveryDetailsList: [] } })
  service.on('DeleteUserAttributes', { json: {} }).on('InitiateAuth', failure('InternalErrorException'))
  const attributes = [new CognitoUserAttribute({ Name: 'name', Value: 'Ana' }), { Name: 'a', Value: 'b' }]
  const { args } = await firstCall((callback) => user.updateAttributes(attributes, callback, { tenant: '7' }))
  expect(args).toEqual([null, 'SUCCESS', { CodeDeliveryDetailsList: [] }])
  expect(service.payload('UpdateUserAttributes')).toMatchObject({
    UserAttributes: [
      { Name: 'name', Value: 'Ana' },
      { Name: 'a', Value: 'b' },
    ],
    ClientMetadata: { tenant: '7' },
  })
  expect(JSON.parse(Storage.getItem(user.userDataKey) ?? '')).toEqual(USER)
  const removed = await firstCall((callback) => user.deleteAttributes(['a'], callback))
  expect(removed.args).toEqual([null, 'SUCCESS'])
  expect(service.operations.slice(0, 4)).toEqual(['UpdateUserAttributes', 'GetUser', 'DeleteUserAttributes', 'GetUser'])
})

test('getUserData sends one request, and later calls read the stored user data synchronously', async () => {
  const { user, service } = signedInUser()
  service.on('GetUser', { json: USER })
  expect(await firstCall((callback) => user.getUserData(callback))).toMatchObject({ args: [null, USER], isSync: false })
  expect(await firstCall((callback) => user.getUserData(callback))).toMatchObject({ args: [null, USER], isSync: true })
  expect(service.operations).toEqual(['GetUser'])
})

test('getUserData with bypassCache also renews the tokens if user data was already stored', async () => {
  const { user, service, Storage } = signedInUser()
  service.on('GetUser', { json: USER })
  service.on('InitiateAuth', { json: { AuthenticationResult: tokens({ refreshToken: 'refresh-2' }) } })
  const anew = { bypassCache: true, clientMetadata: { tenant: '7' } }
  await firstCall((callback) => user.getUserData(callback, anew))
  expect(service.operations).toEqual(['GetUser']) // no user data were stored before
  const { args } = await firstCall((callback) => user.getUserData(callback, anew))
  expect(args).toEqual([null, USER])
  expect(service.payload('InitiateAuth')).toMatchObject({ ClientMetadata: { tenant: '7' } })
  expect(Storage.getItem('CognitoIdentityServiceProvider.web.ana.refreshToken')).toBe('refresh-2')
})

test('getUserData removes damaged user data and the user data of an ended session', async () => {
  const { user, Storage } = signedInUser()
  Storage.setItem(user.userDataKey, '{')
  const { args, isSync } = await firstCall((callback) => user.getUserData(callback))
  expect([args, isSync]).toEqual([[expect.any(SyntaxError), null], true])
  expect(Storage.getItem(user.userDataKey)).toBeNull()
  Storage.setItem(user.userDataKey, '{}')
  user.signInUserSession = null
  await firstCall((callback) => user.getUserData(callback))
  expect(Storage.getItem(user.userDataKey)).toBeNull()
})

const ABOUT: [string, Call, string, object, ScriptedAnswer, unknown[]][] = [
  [
    'confirmRegistration',
    (user) => firstCall((callback) => user.confirmRegistration('123456', true, callback, { tenant: '7' })),
    'ConfirmSignUp',
    { ConfirmationCode: '123456', ForceAliasCreation: true, ClientMetadata: { tenant: '7' } },
    { text: '' },
    [null, 'SUCCESS'],
  ],
  [
    'resendConfirmationCode',
    (user) => firstCall((callback) => user.resendConfirmationCode(callback, { tenant: '7' })),
    'ResendConfirmationCode',
    { ClientMetadata: { tenant: '7' } },
    { json: SENT },
    [null, SENT],
  ],
  [
    'forgotPassword',
    (user) => firstCallOf((callbacks) => user.forgotPassword(callbacks, { tenant: '7' })),
    'ForgotPassword',
    { ClientMetadata: { tenant: '7' } },
    { json: SENT },
    [SENT],
  ],
  [
    'confirmPassword',
    (user) => firstCallOf((callbacks) => user.confirmPassword('123456', 'Nova-1234', callbacks, { tenant: '7' })),
    'ConfirmForgotPassword',
    { ConfirmationCode: '123456', Password: 'Nova-1234', ClientMetadata: { tenant: '7' } },
    { text: '' },
    ['SUCCESS'],
  ],
]

test.each(ABOUT)('%s works without a session', async (_name, call, operation, sent, answer, tells) => {
  const { user, service } = scriptedUser()
  service.on(operation, answer, failure('LimitExceededException', 'Wait.'))
  const { args, isSync } = await call(user)
  expect([args, isSync]).toEqual([tells, false])
  expect(service.payload(operation)).toEqual({ ClientId: 'web', Username: 'ana', ...sent })
  expect((await call(user)).args[0]).toMatchObject({ code: 'LimitExceededException', message: 'Wait.' })
})

test('without inputVerificationCode, onSuccess is called after a code was sent', async () => {
  const { user, service } = signedInUser()
  service.on('ForgotPassword', { json: SENT }).on('GetUserAttributeVerificationCode', { json: SENT })
  const options = { without: ['inputVerificationCode'] }
  const forgot = await firstCallOf((callbacks) => user.forgotPassword(callbacks), options)
  expect(forgot).toMatchObject({ by: 'onSuccess', args: [SENT] })
  const asked = await firstCallOf((callbacks) => user.getAttributeVerificationCode('email', callbacks), options)
  expect(asked).toMatchObject({ by: 'onSuccess', args: ['SUCCESS'] })
})
