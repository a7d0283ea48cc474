import { afterEach, expect, test, vi } from 'vitest'

import { detailsOf, ItemStorage, scriptedUser, firstCall, firstCallOf } from '../../test/identity-js.ts'
import { failure } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { CognitoUserAttribute, CognitoUserPool } from './index.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const DELIVERED = { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@e***' }

test.each<[unknown, string]>([
  [undefined, 'Both UserPoolId and ClientId are required.'],
  [{ UserPoolId: 'local_Pool1' }, 'Both UserPoolId and ClientId are required.'],
  [{ UserPoolId: 'local', ClientId: 'web' }, 'Invalid UserPoolId format.'],
  [{ UserPoolId: 'local_Pool1', ClientId: 'web', endpoint: 'nowhere' }, 'endpoint must be an http(s) address'],
])('a pool with the options %j is rejected', (data, message) => {
  const create = () => new CognitoUserPool(data as never)
  expect(create).toThrow(message)
  expect(create).toThrow(expect.objectContaining({ name: 'Error' }))
})

test('a pool returns its ids and the user who signed in last', () => {
  const { Pool } = scriptedUser({ Storage: new ItemStorage(storedItems(tokens())) })
  expect([Pool.getUserPoolId(), Pool.getUserPoolName(), Pool.getClientId()]).toEqual(['local_Pool1', 'Pool1', 'web'])
  expect(Pool.getCurrentUser()).toMatchObject({ username: 'ana', pool: Pool, storage: Pool.storage })
  expect(scriptedUser().Pool.getCurrentUser()).toBeNull()
})

test('a pool and a user have the same enumerable properties as in amazon-cognito-identity-js', () => {
  const { user, Pool } = scriptedUser()
  expect(Object.keys(Pool).sort()).toEqual(['advancedSecurityDataCollectionFlag', 'clientId', 'storage', 'userPoolId'])
  const { user: wrapped } = scriptedUser({ wrapRefreshSessionCallback: (target) => target })
  expect(Object.keys(wrapped.pool)).toContain('wrapRefreshSessionCallback')
  expect(Object.keys(user).sort()).toEqual([
    'Session',
    'authenticationFlowType',
    'keyPrefix',
    'pool',
    'signInUserSession',
    'storage',
    'userDataKey',
    'username',
  ])
})

test('a pool works behind a framework’s proxy that wraps each returned object', async () => {
  const reactive = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(wrapped, key) {
        const value: unknown = Reflect.get(wrapped, key, wrapped)
        return typeof value === 'object' && value !== null && key !== 'storage' ? reactive({ ...value }) : value
      },
    })
  const { Pool, service } = scriptedUser()
  service.on('SignUp', { json: { UserSub: 'sub-1' } })
  const { args } = await firstCall((callback) => reactive(Pool).signUp('bia', 'Senha-123', [], [], callback))
  expect(args).toMatchObject([null, { userSub: 'sub-1' }])
})

test('signUp sends its arguments and returns the new user', async () => {
  const { Pool, service } = scriptedUser()
  const json = { UserConfirmed: false, UserSub: 'sub-1', CodeDeliveryDetails: DELIVERED }
  service.on('SignUp', { json }, failure('UsernameExistsException', 'User already exists'))
  const attributes = [new CognitoUserAttribute({ Name: 'email', Value: 'bia@example.com' })]
  const signUp = () =>
    firstCall((callback) => Pool.signUp('bia', 'Senha-123', attributes, [], callback, { tenant: '7' }))
  const { args, isSync } = await signUp()
  expect(isSync).toBe(false)
  expect(args).toMatchObject([
    null,
    {
      user: { username: 'bia', pool: Pool, storage: Pool.storage },
      userConfirmed: false,
      userSub: 'sub-1',
      codeDeliveryDetails: DELIVERED,
    },
  ])
  expect(service.payload('SignUp')).toEqual({
    ClientId: 'web',
    Username: 'bia',
    Password: 'Senha-123',
    UserAttributes: [{ Name: 'email', Value: 'bia@example.com' }],
    ValidationData: [],
    ClientMetadata: { tenant: '7' },
  })
  expect((await signUp()).args).toMatchObject([{ code: 'UsernameExistsException' }, null])
})

test('requests use the current global fetch with the configured endpoint and credentials', async () => {
  const { user, service } = scriptedUser({
    endpoint: 'https://auth.example.com/pool',
    fetchOptions: { credentials: 'include', cache: 'reload' } as never,
  })
  service.on('ResendConfirmationCode', { json: {} })
  await firstCall((callback) => user.resendConfirmationCode(callback))
  expect(service.requests[0]).toMatchObject({
    url: 'https://auth.example.com/pool',
    headers: { 'Content-Type': 'application/x-amz-json-1.1' },
    request: { credentials: 'include', cache: 'no-store' },
  })
})

test('requests contain the device data from the service’s script unless AdvancedSecurityDataCollectionFlag is false', async () => {
  const getData = vi.fn((username: string) => (username === 'ana' ? 'encoded' : undefined))
  vi.stubGlobal('AmazonCognitoAdvancedSecurityData', { getData })
  const { user, service, Pool } = scriptedUser()
  service.on('ForgotPassword', { json: {} }).on('InitiateAuth', failure('NotAuthorizedException'))
  await firstCallOf((callbacks) => user.forgotPassword(callbacks))
  expect(service.payload('ForgotPassword')).toMatchObject({ UserContextData: { EncodedData: 'encoded' } })
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(service.payload('InitiateAuth')).toMatchObject({ UserContextData: { EncodedData: 'encoded' } })
  expect(getData).toHaveBeenCalledWith('ana', 'local_Pool1', 'web')
  expect(Pool.getUserContextData('bia')).toEqual({})
  const silent = scriptedUser({ AdvancedSecurityDataCollectionFlag: false })
  getData.mockClear()
  expect(silent.user.getUserContextData()).toEqual({})
  expect(getData).not.toHaveBeenCalled()
  vi.stubGlobal('AmazonCognitoAdvancedSecurityData', undefined)
  expect(Pool.getUserContextData('ana')).toBeUndefined()
})

test.each<[string, object | undefined, string]>([
  ['a page', { product: 'Gecko', userAgent: 'Browser/1' }, 'Browser/1'],
  ['React Native', { product: 'ReactNative' }, 'react-native'],
  ['an older Node', undefined, 'nodejs'],
])('a device registered in %s is named after its user agent or platform', async (_case, navigator, name) => {
  vi.stubGlobal('navigator', navigator)
  const { user, service } = scriptedUser()
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  const NewDeviceMetadata = { DeviceKey: 'k', DeviceGroupKey: 'g' }
  service.on('InitiateAuth', { json: { AuthenticationResult: { ...tokens(), NewDeviceMetadata } } })
  service.on('ConfirmDevice', { json: {} })
  await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(service.payload('ConfirmDevice')).toMatchObject({ DeviceName: name, DeviceKey: 'k' })
})

test.each<[string, Parameters<ReturnType<typeof scriptedUser>['service']['on']>[1], object]>([
  ['a service error', failure('#x#CodeMismatchException', 'No.'), { name: 'CodeMismatchException', message: 'No.' }],
  ['the error for a lost connection', 'drop', { name: 'Error', code: 'NetworkError', message: 'Network error' }],
  [
    'the error for an HTML page from a proxy',
    { status: 502, text: '<html>' },
    { name: 'UnknownError', code: 'UnknownError' },
  ],
])('%s has the same form as in amazon-cognito-identity-js', async (_case, answer, error) => {
  const { user, service } = scriptedUser()
  service.on('ResendConfirmationCode', answer)
  const { args } = await firstCall((callback) => user.resendConfirmationCode(callback))
  expect(args).toEqual([expect.objectContaining(error), null])
  expect(args[0]).toMatchObject({ cause: { operation: 'ResendConfirmationCode' } })
})

test('a timeout is reported as a lost connection', async () => {
  vi.useFakeTimers()
  const { user, service } = scriptedUser()
  service.on('ResendConfirmationCode', 'hang')
  const telling = firstCall((callback) => user.resendConfirmationCode(callback))
  await vi.runAllTimersAsync()
  const { args } = await telling
  expect(args).toMatchObject([{ name: 'Error', code: 'NetworkError', message: 'Network error' }, null])
  expect(args[0]).toMatchObject({ cause: { name: 'TimeoutError' } })
})

test('an Error from the program’s own fetch is passed on unchanged, but an undefined rejection counts as a lost connection', async () => {
  const ownError = new Error('The program is offline by choice.')
  const { user } = scriptedUser()
  vi.stubGlobal('fetch', () => Promise.reject(ownError))
  const { args } = await firstCall((callback) => user.resendConfirmationCode(callback))
  expect(args).toEqual([ownError, null])
  vi.stubGlobal('fetch', () => Promise.reject(undefined))
  const without = await firstCall((callback) => user.resendConfirmationCode(callback))
  expect(without.args).toMatchObject([{ code: 'NetworkError', message: 'Network error' }, null])
})
