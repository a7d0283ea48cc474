import { runInNewContext } from 'node:vm'
import { expect, expectTypeOf, test } from 'vitest'

import { bundleForPages } from '../test/bundle.ts'
import { rejection, testClient } from '../test/clients.ts'
import { failure } from '../test/scripted-pool.ts'
import {
  ChallengeError,
  CognitoError,
  ConfigurationError,
  forgetDevice,
  getDevice,
  getUser,
  HostedLoginError,
  isCognitoError,
  NetworkError,
  PasskeyError,
  rememberDevice,
  revokeToken,
  ServiceError,
  SessionError,
  signIn,
  SrpError,
  StorageError,
  TimeoutError,
  type AnyCognitoError,
  type ServiceErrorCode,
  type ServiceErrorReason,
} from './index.ts'

const ALL: AnyCognitoError[] = [
  new ServiceError('Incorrect username or password.', {
    code: 'NotAuthorizedException',
    statusCode: 400,
    retryable: false,
  }),
  new NetworkError(new TypeError('fetch failed'), 'id.example'),
  new TimeoutError(20, 'id.example'),
  new SrpError('B cannot be zero.'),
  new SessionError('No user logged in', { reason: 'nobody' }),
  new ChallengeError('New password is required.'),
  new HostedLoginError('The user closed the popup.', { reason: 'closed' }),
  new StorageError('full'),
  new PasskeyError('No passkey was given.', { reason: 'cancelled' }),
  new ConfigurationError('Invalid UserPoolId format.'),
]

test.each(ALL.map((error) => [error.name, error] as const))('isCognitoError recognizes %s', (name, error) => {
  expect(isCognitoError(error)).toBe(true)
  expect(error).toBeInstanceOf(CognitoError)
  expect(error.constructor.name).toBe(name)
  if (error.name !== 'ServiceError') expect(error.code).toBe(name)
})

test('the JSON of an error contains its message and its fields', () => {
  const cause = new StorageError('full')
  const error = new SessionError('No user logged in', { reason: 'nobody', cause })
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'SessionError',
    code: 'SessionError',
    message: 'No user logged in',
    reason: 'nobody',
    cause: { name: 'StorageError', code: 'StorageError', message: 'full' },
  })
})

test('isCognitoError recognizes errors from another copy of the library in another realm', async () => {
  const copy = await bundleForPages(
    `import { createCognitoClient, NetworkError, ServiceError } from '@cognito-srp/client'
     try { createCognitoClient({}) } catch (error) { errors.push(error) }
     errors.push(new NetworkError(), new ServiceError('m', { code: 'X', statusCode: 400, retryable: false }))`,
    { fromSources: true, format: 'iife' },
  )
  const errors: unknown[] = []
  runInNewContext(copy, { errors })
  expect(errors.map((error) => error instanceof Error || error instanceof CognitoError)).toEqual([false, false, false])
  expect(errors.map((error) => (error as Error).name)).toEqual(['ConfigurationError', 'NetworkError', 'ServiceError'])
  expect(errors.every((error) => isCognitoError(error))).toBe(true)
})

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['null', null],
  ['a string', 'NetworkError'],
  ['a TypeError', new TypeError('Failed to fetch')],
  ['a DOMException with the name TimeoutError', new DOMException('timed out', 'TimeoutError')],
  ['a DOMException with the name NetworkError', new DOMException('offline', 'NetworkError')],
  ['an error with the name SessionError and no code', Object.assign(new Error('x'), { name: 'SessionError' })],
  ['a service error of the AWS SDK', Object.assign(new Error('x'), { name: 'NotAuthorizedException', code: 'x' })],
  [
    'an error with the name StorageError and another code',
    Object.assign(new Error('x'), { name: 'StorageError', code: 'EIO' }),
  ],
  ['a service error without a status', Object.assign(new Error('x'), { name: 'ServiceError', code: 'X' })],
  [
    'an object with the fields of a NetworkError',
    { name: 'NetworkError', code: 'NetworkError', message: 'Network error' },
  ],
  ['an error without a name', Object.assign(new Error('x'), { name: undefined, code: undefined })],
])('isCognitoError returns false for %s', (_case, value) => {
  expect(isCognitoError(value)).toBe(false)
})

test('an error contains the name of the failed operation', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', failure('UserNotConfirmedException'), 'drop', { json: { AuthenticationResult: {} } })
  const attempt = () => rejection(signIn(client, { username: 'ana', password: 'x', flow: 'USER_PASSWORD_AUTH' }))
  expect(await attempt()).toMatchObject({ name: 'ServiceError', operation: 'InitiateAuth' })
  expect(await attempt()).toMatchObject({ name: 'NetworkError', operation: 'InitiateAuth' })
  expect(await attempt()).toMatchObject({ name: 'SessionError', operation: 'InitiateAuth' })
  for (const request of [undefined, { username: '' }, { username: 'ana', flow: 'SRP' }]) {
    const refusal = await rejection(signIn(client, request as { username: string }))
    expect(refusal).toMatchObject({ name: 'ConfigurationError', operation: 'InitiateAuth' })
  }
  expect(await rejection(getUser(client))).toMatchObject({ name: 'SessionError', operation: 'GetUser' })
  expect(await rejection(revokeToken(client))).toMatchObject({ name: 'SessionError', operation: 'RevokeToken' })
  expect(await rejection(getDevice(client))).toMatchObject({ name: 'SessionError', operation: 'GetDevice' })
  expect(await rejection(forgetDevice(client))).toMatchObject({ name: 'SessionError', operation: 'ForgetDevice' })
  const forgotten = rejection(rememberDevice(client))
  expect(await forgotten).toMatchObject({ name: 'SessionError', operation: 'UpdateDeviceStatus' })
})

test('a switch on the name narrows the error, and a misspelt name or code does not compile', () => {
  const advise = (error: AnyCognitoError): string | undefined => {
    switch (error.name) {
      case 'ServiceError':
        expectTypeOf(error).toEqualTypeOf<ServiceError>()
        return error.requestId
      case 'NetworkError':
      case 'TimeoutError':
        return error.host
      case 'ChallengeError':
        return error.challenge?.name
      case 'PasskeyError':
      case 'HostedLoginError':
        return error.reason
      case 'SrpError':
      case 'SessionError':
      case 'StorageError':
      case 'ConfigurationError':
        expectTypeOf(error.code).toEqualTypeOf<'SrpError' | 'SessionError' | 'StorageError' | 'ConfigurationError'>()
        return error.operation
      // @ts-expect-error No error has this name.
      case 'ServiceEror':
        return undefined
      default:
        return error satisfies never
    }
  }
  const none = undefined
  const advised = [none, 'id.example', 'id.example', none, none, none, 'closed', none, 'cancelled', none]
  expect(ALL.map(advise)).toEqual(advised)

  // @ts-expect-error No error has this name.
  const isSession = (error: AnyCognitoError) => error.name === 'SesionError'
  // @ts-expect-error The service has no code with this spelling.
  const isRefusal = (code: ServiceErrorCode) => code === 'NotAuthorisedException'
  // @ts-expect-error The service has no code with this spelling.
  const final: readonly ServiceErrorCode[] = ['NotAuthorizedException', 'LimitExceeded']
  // @ts-expect-error No service error has this reason.
  const isLocked = (error: ServiceError) => error.reason === 'too-many-atempts'
  // @ts-expect-error The code of a NetworkError is spelt differently.
  const isOffline = (error: NetworkError) => error.code === 'Networkerror'
  expect([isSession, isRefusal, isLocked, isOffline]).toHaveLength(final.length + 2)

  expectTypeOf<ServiceError['code']>().toExtend<string>()
  expectTypeOf<'AnUnheardOfException'>().toExtend<ServiceError['code']>() // the service may add this code
  expectTypeOf<ServiceErrorReason | undefined>().toEqualTypeOf<ServiceError['reason']>()
})
