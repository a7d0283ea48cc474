import { afterEach, expect, test, vi } from 'vitest'

import { detailsOf, ItemStorage, plainUser, scriptedUser, signedInUser, firstCallOf } from '../../test/identity-js.ts'
import { failure } from '../../test/scripted-pool.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { CognitoUser, CognitoUserSession } from './index.ts'

afterEach(() => vi.unstubAllGlobals())

const PREFIX = 'CognitoIdentityServiceProvider.web'

test('forgetDevice also removes the device from the storage', async () => {
  const { user, service, Storage } = signedInUser()
  const before = new Map(Storage.items)
  Object.assign(user, { randomPassword: 'p', deviceGroupKey: 'g' }).cacheDeviceKeyAndPassword()
  service.on('ForgetDevice', { text: '' })
  const { args } = await firstCallOf((callbacks) => user.forgetDevice(callbacks))
  expect(args).toEqual(['SUCCESS'])
  expect(user).toMatchObject({ deviceKey: null, randomPassword: null, deviceGroupKey: null })
  expect(Storage.items).toEqual(before)
})

test('if the storage cannot remove a forgotten device, the client clears the device’s password and reports an error', async () => {
  const { user, service, Storage } = plainUser(failure('ResourceNotFoundException', 'Device does not exist.'))
  Object.assign(user, { deviceKey: 'k', randomPassword: 'p', deviceGroupKey: 'g' }).cacheDeviceKeyAndPassword()
  Storage.removeItem = () => undefined
  const { args } = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(args).toMatchObject([{ name: 'Error', message: expect.stringContaining('token storage') }])
  expect(Storage.getItem(`${PREFIX}.ana.randomPasswordKey`)).toBe('')
  expect(service.operations).toEqual(['InitiateAuth'])
})

test('a failed device registration is reported as an error, but the tokens are stored', async () => {
  const offered = { ...tokens(), NewDeviceMetadata: { DeviceKey: 'k', DeviceGroupKey: 'g' } }
  const { user, service, Pool } = plainUser({ json: { AuthenticationResult: offered } })
  service.on('ConfirmDevice', failure('InvalidParameterException', 'No device.'), { json: {} })
  const failed = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(failed).toMatchObject({ by: 'onFailure', args: [{ code: 'InvalidParameterException' }] })
  expect(Pool.getCurrentUser()?.getUsername()).toBe('ana')
  const registered = await firstCallOf((callbacks) => user.authenticateUser(detailsOf(), callbacks))
  expect(registered).toEqual({ by: 'onSuccess', args: [expect.any(CognitoUserSession)], isSync: false })
})

test('a user stores, reads and removes a device in the storage', () => {
  const { user, Storage } = scriptedUser({ Storage: new ItemStorage(storedItems(tokens())) })
  user.getCachedDeviceKeyAndPassword()
  expect(user.deviceKey).toBeUndefined()
  Object.assign(user, { deviceKey: 'k', randomPassword: 'p', deviceGroupKey: 'g' })
  user.cacheDeviceKeyAndPassword()
  const again = new CognitoUser({ Username: 'ana', Pool: user.pool, Storage })
  again.getCachedDeviceKeyAndPassword()
  expect(again).toMatchObject({ deviceKey: 'k', randomPassword: 'p', deviceGroupKey: 'g' })
  user.clearCachedDeviceKeyAndPassword()
  expect(Object.fromEntries(Storage.items)).toEqual(storedItems(tokens()))
})
